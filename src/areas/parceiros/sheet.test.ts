import { describe, expect, it } from 'vitest';
import { convertSheetRows } from '#crud/import/mapping.ts';
import { sheet } from './sheet.ts';

describe('a spreadsheet of parceiros', () => {
  const address = {
    cep: '01310-100',
    logradouro: 'Avenida Paulista',
    numero: '10',
    bairro: 'Centro',
    cidade: 'São Paulo',
    estado: 'SP',
  };

  it('stores contact and address as the form does', () => {
    const typed = { email: 'a@b.com', phone: '11912345678', instagram: '@loja', ...address };
    expect(sheet.store(typed)).toEqual({
      cells: {
        email: 'a@b.com',
        phone: '(11) 91234-5678',
        instagram: 'loja',
        ...address,
        complemento: null,
        address: 'nº 10, Centro',
      },
    });
  });

  it('restores the zero that a number cell has lost from a CEP, and completes no other CEP', () => {
    const ceps = ['1310100', '1310-100', '01310-100', '0131010', '131010'];
    const { cep: _cep, ...rest } = address;
    const mapping = ['email', 'cep', ...Object.keys(rest)];
    const rows = ceps.map((cep, line) => ({
      line,
      cells: ['a@b.com', cep, ...Object.values(rest)],
    }));
    const read = convertSheetRows(sheet, { headers: mapping, rows }, mapping, 'leave');
    expect(read.map(({ cells, problems }) => problems['cep'] ?? cells['cep'])).toEqual([
      '01310-100',
      '01310-100',
      '01310-100',
      'Informe o CEP completo.',
      'Informe o CEP completo.',
    ]);
  });

  it('says of which columns a row replaces the address as a whole', () => {
    const { names = [], text } = sheet.unit ?? {};
    const all = [...Object.keys(address), 'complemento', 'address'];
    expect(names.toSorted()).toEqual(all.toSorted());
    expect(text).toBe(
      'Uma linha com outro endereço substitui o atual por inteiro: o que ela não traz, ou traz vazio, é apagado.',
    );
  });

  it('has the parts of an address in the column of the list that shows them', () => {
    const shown = sheet.columns.filter(({ shownIn }) => shownIn === 'address');
    const parts = [...Object.keys(address), 'complemento'];
    expect(shown.map(({ name }) => name).toSorted()).toEqual(parts.toSorted());
  });

  it('clears the CEP of a company without an address in its row', () => {
    const empty = { cep: '', logradouro: '', numero: '' };
    expect(sheet.store({ email: 'a@b.com', ...empty })).toEqual({
      cells: { email: 'a@b.com', cep: null, logradouro: null, numero: null },
    });
  });

  it('stores a text without the parts as an older address, and clears the parts', () => {
    const older = { address: 'Rua das Flores, 12' };
    const none = Object.fromEntries(Object.keys(address).map((name) => [name, null]));
    const stored = { cells: { ...none, complemento: null, ...older } };
    expect(sheet.store(older)).toEqual(stored);
    expect(sheet.store({ ...older, cep: '', numero: '' })).toEqual(stored);
  });

  it('stores a text beside a CEP as the street, unless the panel has composed it or the row has a street', () => {
    const { logradouro: street, ...rest } = address;
    const stored = { ...address, complemento: null, address: 'nº 10, Centro' };
    expect(sheet.store({ ...rest, address: street })).toEqual({ cells: stored });
    expect(sheet.store({ ...rest, logradouro: '', address: street })).toEqual({ cells: stored });
    expect(sheet.store({ ...address, address: 'Av. Paulista' })).toEqual({ cells: stored });
    expect(sheet.store({ ...rest, logradouro: '', address: stored.address })).toEqual({
      cells: { ...stored, logradouro: null },
    });
  });

  it("validates an address as a unit: a part without the rest is refused with the form's message", () => {
    const parts = { email: 'a@b.com', cidade: 'Santos' };
    expect(sheet.store(parts).problems).toEqual({ cep: 'Informe o CEP.' });
    const { numero: _left, ...rest } = address;
    expect(sheet.store(rest).problems).toEqual({ numero: 'Informe o número.' });
  });
});
