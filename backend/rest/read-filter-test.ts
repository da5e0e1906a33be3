import { refuseUnsupported } from './errors.ts';
import { REST_LIMITS } from './limits.ts';
import type { Scanner } from './scanner.ts';

/** SQL of the operators that compare a column with one value, keyed by PostgREST's name (PostgREST docs, Operators). */
export const COMPARISON_OPERATORS = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
} as const;

/** The operands of `is.`, with their SQL. */
export const IS_OPERATOR_VALUES = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
} as const;

/** The operator of a filter, with its value or values. */
export type FilterTest =
  | { kind: 'compare'; operator: keyof typeof COMPARISON_OPERATORS; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; value: keyof typeof IS_OPERATOR_VALUES };

/**
 * Reads `[not.]operator.value`.
 * @param readValue reads the value: where a value ends depends on the parameter of the URL
 * @throws RestError
 */
export function readFilterTest(
  scanner: Scanner,
  readValue: (scanner: Scanner) => string,
): { negated: boolean; test: FilterTest } {
  const negated = scanner.take('not.');
  const start = scanner.position;
  const operator = scanner.word();
  const modifier = scanner.match(MODIFIER);
  const isRead = scanner.take('.');
  if (isRead && (OTHERS.has(operator) || (modifier !== undefined && isComparison(operator))))
    refuseUnsupported(`The operator '${operator}${modifier ?? ''}' is not supported.`);
  if (isRead && modifier === undefined) {
    if (operator === 'in') return { negated, test: { kind: 'in', values: readList(scanner) } };
    if (operator === 'is') return { negated, test: { kind: 'is', value: readIsValue(scanner) } };
    if (isComparison(operator))
      return { negated, test: { kind: 'compare', operator, value: readValue(scanner) } };
  }
  scanner.position = start;
  return scanner.fail('expecting operator (eq, gt, ...)');
}

/** Operators of PostgREST that this server does not support. */
const OTHERS = new Set(
  'match imatch isdistinct cs cd ov sl sr nxr nxl adj fts plfts phfts wfts'.split(' '),
);
/** Matches the modifier after an operator: `(any)`, `(all)`, or the language of a text search in parentheses. */
const MODIFIER = /\([\p{L}\p{Nd}_$ ]+\)(?=\.)/uy;

function isComparison(name: string): name is keyof typeof COMPARISON_OPERATORS {
  return Object.hasOwn(COMPARISON_OPERATORS, name);
}

function readIsValue(scanner: Scanner) {
  const value = scanner.word().toLowerCase();
  if (isIsValue(value)) return value;
  scanner.position -= value.length;
  return scanner.fail('expecting isVal: (null, not_null, true, false, unknown)');
}

function isIsValue(value: string): value is keyof typeof IS_OPERATOR_VALUES {
  return Object.hasOwn(IS_OPERATOR_VALUES, value);
}

/** Reads a list in parentheses. Spaces are part of a value, except before the first value. */
function readList(scanner: Scanner) {
  const values: string[] = [];
  scanner.skipSpaces();
  scanner.expect('(');
  scanner.skipSpaces();
  do {
    values.push(scanner.element());
    if (values.length > REST_LIMITS.listValues)
      refuseUnsupported(`A list has at most ${REST_LIMITS.listValues} values.`);
  } while (scanner.take(','));
  scanner.expect(')');
  scanner.skipSpaces();
  return values.length === 1 && values[0] === '' ? [] : values;
}
