import { createNotSingularError, createRangeNotSatisfiableError, RestError } from './errors.ts';
import { REST_LIMITS } from './limits.ts';
import type { RestRequest } from './request.ts';
import type { RowRange, Statement } from './sql-read.ts';

/**
 * A prepared request: the statement for the database, and the function that builds the response from the one row that
 * the statement returns.
 */
export type PreparedRequest = {
  statement: Statement;
  /** Whether the statement runs in a read-only transaction. */
  isReadOnly: boolean;
  /** Whether SQL can read the method and headers of the request: only for GET and HEAD of functions. */
  seesRequest: boolean;
  /** Whether `toResponse` can refuse the result of a change. A refusal must roll the change back. */
  mayRollBack: boolean;
  /** The number of filters with a pattern (LIKE, ILIKE). */
  patterns: number;
  /** The tables that are embedded in the rows (`table`), with their keys in the JSON of a row (`name`). */
  embeds: readonly { name: string; table: string }[];
  /**
   * The error for an anonymous client, known before the statement runs; undefined if anonymous clients have permission.
   */
  closed: Error | undefined;
  /**
   * Builds the response from the one row of the statement.
   * @throws RestError
   */
  toResponse(row: ResultRow): RestResponse;
};

/**
 * The one row that a statement returns. `body` is the JSON of the rows, as a list. `is_long` is true if the list would
 * be too long, and null without rows.
 */
export type ResultRow = {
  body: string;
  rows: number;
  total: number | null;
  is_long: boolean | null;
  /** `response.status` and `response.headers`, as set by the function. */
  own_status?: string | null;
  own_headers?: string | null;
};
/**
 * A response. For HEAD, `body` is absent, so that no Content-Length is sent: the length of the body of GET is unknown.
 */
export type RestResponse = { status: number; headers: Record<string, string>; body?: string };

/**
 * Returns the response with the rows and their Content-Range. A request for an object is refused unless there is
 * exactly one row.
 * @throws RestError PGRST116, PGRST103, or 413 for a response that is too long
 */
export function buildRowsResponse(
  row: ResultRow,
  request: RestRequest,
  offset: number,
): RestResponse {
  const { preferences } = request;
  const { status, contentRange } = computeContentRange(offset, row.rows, row.total);
  const body = bodyOf(row, request.isSingular);
  const headers = {
    'content-type': contentType(request),
    'content-range': contentRange,
    ...appliedPreferences(preferences.isCounted ? ['count=exact'] : []),
  };
  if (status === 416) {
    const details = `An offset of ${offset} was requested, but there are only ${row.total} rows.`;
    throw createRangeNotSatisfiableError(details, headers);
  }
  return request.method === 'HEAD' ? { status, headers } : { status, headers, body };
}

/**
 * Returns the response with the status and headers that a function has set (PostgREST docs, Transactions, Response
 * Headers and Response Status Code). The headers of the function replace headers of the same name. 204 and 304 have no
 * body.
 * @throws RestError PGRST111, PGRST112
 */
export function applyFunctionResponse(row: ResultRow, response: RestResponse): RestResponse {
  const { own_status = null, own_headers = null } = row;
  const status = own_status === null ? response.status : readOwnStatus(own_status);
  const own = own_headers === null ? {} : readOwnHeaders(own_headers);
  const headers = { ...response.headers, ...own };
  if (status === 204 || status === 304) {
    const { 'content-type': _type, ...others } = headers;
    return { status, headers: others };
  }
  return { ...response, status, headers };
}

function readOwnStatus(text: string) {
  if (/^[2-5]\d\d$/.test(text)) return Number(text);
  throw new RestError(500, 'PGRST112', 'response.status guc must be a valid status code');
}

/** Parses `response.headers`: a list of objects with one header each. Repeated headers are joined with ", ". */
function readOwnHeaders(text: string) {
  const headers: Record<string, string> = {};
  for (const each of parseList(text)) {
    const [pair, ...others] = Object.entries(each instanceof Object ? each : {});
    const [name, value] = pair ?? [];
    if (name === undefined || others.length > 0 || !isHeader(name, value)) throw wrongHeaders();
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return headers;
}

function parseList(text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list)) return list;
  } catch {
    // Text that is not JSON is refused like a value that is not a list.
  }
  throw wrongHeaders();
}

/**
 * Whether a function can set this header. The value must be one line of ASCII text. Headers that control the connection
 * or the length of the body are not allowed.
 */
function isHeader(name: string, value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^[\t\x20-\x7e]*$/.test(value) &&
    /^[!#$%&'*+.^_`|~\w-]+$/.test(name) &&
    !/^(connection|content-length|transfer-encoding|upgrade)$/i.test(name)
  );
}

function wrongHeaders() {
  const message =
    'response.headers guc must be a JSON array composed of objects with a single key and a string value';
  return new RestError(500, 'PGRST111', message);
}

/**
 * Returns the response to a change: the changed rows if the client requested them, otherwise no body.
 * @throws RestError PGRST116, or 413 for a response that is too long
 */
export function buildChangeResponse(row: ResultRow, request: RestRequest): RestResponse {
  const { method, preferences } = request;
  const { representation, minimal, isCounted } = preferences;
  if (request.isSingular && row.rows !== 1) throw createNotSingularError(row.rows);
  const range = method === 'PATCH' && row.rows > 0 ? `0-${row.rows - 1}` : '*';
  const taken = [
    ...(representation ? ['return=representation'] : []),
    ...(minimal ? ['return=minimal'] : []),
    ...(isCounted ? ['count=exact'] : []),
  ];
  const headers = {
    'content-range': `${range}/${isCounted ? row.rows : '*'}`,
    ...appliedPreferences(taken),
  };
  if (!representation) return { status: method === 'POST' ? 201 : 204, headers };
  const body = bodyOf(row, request.isSingular);
  const status = method === 'POST' ? 201 : 200;
  return { status, headers: { ...headers, 'content-type': contentType(request) }, body };
}

/**
 * Returns the body of a response: the list of the rows, or the one row as an object.
 * @throws RestError PGRST116, or 413 for a list that is too long
 */
function bodyOf({ body, rows, is_long: isLong }: ResultRow, isSingular: boolean) {
  if (isSingular && rows !== 1) throw createNotSingularError(rows);
  if (isLong === true) {
    // PostgREST does not have this limit.
    const message = `The response would be longer than ${REST_LIMITS.responseBytes} bytes`;
    throw new RestError(413, 'PGRST127', message, null, 'Request fewer rows or columns.');
  }
  return isSingular ? body.slice(1, -1) : body;
}

function contentType({ isSingular }: RestRequest) {
  return isSingular
    ? 'application/vnd.pgrst.object+json; charset=utf-8'
    : 'application/json; charset=utf-8';
}

/**
 * Returns the range of rows that the parameters `limit` and `offset` and the `Range` header select together: at most
 * `maxRows` rows (PostgREST docs, Pagination). A negative offset reduces the limit. The header has the form `0-24` or
 * `25-`. A header with a different syntax is ignored, as HTTP allows.
 * @throws RestError 416 PGRST103
 */
export function computeRowRange(
  { limit, offset = 0 }: { limit?: number; offset?: number },
  header: string | undefined,
  maxRows: number,
): RowRange {
  const last = limit === undefined ? Infinity : offset + limit - 1;
  if (last === -1) return { offset: 0, limit: 0 };
  const named = readHeader(header);
  if (named.from > named.to) {
    throw createRangeNotSatisfiableError(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  const from = Math.max(offset, named.from);
  const to = Math.min(last, named.to);
  if (from > to)
    throw createRangeNotSatisfiableError('Limit should be greater than or equal to zero.');
  return { offset: from, limit: Math.min(to - from + 1, maxRows) };
}

function readHeader(header: string | undefined) {
  const [, from, to] = /^(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  return { from: Number(from ?? 0), to: to ? Number(to) : Infinity };
}

/**
 * Returns the `Content-Range` header and the status: 206 if the rows are only a part of the total, 416 if the offset is
 * beyond the total. Without a total, the status is 200.
 */
export function computeContentRange(offset: number, rows: number, total: number | null) {
  const contentRange = `${rows > 0 && total !== 0 ? `${offset}-${offset + rows - 1}` : '*'}/${total ?? '*'}`;
  if (total === null) return { status: 200, contentRange };
  if (offset > total) return { status: 416, contentRange };
  return { status: rows < total ? 206 : 200, contentRange };
}

function appliedPreferences(taken: string[]): Record<string, string> {
  return taken.length > 0 ? { 'preference-applied': taken.join(', ') } : {};
}
