import { refuse } from './errors.ts';
import { limits } from './limits.ts';
import { Scanner } from './scanner.ts';

export type SelectItem =
  | { kind: 'star' }
  | { kind: 'column'; name: string; alias?: string }
  | {
      kind: 'embed';
      target: string;
      alias?: string;
      hint?: string;
      inner: boolean;
      items: SelectItem[];
    };

type Budget = { items: number; embeds: number };

/** Reads `select=` (PostgREST docs, Vertical filtering and Resource embedding). @throws RestError */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner('select parameter', text);
  const items = readItems(scanner, { items: 0, embeds: 0 }, 0);
  scanner.expectEnd();
  return items;
}

function readItems(scanner: Scanner, budget: Budget, depth: number): SelectItem[] {
  scanner.skipSpaces();
  if (scanner.isAtEnd() || scanner.isAt(')')) refuse('An empty select list is not supported.');
  const items: SelectItem[] = [];
  do {
    budget.items += 1;
    if (budget.items > limits.selectItems)
      refuse(`A select list has at most ${limits.selectItems} items.`);
    scanner.skipSpaces();
    items.push(readItem(scanner, budget, depth));
    scanner.skipSpaces();
  } while (scanner.take(','));
  return items;
}

function readItem(scanner: Scanner, budget: Budget, depth: number): SelectItem {
  if (scanner.isAt('...')) refuse('Spread embedding (...table) is not supported.');
  if (scanner.take('*')) return { kind: 'star' };
  const first = scanner.name();
  const isAlias = scanner.isAt(':') && !scanner.isAt('::');
  if (isAlias) scanner.expect(':');
  const name = isAlias ? scanner.name() : first;
  const alias = isAlias ? { alias: first } : {};
  refuseTransformations(scanner, name);
  if (scanner.isAt('!') || scanner.isAt('(')) {
    return { kind: 'embed', target: name, ...alias, ...readEmbed(scanner, budget, depth + 1) };
  }
  return { kind: 'column', name, ...alias };
}

function refuseTransformations(scanner: Scanner, name: string) {
  if (scanner.isAt('->')) refuse('JSON paths (column->key) are not supported.');
  if (scanner.isAt('::')) refuse('Casts (column::type) are not supported.');
  if (scanner.isAt('.') || (name === 'count' && scanner.isAt('()')))
    refuse('Aggregate functions are not supported.');
}

function readEmbed(scanner: Scanner, budget: Budget, depth: number) {
  budget.embeds += 1;
  if (depth > limits.embedDepth)
    refuse(`Resources are embedded at most ${limits.embedDepth} levels deep.`);
  if (budget.embeds > limits.embeds)
    refuse(`A select list embeds at most ${limits.embeds} resources.`);
  const parameters = readParameters(scanner);
  scanner.expect('(');
  const items = readItems(scanner, budget, depth);
  scanner.expect(')');
  return { ...parameters, items };
}

/** `!inner`, `!left` and a hint, in any order. */
function readParameters(scanner: Scanner) {
  const given: string[] = [];
  while (scanner.take('!')) given.push(scanner.name());
  const hints = given.filter((parameter) => parameter !== 'inner' && parameter !== 'left');
  if (given.length > 2 || hints.length > 1)
    scanner.fail('expecting at most one hint and one of !inner, !left');
  return { inner: given.includes('inner'), ...(hints[0] === undefined ? {} : { hint: hints[0] }) };
}
