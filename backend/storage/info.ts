import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';
import { callerOf, type Caller } from './caller.ts';
import { noSuchBucket, noSuchObject, notSupported } from './errors.ts';
import { requireValidName } from './names.ts';
import type { ObjectMetadata } from './objects.ts';

type InfoRequest = FastifyRequest<{
  Params: { bucket: string; '*': string };
  Querystring: { versionId?: string };
}>;
type InfoRow = {
  id: string;
  name: string;
  version: string | null;
  bucket_id: string;
  metadata: Partial<ObjectMetadata> | null;
  user_metadata: Record<string, unknown> | null;
  updated_at: Date;
  created_at: Date;
};

/** GET /object/info/…: what is known of a file; of public buckets for everybody. */
export function infoRoutes(app: FastifyInstance, { databases: { storage } }: Platform) {
  app.get('/object/info/public/:bucket/*', async (request: InfoRequest, reply) =>
    answer(request, reply),
  );
  app.get('/object/info/authenticated/:bucket/*', async (request: InfoRequest, reply) =>
    answer(request, reply, callerOf(request)),
  );
  app.get('/object/info/:bucket/*', async (request: InfoRequest, reply) =>
    answer(request, reply, callerOf(request)),
  );

  async function answer({ params, query }: InfoRequest, reply: FastifyReply, caller?: Caller) {
    if (query.versionId !== undefined) throw notSupported('versionId');
    const { bucket, '*': name } = params;
    const buckets = await storage.query<{ public: boolean }>(
      'select public from storage.buckets where id = $1',
      [bucket],
    );
    const isPublic = buckets.rows[0]?.public;
    if (isPublic === undefined || (!isPublic && !caller)) throw noSuchBucket();
    requireValidName(name);
    const { rows } =
      isPublic || !caller
        ? await storage.query<InfoRow>(INFO, [bucket, name])
        : await storage.queryAs<InfoRow>(caller.identity, caller.info, INFO, [bucket, name]);
    if (!rows[0]) throw noSuchObject();
    const { metadata, user_metadata, updated_at, created_at, ...row } = rows[0];
    if (metadata?.eTag) reply.header('etag', metadata.eTag);
    if (metadata?.lastModified) {
      reply.header('last-modified', new Date(metadata.lastModified).toUTCString());
    }
    return {
      ...row,
      size: metadata?.size ?? null,
      content_type: metadata?.mimetype ?? null,
      cache_control: metadata?.cacheControl ?? null,
      etag: metadata?.eTag ?? null,
      metadata: user_metadata,
      last_modified: updated_at,
      created_at,
    };
  }
}

const INFO = `select id, name, version, bucket_id, metadata, user_metadata, updated_at, created_at
  from storage.objects where bucket_id = $1 and name = $2`;
