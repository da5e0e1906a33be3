import {
  createAggregatesNotAllowedError,
  createRangeNotSatisfiableError,
  refuseUnsupported,
  refuseInvalidSyntax,
} from './errors.ts';
import { REST_LIMITS } from './limits.ts';
import { readFilterTest, type FilterTest } from './read-filter-test.ts';
import { Scanner } from './scanner.ts';

/**
 * The parsed query parameters of a URL. The parser does not check whether the named columns and resources exist in the
 * `SchemaCache` (catalogue.ts).
 */
export type ParsedQuery = {
  select: SelectItem[];
  filters: Filter[];
  order: OrderTerm[];
  limit?: number;
  offset?: number;
  columns?: string[];
  /** Parameters of embedded resources, keyed by the name or alias of the resource. */
  embedded: Map<string, { filter?: Comparison; order?: OrderTerm[] }>;
};

export type SelectItem =
  | { kind: 'star' }
  | { kind: 'column'; name: string; alias?: string }
  | { kind: 'embed'; target: string; alias?: string; hint?: string; items: SelectItem[] };

export type Comparison = { kind: 'test'; column: string; negated: boolean; test: FilterTest };
/** One comparison, or a group of comparisons that `and` or `or` joins. Groups cannot contain groups. */
export type Filter =
  | Comparison
  | { kind: 'and' | 'or'; negated: boolean; comparisons: Comparison[] };

export type OrderTerm = { column: string; direction?: 'asc' | 'desc'; nulls?: 'first' | 'last' };

/**
 * Parses the parameters of a URL, in their order. Each parameter is a setting (`readSetting`), a group of filters, a
 * parameter of an embedded resource, or a filter.
 * @throws RestError
 */
export function parseQuery(parameters: Iterable<[string, string]>): ParsedQuery {
  const query: ParsedQuery = {
    select: [{ kind: 'star' }],
    filters: [],
    order: [],
    embedded: new Map(),
  };
  const seen = new Set<string>();
  for (const [key, value] of parameters) {
    const setting = readParameter(query, key, value);
    if (setting === undefined) continue;
    if (seen.has(setting)) refuseUnsupported(`The parameter '${setting}' is given twice.`);
    seen.add(setting);
  }
  const embedded = [...query.embedded.values()].filter(({ filter }) => filter !== undefined);
  if (comparisonsOf(query).length + embedded.length > REST_LIMITS.filters)
    refuseUnsupported(`A request has at most ${REST_LIMITS.filters} filters.`);
  if (countPatterns(query) > REST_LIMITS.patterns)
    refuseUnsupported(`A request has at most ${REST_LIMITS.patterns} patterns.`);
  return query;
}

/**
 * Returns the number of filters with a pattern (LIKE, ILIKE). Filters of embedded resources cannot have a pattern,
 * because they only test equality.
 */
export function countPatterns(query: ParsedQuery) {
  const patterns = comparisonsOf(query).filter(
    ({ test }) =>
      test.kind === 'compare' && (test.operator === 'like' || test.operator === 'ilike'),
  );
  return patterns.length;
}

function comparisonsOf({ filters }: ParsedQuery) {
  return filters.flatMap((filter) => (filter.kind === 'test' ? [filter] : filter.comparisons));
}

/**
 * Reads a parameter into `query`.
 * @returns the name of a parameter that can occur only once (`limit`, `notes.order`); undefined for a filter or group
 */
function readParameter(query: ParsedQuery, key: string, value: string): string | undefined {
  const { path, name, isQuoted } = readKey(key);
  const isGroup = !isQuoted && (name === 'and' || name === 'or');
  const negated = isGroup && path.at(-1) === 'not';
  if (negated) path.pop();
  const [resource, ...deeper] = path;
  if (deeper.length > 0) refuseUnsupported('Resources are embedded one level deep.');
  if (resource !== undefined) return readOfEmbedded(query, resource, name, isQuoted, value);
  if (isGroup) query.filters.push({ kind: name, negated, comparisons: readGroup(value) });
  else if (!isQuoted && readSetting(query, name, value)) return name;
  else query.filters.push(parseFilter(name, value));
  return undefined;
}

/**
 * Reads a setting into `query`. A setting is a parameter that can occur only once.
 * @returns false if the parameter is a filter
 */
function readSetting(query: ParsedQuery, name: string, value: string) {
  if (name === 'select') query.select = parseSelect(value);
  else if (name === 'order') query.order = parseOrder(value);
  else if (name === 'limit') query.limit = readLimit(value);
  else if (name === 'offset') query.offset = readWhole('offset', value);
  else if (name === 'columns') query.columns = readNames(value);
  else if (name === 'on_conflict')
    refuseUnsupported("The parameter 'on_conflict' is not supported.");
  else return false;
  return true;
}

function readOfEmbedded(
  query: ParsedQuery,
  resource: string,
  name: string,
  isQuoted: boolean,
  value: string,
) {
  const embed = query.embedded.get(resource) ?? {};
  query.embedded.set(resource, embed);
  if (!isQuoted && name === 'order') {
    embed.order = parseOrder(value);
    return `${resource}.order`;
  }
  if (!isQuoted && ['limit', 'offset', 'and', 'or'].includes(name))
    refuseUnsupported(`'${name}' of an embedded resource is not supported.`);
  const filter = parseFilter(name, value);
  const isEquality =
    !filter.negated && filter.test.kind === 'compare' && filter.test.operator === 'eq';
  if (!isEquality || embed.filter !== undefined)
    refuseUnsupported('An embedded resource has one filter, of equality.');
  embed.filter = filter;
  return undefined;
}

/**
 * Splits the key of a parameter into the path of embedded resources and the name after it. A quoted name is a column.
 */
function readKey(key: string) {
  const scanner = new Scanner('tree path', key);
  const path: string[] = [];
  let isQuoted = scanner.isAt('"');
  let name = scanner.name();
  while (scanner.take('.')) {
    path.push(name);
    isQuoted = scanner.isAt('"');
    name = scanner.name();
  }
  refuseJsonPath(scanner);
  scanner.expectEnd();
  return { path, name, isQuoted };
}

/** Reads `?column=operator.value` (PostgREST docs, Horizontal filtering). @throws RestError */
function parseFilter(column: string, text: string): Comparison {
  const scanner = new Scanner('filter', text);
  const test = readFilterTest(scanner, (value) => value.rest());
  scanner.expectEnd();
  return { kind: 'test', column, ...test };
}

/** Reads `?or=(…)`, `?and=(…)`. @throws RestError */
function readGroup(text: string): Comparison[] {
  const scanner = new Scanner('logic tree', text);
  scanner.skipSpaces();
  scanner.expect('(');
  const comparisons = scanner.list(() => readBranch(scanner));
  scanner.expect(')');
  scanner.skipSpaces();
  scanner.expectEnd();
  return comparisons;
}

const GROUP = /(?:not\.)?(?:and|or)\s*\(/uy;

function readBranch(scanner: Scanner): Comparison {
  if (scanner.match(GROUP) !== undefined)
    refuseUnsupported('Groups of filters inside others are not supported.');
  const column = scanner.name();
  refuseJsonPath(scanner);
  scanner.skipSpaces();
  scanner.expect('.');
  return { kind: 'test', column, ...readFilterTest(scanner, readBranchValue) };
}

/** Reads a value inside a group. The commas inside an array literal belong to the value. */
function readBranchValue(scanner: Scanner) {
  return scanner.match(ARRAY) ?? scanner.element();
}

const ARRAY = /\{[^{}]*\}/uy;

/** Reads `select=` (PostgREST docs, Vertical filtering and Resource embedding). @throws RestError */
function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner('select parameter', text);
  if (scanner.isAtEnd()) return [{ kind: 'star' }];
  const items = readItems(scanner, false);
  scanner.expectEnd();
  const embeds = items.filter(({ kind }) => kind === 'embed');
  if (embeds.length > REST_LIMITS.embeds)
    refuseUnsupported(`A select list embeds at most ${REST_LIMITS.embeds} resources.`);
  return items;
}

function readItems(scanner: Scanner, isInside: boolean): SelectItem[] {
  const items = scanner.list(() => readItem(scanner, isInside));
  if (items.length > REST_LIMITS.selectItems)
    refuseUnsupported(`A select list has at most ${REST_LIMITS.selectItems} items.`);
  return items;
}

function readItem(scanner: Scanner, isInside: boolean): SelectItem {
  if (scanner.take('*')) return { kind: 'star' };
  if (scanner.take('...')) refuseUnsupported('Spread resources are not supported.');
  const first = scanner.name();
  const isAlias = scanner.isAt(':') && !scanner.isAt('::');
  if (isAlias) scanner.expect(':');
  const name = isAlias ? scanner.name() : first;
  const alias = isAlias ? { alias: first } : {};
  if (name === 'count' && scanner.isAt('()')) throw createAggregatesNotAllowedError();
  if (scanner.isAt('!') || scanner.isAt('(')) {
    if (isInside) refuseUnsupported('Resources are embedded one level deep.');
    return { kind: 'embed', target: name, ...alias, ...readEmbed(scanner) };
  }
  refuseJsonPath(scanner);
  if (scanner.match(AGGREGATE) !== undefined) throw createAggregatesNotAllowedError();
  if (scanner.isAt('::')) refuseUnsupported('Casts are not supported.');
  return { kind: 'column', name, ...alias };
}

const AGGREGATE = /(?:::[\p{L}\p{Nd}_$ ]+)?\.(?:sum|avg|count|max|min)\(\)/uy;

function readEmbed(scanner: Scanner) {
  const hint = scanner.take('!') ? scanner.name() : undefined;
  if (hint === 'inner' || hint === 'left' || scanner.isAt('!'))
    refuseUnsupported("'!inner' and '!left' are not supported.");
  scanner.expect('(');
  scanner.skipSpaces();
  if (scanner.isAt(')'))
    refuseUnsupported('A resource of which nothing is selected is not supported.');
  const items = readItems(scanner, true);
  scanner.expect(')');
  return hint === undefined ? { items } : { hint, items };
}

/** Reads `order=` (PostgREST docs, Ordering). @throws RestError */
function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner('order', text);
  const terms = scanner.list(() => readTerm(scanner));
  if (terms.length > REST_LIMITS.orderTerms)
    refuseUnsupported(`An order has at most ${REST_LIMITS.orderTerms} terms.`);
  scanner.expectEnd();
  return terms;
}

function readTerm(scanner: Scanner): OrderTerm {
  const term: OrderTerm = { column: scanner.name() };
  if (scanner.isAt('(')) refuseUnsupported('Ordering by an embedded resource is not supported.');
  refuseJsonPath(scanner);
  if (scanner.take('.asc')) term.direction = 'asc';
  else if (scanner.take('.desc')) term.direction = 'desc';
  if (scanner.take('.nullsfirst')) term.nulls = 'first';
  else if (scanner.take('.nullslast')) term.nulls = 'last';
  return term;
}

function readNames(text: string) {
  const scanner = new Scanner('columns parameter', text);
  const names = scanner.list(() => scanner.name());
  scanner.expectEnd();
  return names;
}

function readLimit(text: string) {
  const limit = readWhole('limit', text);
  if (limit < 0)
    throw createRangeNotSatisfiableError('Limit should be greater than or equal to zero.');
  return limit;
}

/**
 * Reads a whole number, or refuses the text. PostgREST ignores a limit or offset that is not a number, but rows that
 * were not requested would be worse than an error.
 */
function readWhole(name: string, text: string) {
  if (!/^-?\d{1,15}$/.test(text)) refuseInvalidSyntax(name, text, 1, 'expecting a whole number');
  return Number(text);
}

function refuseJsonPath(scanner: Scanner) {
  if (scanner.isAt('->')) refuseUnsupported('JSON paths are not supported.');
}
