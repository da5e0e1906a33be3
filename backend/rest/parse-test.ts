import { refuse } from './errors.ts';
import { limits } from './limits.ts';
import {
  isComparison,
  isQuantifiable,
  isSearch,
  type Comparison,
  type Search,
} from './operators.ts';
import type { Scanner } from './scanner.ts';

export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown';
export type Quantifier = 'any' | 'all';

/** What a filter asks of a value. */
export type Test =
  | { kind: 'compare'; operator: Comparison; quantifier?: Quantifier; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; value: IsValue }
  | { kind: 'distinct'; value: string }
  | { kind: 'search'; operator: Search; language?: string; value: string };

const IS_VALUES = new Set(['null', 'not_null', 'true', 'false', 'unknown']);
const LANGUAGE = /\([\p{L}\p{Nd}_$ ]+\)(?=\.)/uy;
const QUANTIFIER = /\((?:any|all)\)/uy;

/** Reads `[not.]operator.value`; how far a value goes depends on what it stands in. @throws RestError */
export function readTest(
  scanner: Scanner,
  readValue: (scanner: Scanner) => string,
): { negated: boolean; test: Test } {
  const negated = scanner.take('not.');
  const start = scanner.position;
  const operator = scanner.word();
  const modifier = scanner.match(isSearch(operator) ? LANGUAGE : QUANTIFIER);
  const test = scanner.take('.') ? readOperand(scanner, operator, modifier, readValue) : undefined;
  if (test !== undefined) return { negated, test };
  scanner.position = start;
  return scanner.fail('expecting operator (eq, gt, ...)');
}

function readOperand(
  scanner: Scanner,
  operator: string,
  modifier: string | undefined,
  readValue: (scanner: Scanner) => string,
): Test | undefined {
  if (isSearch(operator)) {
    const language = modifier?.slice(1, -1).trim();
    const given = language === undefined ? {} : { language };
    return { kind: 'search', operator, ...given, value: readValue(scanner) };
  }
  const quantifier = modifier === '(any)' ? 'any' : 'all';
  if (modifier !== undefined) {
    return isComparison(operator) && isQuantifiable(operator)
      ? { kind: 'compare', operator, quantifier, value: readValue(scanner) }
      : undefined;
  }
  if (operator === 'in') return { kind: 'in', values: readList(scanner) };
  if (operator === 'is') return { kind: 'is', value: readIsValue(scanner) };
  if (operator === 'isdistinct') return { kind: 'distinct', value: readValue(scanner) };
  return isComparison(operator)
    ? { kind: 'compare', operator, value: readValue(scanner) }
    : undefined;
}

function readIsValue(scanner: Scanner): IsValue {
  const value = scanner.word().toLowerCase();
  if (isIsValue(value)) return value;
  scanner.position -= value.length;
  return scanner.fail('expecting isVal: (null, not_null, true, false, unknown)');
}

function readList(scanner: Scanner) {
  const values: string[] = [];
  scanner.skipSpaces();
  scanner.expect('(');
  do {
    values.push(readQuotedElement(scanner) ?? scanner.until(',)'));
    if (values.length > limits.listValues)
      refuse(`A list has at most ${limits.listValues} values.`);
  } while (scanner.take(','));
  scanner.expect(')');
  scanner.skipSpaces();
  return values.length === 1 && values[0] === '' ? [] : values;
}

/** Quotes count only around the whole element; elsewhere they are ordinary characters. */
export function readQuotedElement(scanner: Scanner) {
  const quoted = /^"(?:[^"\\]|\\[^])*"(?=[,)]|$)/.test(scanner.text.slice(scanner.position));
  return quoted ? scanner.quoted() : undefined;
}

function isIsValue(value: string): value is IsValue {
  return IS_VALUES.has(value);
}
