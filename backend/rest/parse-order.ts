import { refuse } from './errors.ts';
import { limits } from './limits.ts';
import { readField, readJsonPath, type Field, type JsonStep } from './parse-json-path.ts';
import { Scanner } from './scanner.ts';

/** `relation` is set for an order by a column of an embedded to-one resource: `order=categories(name)`. */
export type OrderTerm = {
  column: string;
  json?: JsonStep[];
  relation?: string;
  direction?: 'asc' | 'desc';
  nulls?: 'first' | 'last';
};

/** Reads `order=` (PostgREST docs, Ordering). @throws RestError */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner('order', text);
  const terms: OrderTerm[] = [];
  do {
    scanner.skipSpaces();
    terms.push(readTerm(scanner));
    if (terms.length > limits.orderTerms)
      refuse(`An order has at most ${limits.orderTerms} terms.`);
    scanner.skipSpaces();
  } while (scanner.take(','));
  scanner.expectEnd();
  return terms;
}

function readTerm(scanner: Scanner): OrderTerm {
  const term = readOrdered(scanner);
  if (scanner.take('.asc')) term.direction = 'asc';
  else if (scanner.take('.desc')) term.direction = 'desc';
  if (scanner.take('.nullsfirst')) term.nulls = 'first';
  else if (scanner.take('.nullslast')) term.nulls = 'last';
  return term;
}

function readOrdered(scanner: Scanner): OrderTerm {
  const name = scanner.name();
  if (!scanner.take('(')) return toTerm({ name, ...readJsonPath(scanner) });
  const field = readField(scanner);
  scanner.expect(')');
  return { ...toTerm(field), relation: name };
}

function toTerm({ name, json }: Field): OrderTerm {
  return json === undefined ? { column: name } : { column: name, json };
}
