import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform.ts';
import { noSuchBucket } from './errors.ts';

type BucketRow = {
  id: string;
  name: string;
  owner: string | null;
  public: boolean;
  created_at: Date;
  updated_at: Date;
  file_size_limit: string | null;
  allowed_mime_types: string[] | null;
};

const FIND = `select id, name, owner, public, created_at, updated_at, file_size_limit, allowed_mime_types
  from storage.buckets where id = $1`;

/** GET /bucket/:id: a bucket that the caller's policies show. */
export function bucketRoutes(app: FastifyInstance, { databases }: Platform) {
  app.get<{ Params: { id: string } }>('/bucket/:id', async ({ identity, params }) => {
    const access = { isReadOnly: true };
    const { rows } = await databases.storage.queryAs<BucketRow>(identity, access, FIND, [
      params.id,
    ]);
    const [row] = rows;
    if (!row) throw noSuchBucket();
    // storage-api's serializer writes a missing owner as '' and sizes as numbers.
    const limit = row.file_size_limit === null ? null : Number(row.file_size_limit);
    return { ...row, owner: row.owner ?? '', file_size_limit: limit };
  });
}

export type BucketLimits = { fileSizeLimit: number; allowedTypes: string[] | null };

/** What a bucket takes, read past row-level security as storage-api does. Sizes are bytes. */
export async function readBucketLimits(
  { databases, config }: Platform,
  id: string,
): Promise<BucketLimits> {
  const text = 'select file_size_limit, allowed_mime_types from storage.buckets where id = $1';
  const { rows } = await databases.storage.query<BucketRow>(text, [id]);
  const [bucket] = rows;
  if (!bucket) throw noSuchBucket();
  const ownLimit = bucket.file_size_limit === null ? Infinity : Number(bucket.file_size_limit);
  return {
    fileSizeLimit: Math.min(ownLimit, config.MAX_UPLOAD_BYTES),
    allowedTypes: bucket.allowed_mime_types,
  };
}
