import { expect, it } from 'vitest';
import { productDoubtTexts, priceDoubtTexts, getPriceToConfirm } from './price-guard.ts';

it('names the size of a rise and both prices', () => {
  expect(
    priceDoubtTexts(
      ['rise'],
      { real_price: 74.9, promo_price: null },
      { real_price: 749, promo_price: null },
    ),
  ).toEqual(['Aumento de 900\u00a0%: de R$\u00a074,90 para R$\u00a0749,00.']);
});

it('names the promotional price where that one changes most', () => {
  const before = { real_price: 100, promo_price: 80 };
  expect(priceDoubtTexts(['fall'], before, { real_price: 101, promo_price: 8 })).toEqual([
    'Preço promocional: redução de 90\u00a0%: de R$\u00a080,00 para R$\u00a08,00.',
  ]);
  expect(
    priceDoubtTexts(['rise', 'promo'], before, { real_price: 100, promo_price: 1600 }),
  ).toEqual([
    'Preço promocional: aumento de 1.900\u00a0%: de R$\u00a080,00 para R$\u00a01.600,00.',
    'O preço promocional não é menor que o preço de venda.',
  ]);
});

it('reads the columns of a row, where unchanged ones may be absent', () => {
  expect(productDoubtTexts(['rise'], { real_price: 10 }, { real_price: 20 })).toEqual([
    'Aumento de 100\u00a0%: de R$\u00a010,00 para R$\u00a020,00.',
  ]);
  expect(productDoubtTexts(['zeros:00123'], {}, { real_price: 1 })).toEqual([
    'A planilha pode ter removido zeros à esquerda: já existe o SKU 00123.',
  ]);
  expect(
    productDoubtTexts(['ended:2026-11-30T20:00:00Z'], { promo_price: 27.9 }, { promo_price: 25.9 }),
  ).toEqual(['A promoção terminou em 30/11/2026, 17:00: informe também o fim da nova.']);
  expect(productDoubtTexts(['zero'], {}, { real_price: 0 })).toEqual(['O preço será zero.']);
});

it('asks for the price that changed: for the promotional one only if the sale price stays', () => {
  expect(getPriceToConfirm(10, { real_price: 10, promo_price: 2 })).toBe(2);
  expect(getPriceToConfirm(10, { real_price: 90, promo_price: 2 })).toBe(90);
  expect(getPriceToConfirm(undefined, { real_price: 0, promo_price: null })).toBe(0);
});
