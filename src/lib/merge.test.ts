import { describe, expect, it } from 'vitest';
import { haveSameValues, compareForMerge, createMergeUnits } from './merge.ts';

const units = createMergeUnits(
  { name: 'Nome', real_price: 'Preço de venda', promo_price: 'Preço promocional', text: 'Texto' },
  { Preços: ['real_price', 'promo_price'] },
);
const base = { name: 'Pão', real_price: '1,00', promo_price: '', text: 'a', photo: ['x'] };
const pictures = { label: 'Imagem', names: ['photo'] };

it('makes one unit of fields that belong together', () => {
  expect(units.map(({ label }) => label)).toEqual(['Nome', 'Preços', 'Texto']);
});

it('makes one unit of fields of which the first has no label', () => {
  const names = ['address', 'cep', 'numero'];
  const found = createMergeUnits(
    { name: 'Nome', cep: 'CEP', numero: 'Número' },
    { Endereço: names },
  );
  expect(found).toEqual([
    { label: 'Nome', names: ['name'] },
    { label: 'Endereço', names, deciding: ['cep', 'numero'] },
  ]);
});

it('compares fields without a label only if all others of their unit are empty', () => {
  const names = ['address', 'cep', 'numero'];
  const address = createMergeUnits({ cep: 'CEP', numero: 'Número' }, { Endereço: names });
  const composed = { address: 'nº 15', cep: '01001-000', numero: '15' };
  expect(haveSameValues(address, composed, { ...composed, address: 'nº 10' })).toBe(true);
  expect(haveSameValues(address, composed, { ...composed, numero: '10' })).toBe(false);
  const older = { address: 'Rua A', cep: '', numero: null };
  expect(haveSameValues(address, older, { ...older, address: 'Rua B' })).toBe(false);
  expect(haveSameValues(address, older, { ...composed, address: 'Rua A' })).toBe(false);
});

describe('merging the changes of two users', () => {
  it('takes changes of the other user alone', () => {
    const found = compareForMerge(units, base, { ...base, name: 'Bolo' }, { ...base, text: 'b' });
    expect(labels(found.taken)).toEqual(['Texto']);
    expect(found.disputed).toEqual([]);
  });

  it('asks about units that both changed differently', () => {
    const found = compareForMerge(
      units,
      base,
      { ...base, name: 'Bolo' },
      { ...base, name: 'Torta' },
    );
    expect(labels(found.disputed)).toEqual(['Nome']);
    expect(found.taken).toEqual([]);
  });

  it('asks no question if both users made the same change', () => {
    const found = compareForMerge(
      units,
      base,
      { ...base, name: 'Bolo ' },
      { ...base, name: 'Bolo' },
    );
    expect(found).toEqual({ disputed: [], taken: [] });
  });

  it('asks about two prices as one unit, although each user changed a different one', () => {
    const mine = { ...base, promo_price: '0,50' };
    const found = compareForMerge(units, base, mine, { ...base, real_price: '2,00' });
    expect(labels(found.disputed)).toEqual(['Preços']);
  });

  it('compares pictures by URL, in order', () => {
    const found = compareForMerge([pictures], base, base, { ...base, photo: ['x', 'y'] });
    expect(labels(found.taken)).toEqual(['Imagem']);
  });

  it('treats a typed number as equal to the stored one', () => {
    const found = compareForMerge(units, { text: 3 }, { text: '4' }, { text: 4 });
    expect(found).toEqual({ disputed: [], taken: [] });
  });
});

function labels(found: readonly { label: string }[]) {
  return found.map(({ label }) => label);
}
