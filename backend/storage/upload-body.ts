import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import {
  createInvalidRequestError,
  createNotSupportedError,
  createTooLargeError,
} from './errors.ts';

/**
 * An uploaded file. `declaredType` is the type that the client names. It can be wrong, so the stored type is detected
 * from the bytes.
 */
export type UploadBody = { stream: Readable; declaredType: string; cacheControl: string };

/** Limits of an upload form, except the size of its file. `fieldSize` is in bytes. */
export const UPLOAD_FORM_LIMITS = { files: 1, fields: 3, fieldSize: 200, headerPairs: 20 };
const HEADER_VALUE = /^[\x20-\x7e]{1,200}$/;

/**
 * Refuses headers of features that this server does not support. Call this function before the body is read.
 * @throws StorageError
 */
export function requireSupportedHeaders({ headers }: FastifyRequest) {
  if (headers['x-upsert'] === 'true') throw createNotSupportedError('x-upsert');
  for (const name of ['x-robots-tag', 'x-metadata'])
    if (headers[name] !== undefined) throw createNotSupportedError(name);
  // Refuse compressed bytes: storage-api would store the compressed bytes, and serve them as if they were uncompressed.
  const { 'content-encoding': encoding = 'identity' } = headers;
  if (encoding !== 'identity') throw createNotSupportedError('content-encoding');
}

/**
 * Reads the body of an upload by @supabase/storage-js: a form with the field `cacheControl` before one file, or only
 * the bytes, with the header `cache-control` (storage-api, uploader.ts).
 * @throws StorageError
 */
export async function readUploadBody(
  request: FastifyRequest,
  fileSizeLimit: number,
): Promise<UploadBody> {
  if (request.isMultipart()) return fromForm(request, fileSizeLimit);
  if (Number(request.headers['content-length']) > fileSizeLimit) throw createTooLargeError();
  return {
    stream: request.raw,
    declaredType: request.headers['content-type'] || 'application/octet-stream',
    cacheControl: requireHeaderValue(request.headers['cache-control'] ?? 'no-cache'),
  };
}

async function fromForm(request: FastifyRequest, fileSizeLimit: number): Promise<UploadBody> {
  // Accept one byte more than the limit, so that `writeDraft` notices that the file is too large.
  const part = await request
    .file({ limits: { fileSize: fileSizeLimit + 1 } })
    .catch((error: unknown) => {
      throw createInvalidRequestError(
        error instanceof Error ? error.message : 'No content provided',
        error,
      );
    });
  if (!part) throw createInvalidRequestError('No content provided');
  const { fields, mimetype, file } = part;
  if (fields['metadata'] ?? fields['userMetadata']) throw createNotSupportedError('metadata');
  const field = (name: string) => {
    const value = fields[name];
    return value && !Array.isArray(value) && value.type === 'field' ? String(value.value) : '';
  };
  const seconds = field('cacheControl');
  return {
    stream: file,
    declaredType: field('contentType') || mimetype,
    cacheControl: requireHeaderValue(seconds ? `max-age=${seconds}` : 'no-cache'),
  };
}

/** Refuses a value that is not one short line of ASCII, because every download sends it in a header. */
function requireHeaderValue(value: string) {
  if (!HEADER_VALUE.test(value)) throw createInvalidRequestError('Invalid cache control');
  return value;
}
