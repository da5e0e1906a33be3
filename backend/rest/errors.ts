/** A refusal in PostgREST's format (PostgREST docs, Errors): HTTP status, PGRST code, message, details, hint. */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;
  /** Headers beside those of every error. */
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

/** The catalogue may be outdated: the caller may reload it and try again. */
export class StaleCatalogue extends RestError {}

/** A feature of PostgREST outside the dialect, or beyond a limit: refused by its name. */
export function refuse(details: string): never {
  throw new RestError(400, 'PGRST127', NOT_IMPLEMENTED, details);
}

export const NOT_IMPLEMENTED = 'Feature not implemented';

/**
 * A parameter without meaning for this kind of request.
 * @throws RestError PGRST127
 */
export function refuseIf(isGiven: boolean, what: string) {
  if (isGiven) refuse(`${what} not supported here.`);
}

/** The refusal at a limit of this server, which PostgREST does not have. */
export function tooManyAtOnce(seconds: number) {
  const message = 'Too many requests at once';
  const hint = `Try again in ${seconds} seconds.`;
  const headers = { 'retry-after': String(seconds) };
  return new RestError(429, 'over_request_rate_limit', message, null, hint, headers);
}

/** The client has disconnected. Nginx logs the same status. */
export function clientDisconnected() {
  return new RestError(499, 'PGRST127', 'The client closed its connection');
}

/** A syntax error in the URL; `column` counts characters from 1. */
export function unreadable(subject: string, text: string, column: number, details: string): never {
  const message = `"failed to parse ${subject} (${text})" (line 1, column ${column})`;
  throw new RestError(400, 'PGRST100', message, details);
}

export function invalidBody(message: string): never {
  throw new RestError(400, 'PGRST102', message);
}

export function wrongMethodOfFunction(method: string) {
  return new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`);
}

export function rangeNotSatisfiable(details: string, headers?: Record<string, string>) {
  const message = 'Requested range not satisfiable';
  return new RestError(416, 'PGRST103', message, details, null, headers);
}

export function notSingular(rows: number) {
  const message = 'Cannot coerce the result to a single JSON object';
  return new RestError(406, 'PGRST116', message, `The result contains ${rows} rows`);
}

/** The refusal of aggregate functions, which the hosted platform also disables by default. */
export function aggregatesNotAllowed() {
  return new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed');
}

/** Unknown names, without PostgREST's hints: those would reveal other names to anonymous clients. */
export function unknownTable(name: string) {
  const message = `Could not find the table 'public.${name}' in the schema cache`;
  return new StaleCatalogue(404, 'PGRST205', message);
}

/** PostgreSQL's message for an unknown column. */
export function unknownColumn(relation: string, column: string) {
  return new StaleCatalogue(400, '42703', `column ${relation}.${column} does not exist`);
}

/** PostgreSQL's message for an anonymous client, without a query. */
export function closedToAnonymous(kind: string, name: string) {
  return new StaleCatalogue(401, '42501', `permission denied for ${kind} ${name}`);
}

export function unknownRelationship(from: string, to: string, hint: string | undefined) {
  const using = hint === undefined ? '' : `' using the hint '${hint}`;
  return new StaleCatalogue(
    400,
    'PGRST200',
    `Could not find a relationship between '${from}' and '${to}' in the schema cache`,
    `Searched for a foreign key relationship between '${from}' and '${to}${using}' in the schema 'public', but no matches were found.`,
  );
}

export function unknownFunction(name: string, names: string[], isPost: boolean) {
  const sorted = names.toSorted().join(', ');
  const message = `Could not find the function public.${name}${names.length > 0 ? `(${sorted})` : ' without parameters'} in the schema cache`;
  const given =
    names.length > 0
      ? ` with parameter${names.length > 1 ? 's' : ''} ${sorted}`
      : ' without parameters';
  const searched = `Searched for the function public.${name}${given}${isPost ? ' or with a single unnamed json/jsonb parameter' : ''}`;
  const details = `${searched}, but no matches were found in the schema cache.`;
  return new StaleCatalogue(404, 'PGRST202', message, details);
}
