/** A refusal in PostgREST's format (PostgREST docs, Errors): HTTP status, code, message, details, hint. */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;
  /** Headers of this error only. `sendError` adds the headers that all errors have. */
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    details: unknown = null,
    hint: string | null = null,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.hint = hint;
    this.headers = headers;
  }
}

/** A refusal that an outdated catalogue can cause. The preparer reloads the catalogue and tries again. */
export class StaleSchemaCacheError extends RestError {}

/**
 * Refuses a feature of PostgREST that this server does not support, or a request beyond a limit.
 * @param details names the feature or the limit
 * @throws RestError PGRST127
 */
export function refuseUnsupported(details: string): never {
  throw new RestError(400, 'PGRST127', NOT_IMPLEMENTED_MESSAGE, details);
}

export const NOT_IMPLEMENTED_MESSAGE = 'Feature not implemented';

/**
 * If `isGiven` is true, refuses a parameter, header or preference that this kind of request does not support.
 * @param what the name of the parameter, header or preference with its verb, for example 'Range is'
 * @throws RestError PGRST127
 */
export function refuseUnsupportedIf(isGiven: boolean, what: string) {
  if (isGiven) refuseUnsupported(`${what} not supported here.`);
}

/**
 * Returns the error for too many concurrent requests of a client. PostgREST does not have this limit.
 * @param seconds the value of `Retry-After`
 */
export function createTooManyRequestsError(seconds: number) {
  const message = 'Too many requests at once';
  const hint = `Try again in ${seconds} seconds.`;
  const headers = { 'retry-after': String(seconds) };
  return new RestError(429, 'over_request_rate_limit', message, null, hint, headers);
}

/** Returns the error for a client that has disconnected. It has the status 499, which nginx logs in this case. */
export function createClientDisconnectedError() {
  return new RestError(499, 'PGRST127', 'The client closed its connection');
}

/**
 * Refuses a URL with a syntax error.
 * @param column the position of the error in `text`, in characters from 1
 * @throws RestError PGRST100
 */
export function refuseInvalidSyntax(
  subject: string,
  text: string,
  column: number,
  details: string,
): never {
  const message = `"failed to parse ${subject} (${text})" (line 1, column ${column})`;
  throw new RestError(400, 'PGRST100', message, details);
}

export function refuseInvalidBody(message: string): never {
  throw new RestError(400, 'PGRST102', message);
}

export function createMethodNotAllowedError(method: string) {
  return new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`);
}

export function createRangeNotSatisfiableError(details: string, headers?: Record<string, string>) {
  const message = 'Requested range not satisfiable';
  return new RestError(416, 'PGRST103', message, details, null, headers);
}

export function createNotSingularError(rows: number) {
  const message = 'Cannot coerce the result to a single JSON object';
  return new RestError(406, 'PGRST116', message, `The result contains ${rows} rows`);
}

/** Returns the error for aggregate functions, which the hosted platform also disables by default. */
export function createAggregatesNotAllowedError() {
  return new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed');
}

/**
 * Returns the error for an unknown table. It has no hint, because PostgREST's hints would reveal other names to
 * anonymous clients.
 */
export function createUnknownTableError(name: string) {
  const message = `Could not find the table 'public.${name}' in the schema cache`;
  return new StaleSchemaCacheError(404, 'PGRST205', message);
}

/** Returns PostgreSQL's error for an unknown column. */
export function createUnknownColumnError(relation: string, column: string) {
  return new StaleSchemaCacheError(400, '42703', `column ${relation}.${column} does not exist`);
}

/**
 * Returns PostgreSQL's error for an anonymous client without permission. PostgreSQL need not run the request, because
 * the catalogue has the privileges of anonymous clients.
 */
export function createAnonymousDeniedError(kind: string, name: string) {
  return new StaleSchemaCacheError(401, '42501', `permission denied for ${kind} ${name}`);
}

export function createUnknownRelationshipError(from: string, to: string, hint: string | undefined) {
  const using = hint === undefined ? '' : `' using the hint '${hint}`;
  return new StaleSchemaCacheError(
    400,
    'PGRST200',
    `Could not find a relationship between '${from}' and '${to}' in the schema cache`,
    `Searched for a foreign key relationship between '${from}' and '${to}${using}' in the schema 'public', but no matches were found.`,
  );
}

export function createUnknownFunctionError(name: string, names: string[], isPost: boolean) {
  const sorted = names.toSorted().join(', ');
  const message = `Could not find the function public.${name}${names.length > 0 ? `(${sorted})` : ' without parameters'} in the schema cache`;
  const given =
    names.length > 0
      ? ` with parameter${names.length > 1 ? 's' : ''} ${sorted}`
      : ' without parameters';
  const searched = `Searched for the function public.${name}${given}${isPost ? ' or with a single unnamed json/jsonb parameter' : ''}`;
  const details = `${searched}, but no matches were found in the schema cache.`;
  return new StaleSchemaCacheError(404, 'PGRST202', message, details);
}
