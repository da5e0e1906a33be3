/** Operators of a column and one value, as PostgREST names them (PostgREST docs, Operators), and in SQL. */
export const COMPARISONS = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const;

/** Full text search: the function that reads the words asked for. */
export const SEARCHES = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const;

export type Comparison = keyof typeof COMPARISONS;
export type Search = keyof typeof SEARCHES;

export function isComparison(name: string): name is Comparison {
  return Object.hasOwn(COMPARISONS, name);
}

export function isSearch(name: string): name is Search {
  return Object.hasOwn(SEARCHES, name);
}

const QUANTIFIABLE = new Set('eq gt gte lt lte like ilike match imatch'.split(' '));

/** Whether `(any)` and `(all)` may follow. */
export function isQuantifiable(name: string) {
  return QUANTIFIABLE.has(name);
}
