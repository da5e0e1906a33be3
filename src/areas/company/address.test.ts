import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { toFormValues } from '#crud/fields.ts';
import { addressFields, formatAddress, addressSchema } from './address.ts';

const blankAddress = toFormValues(addressFields);

const typed = {
  ...blankAddress,
  cep: '01001-000',
  logradouro: 'Praça da Sé',
  numero: '10',
  complemento: ' Sala 2 ',
  bairro: 'Sé',
  cidade: 'São Paulo',
  estado: 'sp',
};

describe('the composed address', () => {
  it.each([
    [typed, 'nº 10, Sala 2, Sé'],
    [{ ...typed, complemento: '' }, 'nº 10, Sé'],
    [{ ...typed, complemento: '', bairro: '' }, 'nº 10'],
    [{ ...typed, address: 'o que havia antes' }, 'nº 10, Sala 2, Sé'],
  ])(
    'joins number, complement and neighbourhood, without the street [CEP-08]',
    (values, address) => {
      expect(v.parse(addressSchema, values).address).toBe(address);
    },
  );

  it('stores every part in its own column, an empty one as null [CEP-04] [CEP-11]', () => {
    expect(v.parse(addressSchema, { ...typed, complemento: ' ' })).toEqual({
      cep: '01001-000',
      logradouro: 'Praça da Sé',
      numero: '10',
      complemento: null,
      bairro: 'Sé',
      cidade: 'São Paulo',
      estado: 'SP',
      address: 'nº 10, Sé',
    });
  });

  it('of a record without a CEP is unchanged [CEP-11]', () => {
    const old = { ...blankAddress, address: 'Rua das Flores, 12', cidade: 'Santos', estado: 'SP' };
    expect(v.parse(addressSchema, old)).toMatchObject({
      address: old.address,
      cep: null,
      cidade: 'Santos',
    });
  });
});

describe('what is missing', () => {
  it.each([
    [{ cep: '', numero: '' }, { cep: 'Informe o CEP.' }],
    [{ cep: '', address: 'nº 10, Sé' }, { cep: 'Informe o CEP.' }],
    [{ cep: '01001-' }, { cep: 'Informe o CEP completo.' }],
    [{ numero: ' ' }, { numero: 'Informe o número.' }],
    [{ estado: '' }, { estado: 'Informe o estado.' }],
    [{ estado: 'XX' }, { estado: 'Informe a sigla, como SP.' }],
    [{ cidade: '' }, { cidade: 'Informe a cidade.' }],
    [
      { cidade: '', estado: '', numero: '' },
      {
        cep: 'O endereço deste CEP ainda não foi encontrado.',
        cidade: 'Informe a cidade.',
        estado: 'Informe o estado.',
      },
    ],
    [{ logradouro: '', bairro: '' }, {}],
  ])('of %j is reported beside its field [CEP-07]', (change, messages) => {
    const { issues = [] } = v.safeParse(addressSchema, { ...typed, ...change });
    expect(Object.fromEntries(issues.map((issue) => [v.getDotPath(issue), issue.message]))).toEqual(
      messages,
    );
  });
});

it.each([
  [{ address: 'nº 10, Sé', cidade: 'São Paulo', estado: 'SP' }, 'nº 10, Sé, São Paulo/SP'],
  [{ address: 'nº 10', cidade: 'Santos', estado: null }, 'nº 10, Santos'],
  [{ address: 'Rua das Flores, 12', cidade: null, estado: null }, 'Rua das Flores, 12'],
])('a list shows %j as one line [DIST-06]', (row, line) => {
  expect(formatAddress(row)).toBe(line);
});

it('shows an older CEP without hyphen in the format of the mask, so that typing it again changes nothing', () => {
  expect(toFormValues(addressFields, { ...blankAddress, cep: '01001000' }).cep).toBe('01001-000');
  expect(toFormValues(addressFields, { ...blankAddress, cep: null }).cep).toBe('');
});
