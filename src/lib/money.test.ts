import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoneyInput, formatMoney, formatMoneyInText, parseMoney } from './money.ts';

describe('parseMoney', () => {
  it.each([
    ['1.234,56', 1234.56],
    ['1234.56', 1234.56],
    ['1234,5', 1234.5],
    ['12', 12],
    ['0', 0],
    ['0,10', 0.1],
    ['12.5', 12.5],
    ['1.234', 1234],
    ['1.234.567', 1234567],
    ['1.234.567,89', 1234567.89],
    [' R$ 1.234,56 ', 1234.56],
    ['R$\u00a019,90', 19.9],
    ['-5,00', -5],
  ])('reads %j as %d [PROD-67]', (typed, reais) => {
    expect(parseMoney(typed)).toBe(reais);
  });

  it.each([
    '',
    ' ',
    'abc',
    '1,234',
    '12,345',
    '1234.567',
    '0.500',
    '1.23.45',
    '1,2,3',
    '1,234.56',
    '10 reais',
    '1e3',
    '.',
    ',',
    '12.',
  ])('refuses %j [PROD-67]', (typed) => {
    expect(parseMoney(typed)).toBeUndefined();
  });
});

it.each([
  [0, 'R$ 0,00'],
  [1234.56, 'R$ 1.234,56'],
  [1234567.8, 'R$ 1.234.567,80'],
])('shows %d as %j, with an ordinary space [CONST-01] [CONST-02]', (reais, shown) => {
  expect(formatMoney(reais)).toBe(shown);
});

it('allows no line break within an amount in a sentence', () => {
  expect(formatMoneyInText(-1234.5)).toBe('-R$\u00a01.234,50');
});

it('shows the amount in a price field without the currency [PROD-67]', () => {
  expect(formatMoneyInput(1234)).toBe('1.234,00');
});

it('parses the text of a price field', () => {
  for (const reais of [0, 0.01, 9.9, 1234, 1234567.89])
    expect(parseMoney(formatMoneyInput(reais))).toBe(reais);
});

it("formats prices like the browser's formatter [CONST-01] [CONST-02]", () => {
  const currency = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
  const cents = fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map((all) => all / 100);
  const any = fc.double({ min: -1e12, max: 1e12, noNaN: true });
  fc.assert(
    fc.property(fc.oneof(cents, any), (reais) => {
      // Adding 0 turns -0 into 0.
      const amount = reais + 0;
      expect(formatMoney(amount)).toBe(currency.format(amount).replaceAll('\u00a0', ' '));
    }),
    { numRuns: 2_000 },
  );
});
