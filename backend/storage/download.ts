import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';
import { isFresh, readRequestedRange } from './conditional.ts';
import { chooseDownloadType } from './content-type.ts';
import { createNoSuchObjectError, createNotSupportedError } from './errors.ts';
import { MissingFileError, type DiskStore } from './disk-store.ts';
import {
  findPublicFile,
  findReadableFile,
  requireValidName,
  type StoredObject,
} from './objects.ts';

type DownloadRequest = FastifyRequest<{
  Params: { bucket: string; '*': string };
  Querystring: { download?: string; versionId?: string };
}>;

/**
 * Registers GET and HEAD of a file. /object/public/:bucket/… needs no key, and the bucket must be public.
 * /object/:bucket/… and /object/authenticated/:bucket/… check the policies, unless the bucket is public. GET
 * /object/info/… returns the metadata of a file in JSON.
 */
export function registerDownloadRoutes(
  app: FastifyInstance,
  { databases: { storage } }: Platform,
  store: DiskStore,
) {
  const asPublic: Find = ({ bucket, name }) => findPublicFile(storage, bucket, name);
  const asCaller: Find = async (requested, { identity }) => {
    const file = { ...requested, operation: 'get_authenticated' as const };
    const found = await findReadableFile(storage, identity, file);
    if (found.is_public) return found;
    return { ...found, metadata: { ...found.metadata, cacheControl: 'no-store' } };
  };
  for (const [path, find] of [
    ['/object/public', asPublic],
    ['/object/authenticated', asCaller],
    ['/object', asCaller],
  ] as const) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `${path}/:bucket/*`,
      exposeHeadRoute: false, // Fastify's own HEAD route would read the complete file, although it sends no body
      handler: (request: DownloadRequest, reply) => send(find, request, reply),
    });
  }
  for (const path of ['/object/info', '/object/info/public', '/object/info/authenticated'])
    app.get(`${path}/:bucket/*`, sendMetadata);

  /** Sends the metadata of a file. The fields have the names of storage-api (renderer/info.ts). */
  async function sendMetadata(request: DownloadRequest) {
    const { bucket, name } = fileOf(request);
    const file = { bucket, name, operation: 'get_authenticated_info' } as const;
    const { id, version, metadata, ...row } = await findReadableFile(
      storage,
      request.identity,
      file,
    );
    return {
      id,
      name,
      version,
      bucket_id: bucket,
      size: metadata?.size ?? null,
      content_type: metadata?.mimetype ?? null,
      cache_control: metadata?.cacheControl ?? null,
      etag: metadata?.eTag ?? null,
      metadata: row.user_metadata,
      last_modified: row.updated_at,
      created_at: row.created_at,
    };
  }

  async function send(find: Find, request: DownloadRequest, reply: FastifyReply) {
    const object = await find(fileOf(request), request);
    const { eTag, size = 0, ...metadata } = object.metadata ?? {};
    const lastModified = metadata.lastModified ? new Date(metadata.lastModified) : undefined;
    describe(reply, request.query.download, {
      ...metadata,
      eTag,
      lastModified: lastModified?.toUTCString(),
    });
    if (isFresh(request.headers, { eTag, lastModified })) return reply.code(304).send();

    const range = readRequestedRange(request.headers, size, eTag);
    reply.header('content-length', range ? range.end - range.start + 1 : size);
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    if (request.method === 'HEAD') return reply.send();
    return reply.send(await store.open(object.version ?? '', range).catch(nameMissing));
  }
}

type Find = (
  file: { bucket: string; name: string },
  request: DownloadRequest,
) => Promise<Pick<StoredObject, 'version' | 'metadata'>>;

function fileOf({ params, query }: DownloadRequest) {
  const { bucket, '*': name } = params;
  if (query.versionId !== undefined) throw createNotSupportedError('versionId');
  requireValidName(name);
  return { bucket, name };
}

type Description = {
  eTag?: string;
  cacheControl?: string;
  mimetype?: string;
  lastModified?: string;
};

function describe(reply: FastifyReply, download: string | undefined, metadata: Description) {
  const { type, inline } = chooseDownloadType(metadata.mimetype);
  reply
    .type(type)
    .header('accept-ranges', 'bytes')
    .header('x-content-type-options', 'nosniff')
    .header('x-robots-tag', 'none')
    .header('cross-origin-resource-policy', 'cross-origin') // other sites embed these pictures, so allow other origins
    .header('cache-control', metadata.cacheControl ?? 'no-cache');
  if (metadata.eTag) reply.header('etag', metadata.eTag);
  if (metadata.lastModified) reply.header('last-modified', metadata.lastModified);
  if (download) reply.header('content-disposition', attachment(download));
  else if (download === '' || !inline) reply.header('content-disposition', 'attachment;');
}

/** Returns the header `Content-Disposition` of a download, as storage-api does (storage/renderer/renderer.ts). */
function attachment(fileName: string) {
  const encoded = encodeURIComponent(fileName);
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`;
}

/**
 * Reports a row without bytes as a missing file. Bytes are missing if the disk was lost, or if a database was restored
 * without its files.
 */
function nameMissing(error: unknown): never {
  throw error instanceof MissingFileError ? createNoSuchObjectError() : error;
}
