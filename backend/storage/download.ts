import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { isFresh, requestedRange } from './conditional.ts';
import { servedType } from './content-type.ts';
import { noSuchObject, notSupported } from './errors.ts';
import { MissingFile, type FileStore } from './disk-store.ts';
import { findPublic, findStored, requireValidName, type StoredObject } from './objects.ts';

type DownloadRequest = FastifyRequest<{
  Params: { bucket: string; '*': string };
  Querystring: { download?: string; versionId?: string };
}>;

/**
 * GET and HEAD /object/public/:bucket/*: a file of a public bucket, for everybody. GET /object/authenticated/:bucket/*:
 * of any bucket, for the service key alone, which carries an installation elsewhere.
 */
export function downloadRoutes(
  app: FastifyInstance,
  { databases: { storage } }: Platform,
  store: FileStore,
) {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/object/public/:bucket/*',
    exposeHeadRoute: false, // Fastify's own would read the whole file to announce no bytes
    handler: (request: DownloadRequest, reply) => send(findPublic, request, reply),
  });
  app.get('/object/authenticated/:bucket/*', { exposeHeadRoute: false }, handOver);

  async function handOver(request: DownloadRequest, reply: FastifyReply) {
    if (request.identity.role !== 'service_role') throw noSuchObject();
    return send(findUncached, request, reply);
  }

  async function send(find: Find, request: DownloadRequest, reply: FastifyReply) {
    const { bucket, '*': name } = request.params;
    if (request.query.versionId !== undefined) throw notSupported('versionId');
    requireValidName(name);
    const object = await find(storage, bucket, name);
    const { eTag, size = 0, ...metadata } = object.metadata ?? {};
    const lastModified = metadata.lastModified ? new Date(metadata.lastModified) : undefined;
    describe(reply, request.query.download, {
      ...metadata,
      eTag,
      lastModified: lastModified?.toUTCString(),
    });
    if (isFresh(request.headers, { eTag, lastModified })) return reply.code(304).send();

    const range = requestedRange(request.headers, size, eTag);
    reply.header('content-length', range ? range.end - range.start + 1 : size);
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    if (request.method === 'HEAD') return reply.send();
    return reply.send(await store.open(object.version ?? '', range).catch(nameMissing));
  }
}

type Find = (db: Database, bucket: string, name: string) => Promise<StoredObject>;

async function findUncached(...asked: Parameters<Find>) {
  const { version, metadata } = await findStored(...asked);
  return { version, metadata: { ...metadata, cacheControl: 'no-store' } };
}

type Description = {
  eTag?: string;
  cacheControl?: string;
  mimetype?: string;
  lastModified?: string;
};

function describe(reply: FastifyReply, download: string | undefined, metadata: Description) {
  const { type, inline } = servedType(metadata.mimetype);
  reply
    .type(type)
    .header('accept-ranges', 'bytes')
    .header('x-content-type-options', 'nosniff')
    .header('x-robots-tag', 'none')
    .header('cross-origin-resource-policy', 'cross-origin') // other sites show them: that is what they are for
    .header('cache-control', metadata.cacheControl ?? 'no-cache');
  if (metadata.eTag) reply.header('etag', metadata.eTag);
  if (metadata.lastModified) reply.header('last-modified', metadata.lastModified);
  if (download) reply.header('content-disposition', attachment(download));
  else if (download === '' || !inline) reply.header('content-disposition', 'attachment;');
}

/** storage-api, storage/renderer/renderer.ts. */
function attachment(fileName: string) {
  const encoded = encodeURIComponent(fileName);
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`;
}

/** A row without bytes: lost disk, or a database restored without its files. */
function nameMissing(error: unknown): never {
  throw error instanceof MissingFile ? noSuchObject() : error;
}
