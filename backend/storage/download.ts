import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Platform } from '../platform.ts';
import { callerOf } from './caller.ts';
import { isFresh, requestedRange } from './conditional.ts';
import { servedType } from './content-type.ts';
import { noSuchObject, notSupported } from './errors.ts';
import { MissingFile, type FileStore } from './file-store.ts';
import { requireValidName } from './names.ts';
import { findObject, type StoredObject } from './objects.ts';
import type { UrlSigner } from './signed-url.ts';

type DownloadRequest = FastifyRequest<{
  Params: { bucket: string; '*': string };
  Querystring: { download?: string; versionId?: string; token?: string };
}>;

const signedQuery = {
  type: 'object',
  properties: { token: { type: 'string' } },
  required: ['token'],
} as const;

/**
 * GET and HEAD of a file: of public buckets for everybody, of others as the policies say, or by an
 * address that somebody signed who might read it.
 */
export function downloadRoutes(
  app: FastifyInstance,
  { databases: { storage } }: Platform,
  { store, signer }: { store: FileStore; signer: UrlSigner },
) {
  // Fastify's own HEAD route would read the whole file to announce no bytes.
  const method = ['GET', 'HEAD'] satisfies HTTPMethods[];
  app.route({
    method,
    url: '/object/public/:bucket/*',
    exposeHeadRoute: false,
    handler: sendPublic,
  });
  app.route({
    method,
    url: '/object/authenticated/:bucket/*',
    exposeHeadRoute: false,
    handler: sendAllowed,
  });
  app.route({ method, url: '/object/:bucket/*', exposeHeadRoute: false, handler: sendAllowed });
  app.route({
    method,
    url: '/object/sign/:bucket/*',
    exposeHeadRoute: false,
    schema: { querystring: signedQuery },
    handler: sendSigned,
  });

  async function sendPublic(request: DownloadRequest, reply: FastifyReply) {
    const { bucket, name } = nameOf(request);
    return answer(request, reply, await findObject(storage, bucket, name, { onlyPublic: true }));
  }

  async function sendAllowed(request: DownloadRequest, reply: FastifyReply) {
    const { identity, info } = callerOf(request);
    const { bucket, name } = nameOf(request);
    const object = await findObject(storage, bucket, name);
    if (!object.public) {
      const text = 'select from storage.objects where bucket_id = $1 and name = $2';
      const { rowCount } = await storage.queryAs(identity, info, text, [bucket, name]);
      if (rowCount === 0) throw noSuchObject();
    }
    return answer(request, reply, object);
  }

  async function sendSigned(request: DownloadRequest, reply: FastifyReply) {
    const { bucket, name } = nameOf(request);
    const { token = '' } = request.query;
    const { exp } = await signer.verify(token, 'download', `${bucket}/${name}`);
    const object = await findObject(storage, bucket, name);
    reply.header('expires', new Date(exp * 1000).toUTCString());
    return answer(request, reply, object);
  }

  async function answer(
    request: DownloadRequest,
    reply: FastifyReply,
    { version, metadata }: StoredObject,
  ) {
    const eTag = metadata?.eTag;
    const lastModified = metadata?.lastModified ? new Date(metadata.lastModified) : undefined;
    describe(reply, request.query.download, {
      ...metadata,
      lastModified: lastModified?.toUTCString(),
    });
    if (isFresh(request.headers, { eTag, lastModified })) return reply.code(304).send();

    const size = metadata?.size ?? 0;
    const range = requestedRange(request.headers, size, eTag);
    reply.header('content-length', range ? range.end - range.start + 1 : size);
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    if (request.method === 'HEAD') return reply.send();
    return reply.send(await store.open(version ?? '', range).catch(nameMissing));
  }
}

function nameOf({ params, query }: DownloadRequest) {
  if (query.versionId !== undefined) throw notSupported('versionId');
  requireValidName(params['*']);
  return { bucket: params.bucket, name: params['*'] };
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
    .header('x-robots-tag', 'none');
  // A signed address may be kept until it ends, whatever the file itself allows (storage-api, renderer.ts).
  if (reply.hasHeader('expires')) reply.removeHeader('cache-control');
  else reply.header('cache-control', metadata.cacheControl ?? 'no-cache');
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
