import pg from 'pg';
import { DatabaseUnavailableError } from '../database/unavailable.ts';
import { IdentityError } from '../tokens.ts';

type More = { error?: string; httpStatus?: number; cause?: unknown };

/**
 * A refusal in storage-api's format (storage-api, error-handler.ts). The HTTP status is 400, unless `httpStatus` is
 * given. `statusCode` in the body is `status`, as text.
 */
export class StorageError extends Error {
  readonly httpStatus: number;
  readonly body: { statusCode: string; code: string; error: string; message: string };

  constructor(
    status: number,
    code: string,
    message: string,
    { error = code, httpStatus = 400, cause }: More = {},
  ) {
    super(message, { cause });
    this.httpStatus = httpStatus;
    this.body = { statusCode: String(status), code, error, message };
  }
}

export function createNoSuchBucketError() {
  const message = 'Bucket not found';
  return new StorageError(404, 'NoSuchBucket', message, { error: message });
}

export function createNoSuchObjectError() {
  return new StorageError(404, 'NoSuchKey', 'Object not found', { error: 'not_found' });
}

/**
 * Returns the error for a name that an existing file has. For a move, the code is `ResourceAlreadyExists`, as in
 * storage-api.
 */
export function createAlreadyExistsError(
  cause: unknown,
  code: 'KeyAlreadyExists' | 'ResourceAlreadyExists' = 'KeyAlreadyExists',
) {
  return new StorageError(409, code, 'The resource already exists', { error: 'Duplicate', cause });
}

export function createInvalidRequestError(message: string, cause?: unknown) {
  return new StorageError(400, 'InvalidRequest', message, { cause });
}

export function createTooLargeError() {
  const message = 'The object exceeded the maximum allowed size';
  return new StorageError(413, 'EntityTooLarge', message, { error: 'Payload too large' });
}

export function createInvalidRangeError() {
  const more = { error: 'invalid_range', httpStatus: 416 };
  return new StorageError(416, 'InvalidRange', 'invalid range provided', more);
}

/** Returns the error for a feature of storage-api that this server does not support. */
export function createNotSupportedError(feature: string) {
  const message = `The feature ${feature} is not enabled for this resource`;
  return new StorageError(409, 'NotSupported', message);
}

/** Returns the error for too many concurrent uploads or database connections. The client should retry. */
export function createSlowDownError(message: string, error: string, cause?: unknown) {
  return new StorageError(429, 'SlowDown', message, { error, httpStatus: 429, cause });
}

/**
 * Converts an error to a StorageError.
 * @returns undefined for an internal error
 */
export function toStorageError(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error;
  if (error instanceof IdentityError) return fromIdentity(error);
  if (error instanceof pg.DatabaseError) return fromDatabase(error);
  if (error instanceof DatabaseUnavailableError)
    return error.reason === 'no_response' ? timedOut(error) : tooManyConnections(error);
  if (error instanceof Error && 'code' in error && UNWRITABLE.has(String(error.code)))
    return noSpace(error);
  return undefined;
}

const UNWRITABLE = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG']);

/**
 * Converts the refusal of a token. Uses the messages of the hosted platform's token library, because clients compare
 * these messages.
 */
function fromIdentity(error: IdentityError) {
  const isExpired = error.reason === 'expired_token';
  return accessDenied(
    isExpired ? '"exp" claim timestamp check failed' : 'signature verification failed',
    error,
  );
}

function accessDenied(message: string, cause: unknown) {
  return new StorageError(403, 'AccessDenied', message, { error: 'Unauthorized', cause });
}

/**
 * Returns the error for a full or read-only disk. The HTTP status is 507, so that clients do not report the file as
 * invalid.
 */
function noSpace(cause: unknown) {
  const message = 'The disk of the server is full or read-only';
  return new StorageError(507, 'InternalError', message, { httpStatus: 507, cause });
}

/** Returns storage-api's error for too many database connections (internal/errors/codes.ts). */
function tooManyConnections(cause: unknown) {
  const message = 'Too many connections issued to the database';
  return createSlowDownError(message, 'too_many_connections', cause);
}

function timedOut(cause: unknown) {
  const message = 'The connection to the database timed out';
  return new StorageError(544, 'DatabaseTimeout', message, { httpStatus: 544, cause });
}

/** Converts an error of PostgreSQL (storage-api, storage/database/errors.ts). */
function fromDatabase(cause: pg.DatabaseError) {
  switch (cause.code) {
    case '42501':
      return cause.message.includes('row-level security')
        ? accessDenied('new row violates row-level security policy', cause)
        : accessDenied(cause.message, cause);
    case '23505':
      return createAlreadyExistsError(cause);
    case '23503':
      return new StorageError(404, 'InvalidRequest', 'The related resource does not exist', {
        cause,
      });
    case '55P03':
      return new StorageError(423, 'ResourceLocked', 'The resource is locked', { cause });
    case '57014':
      return timedOut(cause);
    case '53100':
      return noSpace(cause);
    case '53300':
      return tooManyConnections(cause);
    // Values that PostgreSQL cannot store or compare, for example the character NUL or a number out of range.
    case '22003':
    case '22021':
    case '22P02':
    case '22P05':
      return createInvalidRequestError(
        'The request holds a value that cannot be stored or compared',
        cause,
      );
    case undefined:
    default:
      return undefined;
  }
}
