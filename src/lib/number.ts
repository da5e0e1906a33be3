import { groupDigits } from './text.ts';

/**
 * Parses a number: '1.234,5', '1234.5', '12'. A single dot before exactly three digits is a thousands separator, as in
 * a price. Returns undefined for any text that is not clearly a number.
 */
export function parseNumber(text: string): number | undefined {
  const typed = text.replace(/[\s\u00a0]/g, '');
  if (brazilian.test(typed)) return Number(typed.replaceAll('.', '').replace(',', '.'));
  return plain.test(typed) ? Number(typed) : undefined;
}

const brazilian = /^-?(\d{1,15}|[1-9]\d{0,2}(\.\d{3}){1,4})(,\d{1,15})?$/;
// A number with a decimal point. Refuses three decimals: '0.500' can mean a half, or a mistyped group of thousands.
const plain = /^-?\d{1,15}\.(\d{1,2}|\d{4,15})$/;

/** Formats a number in Brazilian notation: '1.234,5'. */
export function formatNumber(value: number): string {
  const [whole = '', decimals] = plainDigits(value).split('.');
  return decimals === undefined ? groupDigits(whole) : `${groupDigits(whole)},${decimals}`;
}

/** Formats a number for a form field, without thousands separators: '1234,5'. */
export function formatNumberInput(value: number): string {
  return plainDigits(value).replace('.', ',');
}

/** Formats a number below 10^21 with a decimal point and without an exponent: 1e-7 is '0.000000100000000'. */
function plainDigits(value: number): string {
  const digits = String(value);
  return digits.includes('e') ? value.toFixed(Math.abs(value) < 1 ? 15 : 0) : digits;
}
