/**
 * Converts a text to lower case without accents, so that 'Açaí' and 'acai' are equal. The search columns of the
 * database use the same rule (`private.searchable` in the schema).
 */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

/**
 * Returns the `ilike` pattern that finds a term anywhere in a search column. User input is text, never a pattern: '%',
 * '_' and '\' are escaped (PostgreSQL, Pattern Matching). PostgREST replaces '*' with '%' and has no escape for '*'. An
 * entered '*' is therefore replaced with '_', which matches any one character.
 */
export function createSearchPattern(typed: string): string {
  // Return a pattern that matches no record: '*' without a letter or digit would match almost every record.
  if (typed.includes('*') && !hasLetterOrDigit(typed)) return '';
  const term = foldText(typed.trim()).replace(/\s+/g, ' ');
  return `%${term.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`;
}

/**
 * Whether a text has a letter or a digit. A search without letters and digits finds no product, because the words of a
 * product contain no symbols.
 */
export function hasLetterOrDigit(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** The explanation beside the empty result of a search without a letter or digit. */
export const noLetterOrDigitMessage = 'Digite ao menos uma letra ou um número.';

/** Returns the number in Brazilian notation and the matching form of the noun: '1 produto', '2 produtos'. */
export function formatCountWithNoun(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Formats an integer in Brazilian notation: 1234 as '1.234'. */
export function formatCount(count: number): string {
  return groupDigits(String(count));
}

/**
 * Adds the thousands separators of Brazilian notation to an integer, with or without '-'. Intl.NumberFormat returns the
 * same text, but the first formatter of a visit takes 12 to 15 ms.
 */
export function groupDigits(digits: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, '.');
}

/** Truncates a text to `max` characters, followed by '...'. Returns a shorter text unchanged. */
export function truncateText(text: string, max: number): string {
  // Count code points, so that no character is split.
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max).join('')}...` : text;
}
