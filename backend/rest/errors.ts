/** A refusal as PostgREST words it (PostgREST docs, Errors): HTTP status, PGRST code, message, details, hint. */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;

  constructor(
    status: number,
    code: string,
    message: string,
    details: unknown = null,
    hint: string | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.hint = hint;
  }
}

/** Something of PostgREST that is outside the dialect, or beyond a limit: refused by its name. */
export function refuse(details: string): never {
  throw new RestError(400, 'PGRST127', 'Feature not implemented', details);
}

/** Text of the address that does not follow the grammar; `column` counts characters from 1. */
export function unreadable(subject: string, text: string, column: number, details: string): never {
  const message = `"failed to parse ${subject} (${text})" (line 1, column ${column})`;
  throw new RestError(400, 'PGRST100', message, details);
}

export function invalidBody(message: string): never {
  throw new RestError(400, 'PGRST102', message);
}

export function rangeNotSatisfiable(details: string) {
  return new RestError(416, 'PGRST103', 'Requested range not satisfiable', details);
}

export function notSingular(rows: number) {
  const message = 'Cannot coerce the result to a single JSON object';
  return new RestError(406, 'PGRST116', message, `The result contains ${rows} rows`);
}

export function tooManyAffected(rows: number) {
  const message = 'Query result exceeds max-affected preference constraint';
  return new RestError(400, 'PGRST124', message, `The query affects ${rows} rows`);
}

export function maxAffectedOfNoSet() {
  const message =
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict';
  return new RestError(400, 'PGRST128', message);
}

/** Switched off on the hosted platform too, unless a project asks for them. */
export function aggregatesNotAllowed() {
  return new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed');
}

export function methodNotSupported(method: string) {
  return new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`);
}

/** Names the catalogue does not know; the hints PostgREST adds would tell strangers other names. */
export function unknownTable(name: string) {
  return new UnknownName(
    404,
    'PGRST205',
    `Could not find the table 'public.${name}' in the schema cache`,
  );
}

export function unknownPayloadColumn(table: string, column: string) {
  const message = `Could not find the '${column}' column of '${table}' in the schema cache`;
  return new UnknownName(400, 'PGRST204', message);
}

export function unknownColumn(message: string) {
  return new UnknownName(400, '42703', message);
}

export function unknownRelationship(from: string, to: string, hint: string | undefined) {
  const using = hint === undefined ? '' : `' using the hint '${hint}`;
  return new UnknownName(
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
  return new UnknownName(
    404,
    'PGRST202',
    message,
    `${searched}, but no matches were found in the schema cache.`,
  );
}

/** The catalogue may be out of date: whoever catches it may load the catalogue anew and try again. */
export class UnknownName extends RestError {}
