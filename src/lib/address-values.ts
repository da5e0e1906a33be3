import { isUuid } from './uuid.ts';

/** Returns one of a filter's values, ignoring case, or the empty string for no filter. */
export function oneOf(values: readonly string[], given: unknown): string {
  const text = typeof given === 'number' ? String(given) : given;
  if (typeof text !== 'string') return '';
  return values.find((value) => value.toLowerCase() === text.toLowerCase()) ?? '';
}

/** User input of a filter, truncated to 100 characters. */
export function typedText(given: unknown): string {
  const text = typeof given === 'string' ? given.trim() : '';
  return text.length > 100 ? '' : text;
}

/** A page number from 1, or from -1, the last page, counted from the end. */
export function pageNumber(given: unknown): number {
  const fromEnd = typeof given === 'string' || typeof given === 'number' ? -Number(given) : 0;
  return wholeNumber(given) ?? -(wholeNumber(fromEnd) ?? -1);
}

/**
 * A number from 1 to a million; undefined for any other value. The values of a URL are text; links in the panel pass
 * numbers.
 */
export function wholeNumber(given: unknown): number | undefined {
  const number = typeof given === 'string' || typeof given === 'number' ? Number(given) : 0;
  return Number.isInteger(number) && number >= 1 && number <= 1e6 ? number : undefined;
}

/** The id of a record, or the empty string. */
export function uuidText(given: unknown): string {
  return isUuid(given) ? given : '';
}

/** An amount from 0 to below 10^10 as '1234.5', or the empty string. */
export function amountText(given: unknown): string {
  const text = typeof given === 'number' ? String(given) : given;
  return typeof text === 'string' && /^\d{1,10}(\.\d{1,2})?$/.test(text) ? text : '';
}
