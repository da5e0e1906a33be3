import { buildChangeResponse, type PreparedRequest } from './response.ts';
import type { SchemaCache, Column, Privilege, Relation } from './catalogue.ts';
import {
  createAnonymousDeniedError,
  refuseInvalidBody,
  refuseUnsupported,
  refuseUnsupportedIf,
  RestError,
  StaleSchemaCacheError,
} from './errors.ts';
import { countPatterns, parseQuery, type ParsedQuery } from './parse.ts';
import { getObjectKeys, parseQueryParameters, readJson, type RestRequest } from './request.ts';
import { findRelation, resolveFilter, resolveRead } from './resolve.ts';
import { buildChangeSql, type RowChange } from './sql-write.ts';

/**
 * Prepares POST, PATCH and DELETE of a table (PostgREST docs, Insert, Update, Delete).
 * @throws RestError
 */
export function prepareWrite(
  catalogue: SchemaCache,
  table: string,
  request: RestRequest,
  maxRows: number,
): PreparedRequest {
  const privilege = PRIVILEGES[request.method];
  if (privilege === undefined)
    throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${request.method}`);
  const query = parseQuery(parseQueryParameters(request.url));
  const relation = findRelation(catalogue, table);
  refuseUnsupportedIf(
    query.limit !== undefined || query.offset !== undefined,
    'limit and offset are',
  );
  refuseUnsupportedIf(query.order.length > 0, 'order is');
  refuseUnsupportedIf(
    query.columns !== undefined && privilege !== 'insert',
    "The parameter 'columns' is",
  );
  const change = planChange(relation, query, request);
  const { outputs, embeds } = resolveRead(catalogue, relation, query);
  const { representation } = request.preferences;
  return {
    statement: buildChangeSql(change, maxRows, representation ? { outputs, embeds } : undefined),
    isReadOnly: false,
    seesRequest: false,
    // `toResponse` can refuse two results: for a single object, any number of rows except one; for returned rows, a
    // list that is too long.
    mayRollBack: request.isSingular || representation,
    patterns: countPatterns(query),
    embeds: embeds.map(({ name, relation: { name: of } }) => ({ name, table: of })),
    closed: relation.open.has(privilege)
      ? undefined
      : createAnonymousDeniedError(relation.kind, relation.name),
    toResponse: (row) => buildChangeResponse(row, request),
  };
}

const PRIVILEGES: Record<string, Privilege> = { POST: 'insert', PATCH: 'update', DELETE: 'delete' };

function planChange(relation: Relation, query: ParsedQuery, request: RestRequest): RowChange {
  if (request.method === 'POST') return planInsert(relation, query, request);
  const where = query.filters.map((filter) => resolveFilter(relation, filter));
  if (request.method === 'DELETE') {
    refuseWithoutFilter(where.length, 'DELETE');
    return { kind: 'delete', relation, where };
  }
  refuseWithoutFilter(where.length, 'UPDATE');
  const keys =
    getObjectKeys(readJson(request)) ??
    refuseUnsupported('The body of an update is one JSON object.');
  if (keys.length === 0) refuseUnsupported('An update names at least one column.');
  const columns = payloadColumns(relation, keys);
  return { kind: 'update', relation, columns, body: request.body, where };
}

function planInsert(relation: Relation, query: ParsedQuery, request: RestRequest): RowChange {
  refuseUnsupportedIf(query.filters.length > 0, 'Filters on an insert are');
  const payload = readJson(request);
  const columns = payloadColumns(relation, query.columns ?? payloadKeys(payload));
  const isList = Array.isArray(payload);
  return { kind: 'insert', relation, columns, body: request.body, isList };
}

/**
 * Returns the keys of the objects in the body. All objects must have the same keys. Not called if the parameter
 * `columns` lists the columns.
 * @throws RestError PGRST102
 */
function payloadKeys(payload: unknown) {
  const lists = Array.isArray(payload)
    ? payload.map(getObjectKeys)
    : [getObjectKeys(payload) ?? refuseInvalidBody('Empty or invalid json')];
  const [keys = []] = lists;
  const canonical = keys.toSorted().join('\n');
  // `getObjectKeys` returns undefined for an item that is not an object.
  if (lists.some((each) => each?.toSorted().join('\n') !== canonical))
    refuseInvalidBody('All object keys must match');
  return keys;
}

function payloadColumns(relation: Relation, keys: string[]): Column[] {
  return [...new Set(keys)].map((key) => {
    const column = relation.columns.get(key);
    if (column !== undefined) return column;
    const message = `Could not find the '${key}' column of '${relation.name}' in the schema cache`;
    throw new StaleSchemaCacheError(400, 'PGRST204', message);
  });
}

/**
 * Refuses an update or a deletion without a filter, as the hosted platform does for this protocol with `safeupdate`.
 */
function refuseWithoutFilter(filters: number, command: string) {
  if (filters === 0) throw new RestError(400, '21000', `${command} requires a WHERE clause`);
}
