import {
  buildRowsResponse,
  applyFunctionResponse,
  type RestResponse,
  type ResultRow,
  type PreparedRequest,
} from './response.ts';
import {
  isJsonType,
  quoteIdentifier,
  type SchemaCache,
  type Parameter,
  type Routine,
} from './catalogue.ts';
import {
  createAnonymousDeniedError,
  refuseUnsupported,
  refuseUnsupportedIf,
  RestError,
  createUnknownFunctionError,
  createMethodNotAllowedError,
} from './errors.ts';
import {
  getObjectKeys,
  parseQueryParameters,
  readJson,
  refuseTooDeepJson,
  type RestRequest,
} from './request.ts';
import {
  createValueBinder,
  buildCountSql,
  buildListSql,
  ROW_TO_JSON_SQL,
  type ValueBinder,
} from './sql-read.ts';

/**
 * Prepares a call of `/rpc/name`: POST with a JSON object, or GET and HEAD of functions that are not volatile
 * (PostgREST docs, Functions as RPC).
 * @throws RestError
 */
export function prepareCall(
  catalogue: SchemaCache,
  name: string,
  request: RestRequest,
  maxRows: number,
): PreparedRequest {
  const overloads = catalogue.functions.get(name) ?? [];
  const { routine, source } = request.isRead
    ? readGet(overloads, name, request)
    : readPost(overloads, name, request);
  if (request.isRead && routine.isVolatile) throw createMethodNotAllowedError(request.method);
  refuseUnsupportedIf(request.preferences.isCounted, 'A count is');
  refuseUnsupportedIf(request.range !== undefined, 'Range is');
  const values: unknown[] = [];
  return {
    statement: {
      text: callSql(routine, source(createValueBinder(values)), request, maxRows),
      values,
    },
    isReadOnly: !routine.isVolatile,
    seesRequest: request.isRead,
    // `toResponse` can refuse the result, for example a result that is too long or has more than one row.
    mayRollBack: routine.isVolatile && routine.result !== 'void',
    patterns: 0,
    embeds: [],
    closed: routine.isOpen ? undefined : createAnonymousDeniedError('function', name),
    toResponse: (row) => applyFunctionResponse(row, respondToCall(routine, row, request)),
  };
}

/**
 * Builds the response to a call from the result of its statement.
 * @throws RestError
 */
function respondToCall({ result }: Routine, row: ResultRow, request: RestRequest): RestResponse {
  const isOne = result === 'value' || result === 'row';
  if (result === 'void') return { status: 204, headers: { 'content-range': '0-0/*' } };
  const response = buildRowsResponse(row, request, 0);
  if (!isOne || request.isSingular || response.body === undefined) return response;
  return { ...response, body: response.body.slice(1, -1) };
}

/** The chosen function. `source` returns the SQL of its call, for a FROM clause; `bind` binds the arguments. */
type Call = { routine: Routine; source(bind: ValueBinder): string };

function readPost(overloads: Routine[], name: string, request: RestRequest): Call {
  refuseUnsupportedIf(parseQueryParameters(request.url).length > 0, 'Parameters in the URL are');
  const body = request.body.trim() === '' ? '{}' : request.body;
  const keys =
    getObjectKeys(readJson({ ...request, body })) ??
    refuseUnsupported('The arguments of a function are one JSON object.');
  const routine = chooseRoutine(overloads, name, keys, true);
  const given = routine.parameters.filter((parameter) => keys.includes(parameter.name));
  return { routine, source: (bind) => jsonCall(routine, given, body, bind) };
}

/**
 * Reads the arguments of a call from the URL: every parameter is an argument. PostgREST treats parameters with the form
 * of a filter as filters of the rows; this server refuses them.
 */
function readGet(overloads: Routine[], name: string, request: RestRequest): Call {
  const pairs = parseQueryParameters(request.url);
  const keys = pairs.map(([key]) => key);
  if (new Set(keys).size < keys.length) refuseUnsupported('An argument is given twice.');
  const other = pairs.find(([key, value]) => OF_ROWS.test(key) || LOOKS_LIKE_FILTER.test(value));
  if (other !== undefined)
    refuseUnsupported(`'${other[0]}' asks about the rows of a function, which is not supported.`);
  const routine = chooseRoutine(overloads, name, keys, false);
  return {
    routine,
    source(bind) {
      const given = pairs.map(([key, value]) => {
        const type = routine.parameters.find((parameter) => parameter.name === key)?.type ?? '';
        if (isJsonType(type)) refuseTooDeepJson(value);
        return `${quoteIdentifier(key)} := ${bind(value)}::${type}`;
      });
      return `${routine.sql}(${given.join(', ')})`;
    },
  };
}

const OF_ROWS = /(^|\.)(select|order|limit|offset|and|or)$|^(columns|on_conflict)$/;
const LOOKS_LIKE_FILTER =
  /^(not|eq|neq|gte?|lte?|i?like|i?match|in|is|isdistinct|cs|cd|ov|sl|sr|nxr|nxl|adj|(pl|ph|w)?fts)(\([^)]*\))?\./;

/**
 * Chooses the overload for these arguments.
 * @throws RestError PGRST202 when no overload accepts these arguments, PGRST203 when several do, PGRST127 when the
 * overload is not supported
 */
function chooseRoutine(overloads: Routine[], name: string, keys: string[], isPost: boolean) {
  const named = overloads.filter(({ parameters }) => fits(parameters, keys));
  // PostgREST passes the body to a function with one unnamed parameter of JSON. Find this function too, so that the
  // error below names the unsupported feature.
  const unnamed = overloads.filter(({ parameters }) => parameters[0]?.name === '');
  const fitting = named.length > 0 || !isPost ? named : unnamed;
  const [routine] = fitting;
  if (routine === undefined) throw createUnknownFunctionError(name, keys, isPost);
  if (fitting.length > 1) throw ambiguous(fitting);
  if (routine.refused !== null) refuseUnsupported(`${routine.refused} is not supported.`);
  return routine;
}

function fits(parameters: Parameter[], keys: string[]) {
  return (
    keys.every((key) => parameters.some(({ name }) => name === key)) &&
    parameters.every(({ name, isRequired }) => !isRequired || keys.includes(name))
  );
}

function ambiguous(routines: Routine[]) {
  const signatures = routines.map(({ name, parameters }) => {
    return `public.${name}(${parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(', ')})`;
  });
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    null,
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  );
}

/** Returns the SQL of a call that reads its arguments from a JSON body and casts each of them to its declared type. */
function jsonCall({ sql }: Routine, given: Parameter[], body: string, bind: ValueBinder) {
  if (given.length === 0) return `${sql}()`;
  const record = given.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`).join(', ');
  const list = given
    .map(({ name }) => `${quoteIdentifier(name)} := _a.${quoteIdentifier(name)}`)
    .join(', ');
  return `json_to_record(${bind(body)}::json) as _a(${record}), lateral ${sql}(${list})`;
}

/**
 * Returns the statement of a call: it selects the function's result as a list, and the settings `response.status` and
 * `response.headers`. The subquery has an aggregate, so PostgreSQL reads the settings after the function has run.
 */
function callSql({ result }: Routine, source: string, { method }: RestRequest, maxRows: number) {
  const hasColumns = result === 'row' || result === 'rows';
  const rows = `(select _f.* from ${source} as _f${hasColumns ? '' : '(value)'} limit ${maxRows})`;
  const list =
    method === 'HEAD' || result === 'void'
      ? buildCountSql(rows)
      : buildListSql(
          rows,
          hasColumns ? ROW_TO_JSON_SQL : "coalesce(to_json(_row.value)::text, 'null')",
        );
  return `select _result.*, ${OWN_SETTINGS} from (${list}) as _result`;
}

const OWN_SETTINGS =
  "nullif(current_setting('response.status', true), '') as own_status, nullif(current_setting('response.headers', true), '') as own_headers";
