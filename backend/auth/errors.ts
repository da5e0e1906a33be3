import type { FastifyReply } from 'fastify';

/** Describes why a password is weak: `message` in English, `reasons` as GoTrue's codes (`length`, `pwned`). */
export type PasswordWeakness = { message: string; reasons: string[] };

/** An error response: status, code and message. Code and message are GoTrue's, unless GoTrue has no such error. */
export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;
  readonly weakness: PasswordWeakness | undefined;

  constructor(status: number, code: string, message: string, more: Extras = {}) {
    super(message, { cause: more.cause });
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.weakness = more.weakness;
  }
}

type Extras = { retryAfterSeconds?: number; weakness?: PasswordWeakness; cause?: unknown };

export function createAuthError(status: number, code: string, message: string, cause?: unknown) {
  return new AuthError(status, code, message, { cause });
}

/** Returns GoTrue's error for a request with a missing or malformed field. */
export function createValidationError(message: string) {
  return createAuthError(400, 'validation_failed', message);
}

export function createWeakPasswordError(weakness: PasswordWeakness) {
  return new AuthError(422, 'weak_password', weakness.message, { weakness });
}

/** Returns the error for a client that has reached a limit. The panel has a message for each `code`. */
export function createRateLimitError(
  code: 'over_request_rate_limit' | 'over_email_send_rate_limit',
  seconds: number,
) {
  const message =
    code === 'over_email_send_rate_limit'
      ? `For security purposes, you can only request this after ${seconds} seconds.`
      : 'Request rate limit reached';
  return new AuthError(429, code, message, { retryAfterSeconds: seconds });
}

/**
 * Sends an error in the format of the client's API version. From 2024-01-01 on, `code` is the error code. Without a
 * version, or with an older version, `code` is the HTTP status and `error_code` the error code (GoTrue,
 * internal/api/errors.go).
 */
export function sendError(reply: FastifyReply, error: AuthError) {
  const { status, code, message, weakness } = error;
  if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds);
  const weak = weakness && { weak_password: { reasons: weakness.reasons } };
  if (!acceptsVersion2024(reply)) {
    reply.header('x-sb-error-code', code);
    return reply.code(status).send({ code: status, error_code: code, msg: message, ...weak });
  }
  reply.header('x-supabase-api-version', '2024-01-01').header('x-sb-error-code', code);
  return reply.code(status).send({ code, message, ...weak });
}

function acceptsVersion2024(reply: FastifyReply) {
  const version = reply.request.headers['x-supabase-api-version'];
  return (
    typeof version === 'string' && /^\d{4}-\d\d-\d\d$/.test(version) && version >= '2024-01-01'
  );
}
