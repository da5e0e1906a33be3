import { describe, expect, it } from 'vitest';
import { merge, unitsOf } from './merge.ts';

const units = unitsOf(
  { name: 'Nome', real_price: 'Preço de venda', promo_price: 'Preço promocional', text: 'Texto' },
  { Preços: ['real_price', 'promo_price'] },
);
const base = { name: 'Pão', real_price: '1,00', promo_price: '', text: 'a', photo: ['x'] };
const pictures = { label: 'Imagem', names: ['photo'] };

it('makes one thing of fields that mean nothing apart', () => {
  expect(units.map(({ label }) => label)).toEqual(['Nome', 'Preços', 'Texto']);
});

describe('merging what two people changed', () => {
  it('takes what only the other one changed', () => {
    const found = merge(units, base, { ...base, name: 'Bolo' }, { ...base, text: 'b' });
    expect(labels(found.taken)).toEqual(['Texto']);
    expect(found.asked).toEqual([]);
  });

  it('asks about what both changed, each in another way', () => {
    const found = merge(units, base, { ...base, name: 'Bolo' }, { ...base, name: 'Torta' });
    expect(labels(found.asked)).toEqual(['Nome']);
    expect(found.taken).toEqual([]);
  });

  it('asks nothing where both wrote the same', () => {
    const found = merge(units, base, { ...base, name: 'Bolo ' }, { ...base, name: 'Bolo' });
    expect(found).toEqual({ asked: [], taken: [] });
  });

  it('asks about two prices as one thing, though each person changed another of them', () => {
    const mine = { ...base, promo_price: '0,50' };
    const found = merge(units, base, mine, { ...base, real_price: '2,00' });
    expect(labels(found.asked)).toEqual(['Preços']);
  });

  it('compares pictures by their addresses, in order', () => {
    const found = merge([pictures], base, base, { ...base, photo: ['x', 'y'] });
    expect(labels(found.taken)).toEqual(['Imagem']);
  });

  it('takes a number that was typed for the number', () => {
    const found = merge(units, { text: 3 }, { text: '4' }, { text: 4 });
    expect(found).toEqual({ asked: [], taken: [] });
  });
});

function labels(found: readonly { label: string }[]) {
  return found.map(({ label }) => label);
}
