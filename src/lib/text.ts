/**
 * Lower case without accents: 'Açaí' and 'acai' become the same. The search columns of the database
 * are made by the same rule (see the schema's search_text).
 */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

/**
 * The filter value that finds a typed term anywhere in a search column, for `ilike`. What the person
 * types is text, never a pattern: '%', '_' and '\' are escaped (PostgreSQL, Pattern Matching).
 * PostgREST reads '*' as '%' and has no escape for it, so a typed '*' stands for any one character.
 */
export function searchPattern(typed: string): string {
  const term = foldText(typed.trim()).replace(/\s+/g, ' ');
  return `%${term.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`;
}

/** '1 produto', '2 produtos': the number as Brazilians write it and the right form of the noun. */
export function countOf(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** 1234 as '1.234'. */
export function formatCount(count: number): string {
  return grouped(String(count));
}

/**
 * The digits of a whole number, '-' before them or not, in groups of three as Brazilians write them. The platform's own
 * formatter (Intl.NumberFormat) writes the same; to make the first takes a visit 12 to 15 ms.
 */
export function grouped(digits: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, '.');
}

/** A text up to `max` characters whole, a longer one cut there and followed by '...'. */
export function shortened(text: string, max: number): string {
  // By code points: no character is cut in half.
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max).join('')}...` : text;
}
