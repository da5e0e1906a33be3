import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseError } from 'pg';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { IdentityError } from '../identity.ts';
import { RestError } from './errors.ts';
import type { Answer } from './question.ts';
import { isInternal, statusOfSqlState } from './sqlstate.ts';

export function sendAnswer(reply: FastifyReply, { status, headers, body }: Answer) {
  return reply.code(status).headers(headers).send(body);
}

/** Every failure in PostgREST's shape; what is not meant for the caller stays in the log. */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply) {
  const known = toRestError(error, request);
  if (known.status >= 500) request.log.error({ err: error }, 'rest request failed');
  const { status, code, message, details, hint } = known;
  if (status === 401) reply.header('www-authenticate', challenge(error, message));
  return reply
    .code(status)
    .headers({
      'content-type': 'application/json; charset=utf-8',
      'proxy-status': `PostgREST; error=${code}`,
    })
    .send(JSON.stringify({ code, details, hint, message }));
}

function toRestError(error: Error, request: FastifyRequest): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof IdentityError) return fromIdentity(error);
  if (error instanceof DatabaseError) return fromDatabase(error, request.identity.role === 'anon');
  const statusCode = 'statusCode' in error ? error.statusCode : undefined; // Fastify's own refusals
  if (typeof statusCode === 'number' && statusCode < 500)
    return new RestError(statusCode, 'PGRST102', error.message);
  if (error instanceof DatabaseUnavailable) return fromOutage(error);
  return new RestError(500, 'PGRSTX00', 'Internal error');
}

function fromOutage({ reason }: DatabaseUnavailable) {
  if (reason === 'no_answer') return new RestError(503, 'PGRST000', 'Database connection error.');
  const message = 'Timed out acquiring connection from connection pool.';
  return new RestError(504, 'PGRST003', message);
}

function fromIdentity({ reason }: IdentityError) {
  if (reason === 'expired_token') return new RestError(401, 'PGRST303', 'JWT expired');
  return new RestError(401, 'PGRST301', 'JWT cryptographic operation failed');
}

/** Strangers get the code and the message; details and hints name rows and columns. */
function fromDatabase(error: DatabaseError, isAnonymous: boolean) {
  const code = error.code ?? 'XX000';
  const status = statusOfSqlState(code, isAnonymous);
  if (isInternal(code)) return new RestError(status, code, 'Internal error');
  if (isAnonymous) return new RestError(status, code, error.message);
  return new RestError(status, code, error.message, error.detail ?? null, error.hint ?? null);
}

function challenge(error: Error, message: string) {
  return error instanceof IdentityError
    ? `Bearer error="invalid_token", error_description="${message}"`
    : 'Bearer';
}
