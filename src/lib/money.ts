import { grouped } from './text.ts';

/**
 * Reads a price as people type it: '1.234,56', '1234.56', '12', with or without 'R$'. A single dot
 * before exactly three digits separates thousands ('1.234' is one thousand two hundred…).
 * Returns reais, or undefined for whatever is not clearly a price with at most two decimals.
 */
export function parseMoney(text: string): number | undefined {
  const typed = text.replace(/[\s\u00a0]/g, '').replace(/^R\$/i, '');
  if (brazilian.test(typed)) return Number(typed.replaceAll('.', '').replace(',', '.'));
  if (plain.test(typed)) return Number(typed);
  return undefined;
}

// '0.500' is no thousand and no price either: it is refused instead of guessed.
const brazilian = /^-?(\d+|[1-9]\d{0,2}(\.\d{3})+)(,\d{1,2})?$/;
const plain = /^-?\d+\.\d{1,2}$/;

/** Reais as 'R$ 1.234,56', with an ordinary space: what is copied or searched for matches what is typed. */
export function formatMoney(reais: number): string {
  return `${reais < 0 ? '-' : ''}R$ ${formatAmount(Math.abs(reais))}`;
}

/** Reais, less than a sextillion, as a price field shows them: '1.234,56'. */
export function formatAmount(reais: number): string {
  const [whole = '', cents = ''] = reais.toFixed(2).split('.');
  return `${grouped(whole)},${cents}`;
}
