import pg from 'pg';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { IdentityError } from '../identity.ts';

type Options = {
  statusCode: number;
  code: string;
  error?: string;
  message: string;
  httpStatus?: number;
};

/**
 * A refusal in storage-api's shape. Its HTTP status is 400 for everything that is the caller's to
 * mend; the status that is meant travels as text in the body (storage-api, error-handler.ts).
 */
export class StorageError extends Error {
  readonly httpStatus: number;
  readonly body: { statusCode: string; code: string; error: string; message: string };

  constructor({ statusCode, code, error = code, message, httpStatus }: Options, cause?: unknown) {
    super(message, { cause });
    this.httpStatus = httpStatus ?? (statusCode === 500 ? 500 : 400);
    this.body = { statusCode: String(statusCode), code, error, message };
  }
}

export function noSuchBucket() {
  const message = 'Bucket not found';
  return new StorageError({ statusCode: 404, code: 'NoSuchBucket', error: message, message });
}

export function noSuchObject() {
  return new StorageError({
    statusCode: 404,
    code: 'NoSuchKey',
    error: 'not_found',
    message: 'Object not found',
  });
}

export function accessDenied(message = 'Access denied', cause?: unknown) {
  return new StorageError(
    { statusCode: 403, code: 'AccessDenied', error: 'Unauthorized', message },
    cause,
  );
}

/** `ResourceAlreadyExists` is what storage-api calls it when an update meets another row. */
export function alreadyExists(
  cause: unknown,
  code: 'KeyAlreadyExists' | 'ResourceAlreadyExists' = 'KeyAlreadyExists',
) {
  const message = 'The resource already exists';
  return new StorageError({ statusCode: 409, code, error: 'Duplicate', message }, cause);
}

export function invalidKey(key: string) {
  return new StorageError({ statusCode: 400, code: 'InvalidKey', message: `Invalid key: ${key}` });
}

export function invalidRequest(message: string, cause?: unknown) {
  return new StorageError({ statusCode: 400, code: 'InvalidRequest', message }, cause);
}

export function invalidParameter(name: string) {
  const message = `Invalid Parameter ${name}`;
  return new StorageError({ statusCode: 400, code: 'InvalidParameter', message });
}

export function invalidToken(message: string, cause?: unknown) {
  return new StorageError({ statusCode: 400, code: 'InvalidJWT', message }, cause);
}

export function invalidSignature(message = 'Invalid signature') {
  return new StorageError({ statusCode: 400, code: 'InvalidSignature', message });
}

export function invalidMimeType(type: string) {
  const message = `mime type ${type} is not supported`;
  return new StorageError({
    statusCode: 415,
    code: 'InvalidMimeType',
    error: 'invalid_mime_type',
    message,
  });
}

export function tooLarge(entity = 'object') {
  const message = `The ${entity} exceeded the maximum allowed size`;
  return new StorageError({
    statusCode: 413,
    code: 'EntityTooLarge',
    error: 'Payload too large',
    message,
  });
}

export function invalidRange() {
  const message = 'invalid range provided';
  return new StorageError({
    statusCode: 416,
    code: 'InvalidRange',
    error: 'invalid_range',
    message,
    httpStatus: 416,
  });
}

/** What this server leaves out of storage-api's dialect, said by name. */
export function notSupported(feature: string) {
  const message = `The feature ${feature} is not enabled for this resource`;
  return new StorageError({ statusCode: 409, code: 'NotSupported', message });
}

export function uploadStalled() {
  const message = 'The upload stopped sending data';
  return new StorageError({ statusCode: 408, code: 'Aborted', message, httpStatus: 408 });
}

/** Its own status, so that nobody takes it for a fault of the file. */
function noSpace(cause: unknown) {
  const message = 'The disk of the server is full or read-only';
  return new StorageError(
    { statusCode: 507, code: 'InternalError', message, httpStatus: 507 },
    cause,
  );
}

const UNWRITABLE = ['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG'];

function isUnwritable(error: unknown) {
  return error instanceof Error && 'code' in error && UNWRITABLE.includes(String(error.code));
}

/** The refusal a failure stands for, or `undefined` when it is a fault of ours. */
export function toStorageError(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error;
  if (error instanceof IdentityError) return fromIdentity(error);
  if (error instanceof pg.DatabaseError) return fromDatabase(error);
  if (error instanceof DatabaseUnavailable) return fromOutage(error);
  if (isUnwritable(error)) return noSpace(error);
  return undefined;
}

/** The words are those of the hosted platform's token library, which clients look for. */
function fromIdentity(error: IdentityError) {
  const expired = error.reason === 'expired_token';
  return accessDenied(
    expired ? '"exp" claim timestamp check failed' : 'signature verification failed',
    error,
  );
}

/** storage-api, internal/errors/codes.ts: too many connections are the caller's to space out. */
function fromOutage(error: DatabaseUnavailable) {
  if (error.reason === 'no_free_connection') {
    const message = 'Too many connections issued to the database';
    return new StorageError(
      {
        statusCode: 429,
        code: 'SlowDown',
        error: 'too_many_connections',
        message,
        httpStatus: 429,
      },
      error,
    );
  }
  const message = 'The connection to the database timed out';
  return new StorageError(
    { statusCode: 544, code: 'DatabaseTimeout', message, httpStatus: 544 },
    error,
  );
}

/** storage-api, storage/database/errors.ts. */
function fromDatabase(error: pg.DatabaseError) {
  switch (error.code) {
    case '42501':
      return error.message.includes('row-level security')
        ? accessDenied('new row violates row-level security policy', error)
        : accessDenied(error.message, error);
    case '23505':
      return alreadyExists(error);
    case '23503':
      return new StorageError(
        { statusCode: 404, code: 'InvalidRequest', message: 'The related resource does not exist' },
        error,
      );
    case '55P03':
      return new StorageError(
        { statusCode: 423, code: 'ResourceLocked', message: 'The resource is locked' },
        error,
      );
    case '57014':
      return new StorageError(
        {
          statusCode: 544,
          code: 'DatabaseTimeout',
          message: 'The connection to the database timed out',
          httpStatus: 544,
        },
        error,
      );
    case '53100':
      return noSpace(error);
    // A value that PostgreSQL cannot hold: the character NUL, a number beyond its type.
    case '22003':
    case '22021':
    case '22P02':
    case '22P05':
      return invalidRequest('The request holds a value that cannot be stored or compared', error);
    case undefined:
    default:
      return undefined;
  }
}
