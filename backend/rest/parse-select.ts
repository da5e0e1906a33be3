import { isCast } from './casts.ts';
import { aggregatesNotAllowed, refuse } from './errors.ts';
import { limits } from './limits.ts';
import { readJsonPath, type JsonStep } from './parse-json-path.ts';
import { Scanner } from './scanner.ts';

export type SelectItem =
  | { kind: 'star' }
  | { kind: 'column'; name: string; json?: JsonStep[]; cast?: string; alias?: string }
  | EmbedItem;

/** A resource under its name or alias; with `isSpread` its columns stand among those of the outer one. */
export type EmbedItem = {
  kind: 'embed';
  target: string;
  alias?: string;
  isSpread?: true;
  hint?: string;
  inner: boolean;
  items: SelectItem[];
};

type Budget = { items: number; embeds: number };

const AGGREGATE = /\.(?:sum|avg|count|max|min)\(\)/uy;
const CAST = /[\p{L}\p{Nd}_$ ]+/uy;

/** Reads `select=` (PostgREST docs, Vertical filtering and Resource embedding). @throws RestError */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner('select parameter', text);
  if (scanner.isAtEnd()) return [{ kind: 'star' }];
  const items = readItems(scanner, { items: 0, embeds: 0 }, 0);
  scanner.expectEnd();
  return items;
}

function readItems(scanner: Scanner, budget: Budget, depth: number): SelectItem[] {
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
  if (scanner.take('*')) return { kind: 'star' };
  if (scanner.take('...')) {
    const target = scanner.name();
    return { kind: 'embed', target, isSpread: true, ...readEmbed(scanner, budget, depth + 1) };
  }
  const first = scanner.name();
  const isAlias = scanner.isAt(':') && !scanner.isAt('::');
  if (isAlias) scanner.expect(':');
  const name = isAlias ? scanner.name() : first;
  const alias = isAlias ? { alias: first } : {};
  if (name === 'count' && scanner.isAt('()')) throw aggregatesNotAllowed();
  if (scanner.isAt('!') || scanner.isAt('(')) {
    return { kind: 'embed', target: name, ...alias, ...readEmbed(scanner, budget, depth + 1) };
  }
  const json = readJsonPath(scanner);
  const cast = readCast(scanner);
  if (scanner.match(AGGREGATE) !== undefined) throw aggregatesNotAllowed();
  return { kind: 'column', name, ...json, ...cast, ...alias };
}

function readCast(scanner: Scanner): { cast?: string } {
  if (!scanner.take('::')) return {};
  const cast = scanner.match(CAST)?.trim().toLowerCase() ?? '';
  if (cast === '') scanner.fail('expecting letter or digit');
  if (!isCast(cast)) refuse(`The cast '::${cast}' is not supported.`);
  return { cast };
}

function readEmbed(scanner: Scanner, budget: Budget, depth: number) {
  budget.embeds += 1;
  if (depth > limits.embedDepth)
    refuse(`Resources are embedded at most ${limits.embedDepth} levels deep.`);
  if (budget.embeds > limits.embeds)
    refuse(`A select list embeds at most ${limits.embeds} resources.`);
  const parameters = readParameters(scanner);
  scanner.expect('(');
  // An empty list shows nothing of the resource: it is there to be filtered by.
  scanner.skipSpaces();
  const items = scanner.isAt(')') ? [] : readItems(scanner, budget, depth);
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
