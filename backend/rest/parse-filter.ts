import { refuse } from './errors.ts';
import { limits } from './limits.ts';
import { Scanner } from './scanner.ts';

export type Comparison = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'ilike';
export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown';
export type Test =
  | { kind: 'compare'; operator: Comparison; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; value: IsValue };
export type Filter =
  | { kind: 'test'; column: string; negated: boolean; test: Test }
  | { kind: 'and' | 'or'; negated: boolean; filters: Filter[] };

const COMPARISONS = new Set(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike']);
const IS_VALUES = new Set(['null', 'not_null', 'true', 'false', 'unknown']);
const OTHER_OPERATORS = new Set(
  'match imatch isdistinct fts plfts phfts wfts cs cd ov sl sr nxr nxl adj'.split(' '),
);

/** Reads `?column=operator.value` (PostgREST docs, Horizontal filtering). @throws RestError */
export function parseFilter(column: string, text: string): Filter {
  const scanner = new Scanner('filter', text);
  const filter = readTest(scanner, column, (value) => value.rest());
  scanner.expectEnd();
  return filter;
}

/** Reads `?or=(…)`, `?and=(…)` and their negations. @throws RestError */
export function parseLogic(operator: 'and' | 'or', negated: boolean, text: string): Filter {
  const scanner = new Scanner('logic tree', text);
  const filters = readGroup(scanner, 1);
  scanner.expectEnd();
  return { kind: operator, negated, filters };
}

function readGroup(scanner: Scanner, depth: number): Filter[] {
  if (depth > limits.filterDepth)
    refuse(`Filters are nested at most ${limits.filterDepth} levels deep.`);
  const filters: Filter[] = [];
  scanner.skipSpaces();
  scanner.expect('(');
  do {
    scanner.skipSpaces();
    filters.push(readBranch(scanner, depth));
    scanner.skipSpaces();
  } while (scanner.take(','));
  scanner.expect(')');
  scanner.skipSpaces();
  return filters;
}

function readBranch(scanner: Scanner, depth: number): Filter {
  const [group, not, operator] =
    /^(not\.)?(and|or)(?=\s*\()/.exec(scanner.text.slice(scanner.position)) ?? [];
  if (group !== undefined) {
    scanner.expect(group);
    const kind = operator === 'and' ? 'and' : 'or';
    return { kind, negated: not !== undefined, filters: readGroup(scanner, depth + 1) };
  }
  const column = scanner.name();
  if (scanner.isAt('->')) refuse('JSON paths (column->key) are not supported.');
  scanner.skipSpaces();
  scanner.expect('.');
  return readTest(scanner, column, readBranchValue);
}

/** Inside a logic tree a value ends at a comma or parenthesis unless quoted or an array literal. */
function readBranchValue(scanner: Scanner) {
  return readQuotedElement(scanner) ?? readArrayLiteral(scanner) ?? scanner.until(',)');
}

function readArrayLiteral(scanner: Scanner) {
  const [literal] = /^\{[^{}]*\}/.exec(scanner.text.slice(scanner.position)) ?? [];
  if (literal !== undefined) scanner.expect(literal);
  return literal;
}

function readTest(
  scanner: Scanner,
  column: string,
  readValue: (scanner: Scanner) => string,
): Filter {
  const negated = scanner.take('not.');
  const operator = scanner.word();
  if (OTHER_OPERATORS.has(operator)) refuse(`The operator '${operator}' is not supported.`);
  const isKnown = operator === 'in' || operator === 'is' || isComparison(operator);
  if (isKnown && scanner.isAt('('))
    refuse(`The operator modifier '${operator}(…)' is not supported.`);
  if (!isKnown || !scanner.isAt('.')) {
    scanner.position -= operator.length;
    scanner.fail('expecting operator (eq, gt, ...)');
  }
  scanner.expect('.');
  return { kind: 'test', column, negated, test: readOperand(scanner, operator, readValue) };
}

function readOperand(
  scanner: Scanner,
  operator: string,
  readValue: (scanner: Scanner) => string,
): Test {
  if (operator === 'in') return { kind: 'in', values: readList(scanner) };
  if (operator === 'is') return { kind: 'is', value: readIsValue(scanner) };
  if (isComparison(operator)) return { kind: 'compare', operator, value: readValue(scanner) };
  return scanner.fail('expecting operator (eq, gt, ...)');
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
function readQuotedElement(scanner: Scanner) {
  const quoted = /^"(?:[^"\\]|\\[^])*"(?=[,)]|$)/.test(scanner.text.slice(scanner.position));
  return quoted ? scanner.quoted() : undefined;
}

function isComparison(operator: string): operator is Comparison {
  return COMPARISONS.has(operator);
}

function isIsValue(value: string): value is IsValue {
  return IS_VALUES.has(value);
}
