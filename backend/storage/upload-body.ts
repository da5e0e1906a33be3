import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { invalidRequest, notSupported, tooLarge } from './errors.ts';

/** One file on its way in. `declaredType` is what the sender says, never what is believed. */
export type UploadBody = {
  stream: Readable;
  declaredType: string;
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
};

const MAX_METADATA_BYTES = 1024 * 1024;
const HEADER_VALUE = /^[\x20-\x7e]{1,200}$/;

/**
 * Reads what @supabase/storage-js sends: a form with one file and the fields `cacheControl` and
 * `metadata` before it, or the bare bytes with the same in headers (storage-api, uploader.ts).
 */
export async function readUploadBody(
  request: FastifyRequest,
  fileSizeLimit: number,
): Promise<UploadBody> {
  if (request.headers['x-upsert'] === 'true') throw notSupported('x-upsert');
  if (request.headers['x-robots-tag'] !== undefined) throw notSupported('x-robots-tag');
  return request.isMultipart()
    ? fromForm(request, fileSizeLimit)
    : fromBytes(request, fileSizeLimit);
}

async function fromForm(request: FastifyRequest, fileSizeLimit: number): Promise<UploadBody> {
  // One byte past the limit comes through, so that whoever counts sees that it is too much.
  const part = await request
    .file({ limits: { fileSize: fileSizeLimit + 1 } })
    .catch((error: unknown) => {
      throw invalidRequest(error instanceof Error ? error.message : 'No content provided', error);
    });
  if (!part) throw invalidRequest('No content provided');
  const field = (name: string) => {
    const value = part.fields[name];
    return value && !Array.isArray(value) && value.type === 'field'
      ? String(value.value)
      : undefined;
  };
  const seconds = field('cacheControl');
  const metadata = field('metadata') ?? field('userMetadata');
  if (metadata && Buffer.byteLength(metadata) > MAX_METADATA_BYTES) throw tooLarge('user_metadata');
  return {
    stream: part.file,
    declaredType: field('contentType') || part.mimetype,
    cacheControl: asHeader(seconds ? `max-age=${seconds}` : 'no-cache'),
    userMetadata: parseObject(metadata),
  };
}

function fromBytes(request: FastifyRequest, fileSizeLimit: number): UploadBody {
  const announced = Number(request.headers['content-length']);
  if (announced > fileSizeLimit) throw tooLarge();
  const metadata = request.headers['x-metadata'];
  return {
    stream: request.raw,
    declaredType: request.headers['content-type'] || 'application/octet-stream',
    cacheControl: asHeader(request.headers['cache-control'] ?? 'no-cache'),
    userMetadata:
      typeof metadata === 'string'
        ? parseObject(Buffer.from(metadata, 'base64').toString('utf8'))
        : null,
  };
}

/** It is sent back with every download: no line breaks, nothing endless. */
function asHeader(value: string) {
  if (!HEADER_VALUE.test(value)) throw invalidRequest('Invalid cache control');
  return value;
}

/** As in storage-api, metadata that cannot be read is no reason to refuse a file. */
function parseObject(text: string | undefined): Record<string, unknown> | null {
  if (!text) return null;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null; // an object, as the line above says
  } catch {
    return null;
  }
}
