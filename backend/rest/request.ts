import { isJsonTooDeep, MAX_JSON_DEPTH } from '../json-depth.ts';
import { refuseInvalidBody, refuseUnsupported, RestError } from './errors.ts';

/** An HTTP request to the data protocol. Its headers are parsed; its URL and its body are not. */
export type RestRequest = {
  method: string;
  isRead: boolean;
  /** Path and query, unchanged. */
  url: string;
  /** Whether exactly one row is requested, as an object. */
  isSingular: boolean;
  preferences: Preferences;
  /** The `Range` header of a GET request; undefined for other methods. */
  range: string | undefined;
  contentType: string | undefined;
  body: string;
};

/** The preferences of the `Prefer` headers (PostgREST docs, Prefer Header). */
export type Preferences = { representation: boolean; minimal: boolean; isCounted: boolean };

type Headers = Record<string, string | string[] | undefined>;

/**
 * Reads the headers of a request.
 * @param url path and query, unchanged
 * @throws RestError
 */
export function readRequest(
  method: string,
  url: string,
  headers: Headers,
  body: unknown,
): RestRequest {
  const isRead = method === 'GET' || method === 'HEAD';
  refuseOtherSchema(first(headers[isRead ? 'accept-profile' : 'content-profile']));
  return {
    method,
    isRead,
    url,
    isSingular: negotiateResponseShape(first(headers['accept'])) === 'object',
    preferences: readPreferences(headers['prefer']),
    range: method === 'GET' ? first(headers['range']) : undefined,
    contentType: first(headers['content-type']),
    body: typeof body === 'string' ? body : '',
  };
}

/** Returns the parameters of a URL in their order, without `apikey`, which only `identity.ts` reads. */
export function parseQueryParameters(url: string): [string, string][] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  return [...new URLSearchParams(url.slice(start))].filter(([name]) => name !== 'apikey');
}

/**
 * Parses the JSON of the body, so that the server can check it and read its keys. The database gets the original text,
 * because parsed numbers can lose digits.
 * @throws RestError PGRST102
 */
export function readJson({ contentType, body }: RestRequest): unknown {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? 'application/json';
  if (type !== 'application/json') refuseInvalidBody(`Content-Type not acceptable: ${type}`);
  refuseTooDeepJson(body);
  try {
    return JSON.parse(body);
  } catch {
    return refuseInvalidBody('Empty or invalid json');
  }
}

/**
 * Refuses deeply nested JSON before PostgreSQL runs out of stack.
 * @throws RestError PGRST102
 */
export function refuseTooDeepJson(json: string) {
  if (isJsonTooDeep(json)) refuseInvalidBody(`JSON nested deeper than ${MAX_JSON_DEPTH} levels`);
}

/** Returns the keys of a JSON object, or undefined for any other value. */
export function getObjectKeys(value: unknown) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.keys(value)
    : undefined;
}

/**
 * Returns the form of the response. The first supported media type of the `Accept` header determines the form. The
 * types are sorted by quality, then by position (PostgREST docs, Resource Representation). A type that only PostgREST
 * supports is refused, not skipped, because PostgREST would use it.
 * @throws RestError PGRST107
 */
export function negotiateResponseShape(accept: string | undefined): 'array' | 'object' {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return 'array';
  const types = accept
    .split(',')
    .map(readMediaType)
    .toSorted((a, b) => b.quality - a.quality);
  for (const { type, isStripped } of types) {
    const isOurs = !(isStripped && type.startsWith('application/vnd.pgrst.'));
    if (ARRAYS.has(type) && isOurs) return 'array';
    if (OBJECTS.has(type) && isOurs) return 'object';
    if (ELSEWHERE.test(type)) break;
  }
  const named = types.map(({ text }) => text).join(', ');
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${named}`);
}

/**
 * Reads the `Prefer` headers. If `return` occurs twice, the first value applies. Unknown preferences are ignored, as
 * HTTP allows.
 * @throws RestError
 */
export function readPreferences(header: string | string[] | undefined): Preferences {
  if (header === undefined) return NONE;
  const given = (Array.isArray(header) ? header.join(',') : header)
    .split(',')
    .map((text) => text.trim());
  const refused = given.find((text) => REFUSED.test(text));
  if (refused !== undefined) refuseUnsupported(`The preference '${refused}' is not supported.`);
  const [wanted] = given.filter((text) => RETURNS.has(text));
  return {
    representation: wanted === 'return=representation',
    minimal: wanted === 'return=minimal',
    isCounted: given.includes('count=exact'),
  };
}

const ARRAYS = new Set([
  '*/*',
  'application/json',
  'application/vnd.pgrst.array',
  'application/vnd.pgrst.array+json',
]);
const OBJECTS = new Set(['application/vnd.pgrst.object', 'application/vnd.pgrst.object+json']);
const ELSEWHERE = /^(application\/vnd\.pgrst\..*|application\/geo\+json|text\/csv)$/;

const NONE: Preferences = { representation: false, minimal: false, isCounted: false };
const RETURNS = new Set(['return=representation', 'return=minimal']);
/** Preferences that PostgREST supports and this server refuses: ignoring them would change the response. */
const REFUSED =
  /^(return=headers-only|count=(planned|estimated)|(resolution|missing|handling|tx|timezone|max-affected)=.*)$/;

function readMediaType(text: string) {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return {
    text: text.replace(/\s*;\s*q=[\d.]+/i, '').trim(),
    type,
    quality: quality === undefined ? 1 : Number(quality) || 0,
    isStripped: parameters.includes('nulls=stripped'),
  };
}

function refuseOtherSchema(profile: string | undefined) {
  if (profile === undefined || profile === 'public') return;
  const hint = 'Only the following schemas are exposed: public';
  throw new RestError(406, 'PGRST106', `Invalid schema: ${profile}`, null, hint);
}

function first(header: string | string[] | undefined) {
  return Array.isArray(header) ? header[0] : header;
}
