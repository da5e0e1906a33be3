import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseError } from 'pg';
import { DatabaseUnavailableError } from '../database/unavailable.ts';
import { IdentityError } from '../tokens.ts';
import { NOT_IMPLEMENTED_MESSAGE, RestError } from './errors.ts';

/**
 * Sends a failure in PostgREST's format. Logs a failure with a status of 500 or higher, because its response can omit
 * the details. Does not log 503 and 504.
 */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply) {
  const known = toRestError(error, request);
  const { status, code, message, details, hint, headers } = known;
  if (status >= 500 && status !== 503 && status !== 504)
    request.log.error({ err: error }, 'rest request failed');
  if (status === 401) reply.header('www-authenticate', challenge(error, message));
  return reply
    .code(status)
    .headers({
      'content-type': 'application/json; charset=utf-8',
      'proxy-status': `PostgREST; error=${code}`,
      ...headers,
    })
    .send(JSON.stringify({ code, details, hint, message }));
}

/** Returns the HTTP status of a PostgreSQL error. A function can raise `PTnnn` to set the status nnn (100 to 599). */
export function sqlStateToHttpStatus(code: string, isAnonymous: boolean) {
  if (code === '42501' && isAnonymous) return 401;
  const [, raised] = /^PT([1-5]\d\d)$/.exec(code) ?? [];
  if (raised !== undefined) return Number(raised);
  return STATUSES[code] ?? STATUSES[code.slice(0, 2)] ?? (code.startsWith('PT') ? 500 : 400);
}

/**
 * HTTP status of an SQLSTATE, or of its first two characters (PostgREST docs, Errors, HTTP Status Codes). The complete
 * code has priority. Codes that are not listed have the status 400, except `PT…`: see `sqlStateToHttpStatus`.
 */
const STATUSES: Record<string, number> = {
  '08': 503, // connection
  '09': 500, // triggered action
  '0L': 403, // invalid grantor
  '0P': 403, // invalid role
  '21': 500, // cardinality: more than one row from a subquery
  '23503': 409, // foreign key
  '23505': 409, // unique
  '25': 500, // transaction state
  '25006': 405, // read-only transaction
  '28': 403, // authorization
  '2D': 500, // transaction termination
  '38': 500, // external routine
  '39': 500,
  '3B': 500, // savepoint
  '40': 500, // rollback: deadlock, serialization
  '42501': 403, // insufficient privilege (401 for anon)
  '42883': 404, // undefined function
  '42P01': 404, // undefined table
  '42P17': 500, // infinite recursion
  '53': 503, // resources
  '53400': 500,
  '54': 500, // too complex
  '55': 500, // object state
  '57': 500, // operator intervention: statement timeout
  '57P01': 503, // shutdown
  '58': 500, // system
  F0: 500,
  HV: 500,
  P0: 500, // PL/pgSQL
  P0001: 400, // raise exception
  XX: 500, // internal
};

function toRestError(error: Error, request: FastifyRequest): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof IdentityError) return fromIdentity(error);
  if (error instanceof DatabaseError) return fromDatabase(error, request.identity.role === 'anon');
  const statusCode = 'statusCode' in error ? error.statusCode : undefined; // set by Fastify for its own refusals
  if (typeof statusCode === 'number' && statusCode < 500)
    return new RestError(statusCode, 'PGRST102', error.message);
  if (error instanceof DatabaseUnavailableError) return fromOutage(error);
  return new RestError(500, 'PGRSTX00', 'Internal error');
}

function fromOutage({ reason }: DatabaseUnavailableError) {
  if (reason === 'no_response') return new RestError(503, 'PGRST000', 'Database connection error.');
  const message = 'Timed out acquiring connection from connection pool.';
  return new RestError(504, 'PGRST003', message);
}

function fromIdentity({ reason }: IdentityError) {
  if (reason === 'expired_token') return new RestError(401, 'PGRST303', 'JWT expired');
  return new RestError(401, 'PGRST301', 'JWT cryptographic operation failed');
}

/**
 * Converts an error of PostgreSQL. Anonymous clients get only the code and the message, because details and hints can
 * name rows and columns.
 */
function fromDatabase(error: DatabaseError, isAnonymous: boolean): RestError {
  const code = error.code ?? 'XX000';
  const status = sqlStateToHttpStatus(code, isAnonymous);
  // Refuse this SQLSTATE: PostgREST would build the response from the fields of the error.
  if (code === 'PGRST')
    return new RestError(
      500,
      'PGRST127',
      NOT_IMPLEMENTED_MESSAGE,
      "RAISE SQLSTATE 'PGRST' is not supported.",
    );
  if (isInternal(code)) return new RestError(status, code, 'Internal error');
  if (isAnonymous) return new RestError(status, code, error.message);
  return new RestError(status, code, error.message, error.detail ?? null, error.hint ?? null);
}

/**
 * Whether an error concerns the database server itself. The text of such an error can reveal file paths, settings or
 * other sessions.
 */
function isInternal(code: string) {
  return /^(08|53|54|58|F0|HV|XX|57P)/.test(code);
}

function challenge(error: Error, message: string) {
  return error instanceof IdentityError
    ? `Bearer error="invalid_token", error_description="${message}"`
    : 'Bearer';
}
