import { refuse, RestError } from './errors.ts';

/** One HTTP request of the protocol, before anything of it is understood. */
export type Question = {
  method: string;
  /** The parameters of the address in their order, without the gateway's own `apikey`. */
  parameters: [string, string][];
  accept: string | undefined;
  prefer: string | string[] | undefined;
  range: string | undefined;
  contentType: string | undefined;
  body: string;
};

/** What goes to the database and how its one row becomes an answer. */
export type Operation = {
  statement: Statement;
  /** Whether it runs in a transaction that cannot change anything. */
  isReadOnly: boolean;
  /** Whether `answer` may refuse the result, so that what was done must be undone. */
  mayRollBack: boolean;
  /** Asks the planner how many rows match, where the answer's own total says that it is needed. */
  estimate?: { statement: Statement; isNeeded(total: number | null): boolean };
  /** @throws RestError */
  answer(row: AnswerRow): Answer;
};

type Statement = { text: string; values: (string | number)[] };

export type AnswerRow = { body: string; rows: number; total: number | null; inserted?: number };
export type Answer = { status: number; headers: Record<string, string>; body?: string };

type Headers = Record<string, string | string[] | undefined>;

/** @param address path and query as they came. @throws RestError for a schema other than public */
export function readQuestion(
  method: string,
  address: string,
  headers: Headers,
  body: unknown,
): Question {
  const isRead = method === 'GET' || method === 'HEAD';
  refuseOtherSchema(first(headers[isRead ? 'accept-profile' : 'content-profile']));
  const [, search = ''] = /\?(.*)$/s.exec(address) ?? [];
  return {
    method,
    parameters: [...new URLSearchParams(search)].filter(([name]) => name !== 'apikey'),
    accept: first(headers.accept),
    prefer: headers.prefer,
    range: method === 'GET' ? first(headers.range) : undefined,
    contentType: first(headers['content-type']),
    body: typeof body === 'string' ? body : '',
  };
}

/** The JSON of the body: its text goes to the database as it came, so that no number loses digits here. @throws RestError */
export function readJson({ contentType, body }: Question): unknown {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? 'application/json';
  if (type !== 'application/json') throw invalid(`Content-Type not acceptable: ${type}`);
  try {
    return JSON.parse(body);
  } catch {
    throw invalid('Empty or invalid json');
  }
}

/** The keys of a JSON object, or undefined for anything else. */
export function keysOf(value: unknown) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.keys(value)
    : undefined;
}

/** A parameter that has no meaning for this kind of request. @throws RestError */
export function refuseIf(isGiven: boolean, what: string) {
  if (isGiven) refuse(`${what} not supported here.`);
}

function invalid(message: string) {
  return new RestError(400, 'PGRST102', message);
}

function refuseOtherSchema(profile: string | undefined) {
  if (profile === undefined || profile === 'public') return;
  throw new RestError(
    406,
    'PGRST106',
    `Invalid schema: ${profile}`,
    null,
    'Only the following schemas are exposed: public',
  );
}

function first(header: string | string[] | undefined) {
  return Array.isArray(header) ? header[0] : header;
}
