import { refuse } from './errors.ts';
import { limits } from './limits.ts';
import { Scanner } from './scanner.ts';

/** `relation` is set for an order by a column of an embedded to-one resource: `order=categories(name)`. */
export type OrderTerm = {
  column: string;
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
  const name = scanner.name();
  const related = scanner.take('(') ? scanner.name() : undefined;
  if (scanner.isAt('->')) refuse('JSON paths (column->key) are not supported.');
  if (related !== undefined) scanner.expect(')');
  const term: OrderTerm =
    related === undefined ? { column: name } : { column: related, relation: name };
  if (scanner.take('.asc')) term.direction = 'asc';
  else if (scanner.take('.desc')) term.direction = 'desc';
  if (scanner.take('.nullsfirst')) term.nulls = 'first';
  else if (scanner.take('.nullslast')) term.nulls = 'last';
  return term;
}
