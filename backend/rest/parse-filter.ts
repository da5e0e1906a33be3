import { refuse } from './errors.ts';
import { limits } from './limits.ts';
import { readField, type Field, type JsonStep } from './parse-json-path.ts';
import { readQuotedElement, readTest, type Test } from './parse-test.ts';
import { Scanner } from './scanner.ts';

export type Filter =
  | { kind: 'test'; column: string; json?: JsonStep[]; negated: boolean; test: Test }
  | { kind: 'and' | 'or'; negated: boolean; filters: Filter[] };

/** Reads `?column=operator.value` (PostgREST docs, Horizontal filtering). @throws RestError */
export function parseFilter(field: Field, text: string): Filter {
  const scanner = new Scanner('filter', text);
  const filter = toFilter(
    field,
    readTest(scanner, (value) => value.rest()),
  );
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
  const field = readField(scanner);
  scanner.expect('.');
  return toFilter(field, readTest(scanner, readBranchValue));
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

function toFilter({ name, json }: Field, test: { negated: boolean; test: Test }): Filter {
  return { kind: 'test', column: name, ...(json === undefined ? {} : { json }), ...test };
}
