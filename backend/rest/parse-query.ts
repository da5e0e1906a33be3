import { rangeNotSatisfiable, refuse, unreadable } from './errors.ts';
import { limits } from './limits.ts';
import { parseFilter, parseLogic, type Filter } from './parse-filter.ts';
import { readJsonPath, type Field } from './parse-json-path.ts';
import { parseOrder, type OrderTerm } from './parse-order.ts';
import { parseSelect, type SelectItem } from './parse-select.ts';
import { Scanner } from './scanner.ts';

/** Something said of the resource at the end of a path of embedded resources; the empty path is the root. */
export type Placed<T> = { path: string[]; value: T };

export type Query = {
  select: SelectItem[];
  filters: Placed<Filter>[];
  orders: Placed<OrderTerm[]>[];
  limits: Placed<number>[];
  offsets: Placed<number>[];
  columns?: string[];
  onConflict?: string[];
};

/** Reads the parameters of an address, in their order. A parameter that says nothing it knows is an error. @throws RestError */
export function parseQuery(parameters: Iterable<[string, string]>): Query {
  const query: Query = {
    select: [{ kind: 'star' }],
    filters: [],
    orders: [],
    limits: [],
    offsets: [],
  };
  const seen = new Set<string>();
  for (const [key, value] of parameters) readParameter(query, seen, key, value);
  if (query.filters.length > limits.filters)
    refuse(`A request has at most ${limits.filters} filters.`);
  return query;
}

function readParameter(query: Query, seen: Set<string>, key: string, value: string) {
  const { path, field, isSurelyColumn } = readKey(key);
  const { name } = field;
  if (isSurelyColumn) {
    query.filters.push({ path, value: parseFilter(field, value) });
    return;
  }
  if (name === 'and' || name === 'or') {
    const negated = path.at(-1) === 'not';
    if (negated) path.pop();
    query.filters.push({ path, value: parseLogic(name, negated, value) });
    return;
  }
  const isSetting = readSetting(query, path, name, value);
  if (!isSetting) query.filters.push({ path, value: parseFilter(field, value) });
  else if (seen.has(key)) refuse(`The parameter '${key}' is given twice.`);
  seen.add(key);
}

/** The parameters that say something once; false for a filter. */
function readSetting(query: Query, path: string[], name: string, value: string) {
  if (name === 'order') query.orders.push({ path, value: parseOrder(value) });
  else if (name === 'limit') query.limits.push({ path, value: readLimit(value) });
  else if (name === 'offset') query.offsets.push({ path, value: readCount('offset', value) });
  else if (path.length > 0) return false;
  else if (name === 'select') query.select = parseSelect(value);
  else if (name === 'columns') query.columns = readNames('columns parameter', value);
  else if (name === 'on_conflict') query.onConflict = readNames('on_conflict parameter', value);
  else return false;
  return true;
}

/** The path of embedded resources and what stands after it: quotes or a JSON path make it a column, whatever its name. */
function readKey(key: string): { path: string[]; field: Field; isSurelyColumn: boolean } {
  const scanner = new Scanner('tree path', key);
  const path: string[] = [];
  let isQuoted = scanner.isAt('"');
  let name = scanner.name();
  while (scanner.take('.')) {
    path.push(name);
    isQuoted = scanner.isAt('"');
    name = scanner.name();
  }
  const field = { name, ...readJsonPath(scanner) };
  scanner.expectEnd();
  return { path, field, isSurelyColumn: isQuoted || field.json !== undefined };
}

function readNames(subject: string, text: string) {
  const scanner = new Scanner(subject, text);
  const names: string[] = [];
  do {
    scanner.skipSpaces();
    names.push(scanner.name());
    scanner.skipSpaces();
  } while (scanner.take(','));
  scanner.expectEnd();
  return names;
}

function readLimit(text: string) {
  if (/^-\d+$/.test(text))
    throw rangeNotSatisfiable('Limit should be greater than or equal to zero.');
  return readCount('limit', text);
}

/** PostgREST ignores a limit or offset that is no number; an answer with other rows than asked for would be worse than none. */
function readCount(name: string, text: string) {
  if (!/^\d{1,15}$/.test(text)) unreadable(name, text, 1, 'expecting a whole number');
  return Number(text);
}
