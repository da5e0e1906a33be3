import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { invalidRequest, notSupported, tooLarge } from './errors.ts';

/** An uploaded file. `declaredType` is the sender's claim, which is never trusted. */
export type UploadBody = { stream: Readable; declaredType: string; cacheControl: string };

/** Limits of an upload form, except the size of its file. `fieldSize` is in bytes. */
export const FORM_LIMITS = { files: 1, fields: 3, fieldSize: 200, headerPairs: 20 };
const HEADER_VALUE = /^[\x20-\x7e]{1,200}$/;

/**
 * Refuses headers of features that this server does not support. Call this function before the body is read.
 * @throws StorageError
 */
export function requireSupported({ headers }: FastifyRequest) {
  if (headers['x-upsert'] === 'true') throw notSupported('x-upsert');
  for (const name of ['x-robots-tag', 'x-metadata'])
    if (headers[name] !== undefined) throw notSupported(name);
  // Refuse compressed bytes: storage-api would store the compressed bytes, and serve them as if they were uncompressed.
  const { 'content-encoding': encoding = 'identity' } = headers;
  if (encoding !== 'identity') throw notSupported('content-encoding');
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
  if (Number(request.headers['content-length']) > fileSizeLimit) throw tooLarge();
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
      throw invalidRequest(error instanceof Error ? error.message : 'No content provided', error);
    });
  if (!part) throw invalidRequest('No content provided');
  const { fields, mimetype, file } = part;
  if (fields['metadata'] ?? fields['userMetadata']) throw notSupported('metadata');
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
  if (!HEADER_VALUE.test(value)) throw invalidRequest('Invalid cache control');
  return value;
}
