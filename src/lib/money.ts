import { groupDigits } from './text.ts';

/**
 * Parses a price: '1.234,56', '1234.56', '12', with or without 'R$'. A single dot before exactly three digits is a
 * thousands separator ('1.234' is more than a thousand). Returns reais, or undefined for any text that is not clearly a
 * price with at most two decimals.
 */
export function parseMoney(text: string): number | undefined {
  const typed = text.replace(/[\s\u00a0]/g, '').replace(/^R\$/i, '');
  if (brazilian.test(typed)) return Number(typed.replaceAll('.', '').replace(',', '.'));
  if (plain.test(typed)) return Number(typed);
  return undefined;
}

// The two notations of a price. Both refuse '0.500': a number with a thousands separator does not begin with 0, and a
// price has at most two decimals.
const brazilian = /^-?(\d+|[1-9]\d{0,2}(\.\d{3})+)(,\d{1,2})?$/;
const plain = /^-?\d+\.\d{1,2}$/;

/**
 * Formats reais as 'R$ 1.234,56'. Users enter an ordinary space, so the result has one too: copied prices and searches
 * then match entered text.
 */
export function formatMoney(reais: number): string {
  return `${reais < 0 ? '-' : ''}R$ ${formatMoneyInput(Math.abs(reais))}`;
}

/** Formats reais for a sentence, with a no-break space after 'R$'. */
export function formatMoneyInText(reais: number): string {
  return formatMoney(reais).replace(' ', '\u00a0');
}

/** Formats reais, below 10^21, for a price field: '1.234,56'. */
export function formatMoneyInput(reais: number): string {
  const [whole = '', cents = ''] = reais.toFixed(2).split('.');
  return `${groupDigits(whole)},${cents}`;
}
