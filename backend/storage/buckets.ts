import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform.ts';
import { createNoSuchBucketError } from './errors.ts';

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

const COLUMNS = `id, name, owner, public, created_at, updated_at, file_size_limit, allowed_mime_types`;
const FIND = `select ${COLUMNS} from storage.buckets where id = $1`;

const listQuery = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1 },
    offset: { type: 'integer', minimum: 0 },
    sortColumn: { enum: ['id', 'name', 'created_at', 'updated_at'] },
    sortOrder: { enum: ['asc', 'desc'] },
    search: { type: 'string' },
  },
} as const;

type ListQuery = {
  limit?: number;
  offset?: number;
  /** One of the columns in `listQuery`: the schema refuses every other text, so it is safe in SQL. */
  sortColumn?: string;
  sortOrder?: 'asc' | 'desc';
  search?: string;
};

/** Registers GET /bucket and GET /bucket/:id, which return the buckets that the policies let the caller read. */
export function registerBucketRoutes(app: FastifyInstance, { databases }: Platform) {
  app.get<{ Querystring: ListQuery }>(
    '/bucket',
    { schema: { querystring: listQuery } },
    async ({ identity, query }) => {
      const { sortColumn, sortOrder = 'asc', search = '', limit = null, offset = 0 } = query;
      const order = sortColumn ? `order by ${sortColumn} ${sortOrder}` : '';
      const text = `select ${COLUMNS}, type from storage.buckets
        where strpos(lower(name), lower($1)) > 0 ${order} limit $2 offset $3`;
      const access = { isReadOnly: true };
      const values = [search, limit, offset];
      const { rows } = await databases.storage.queryAs<BucketRow>(identity, access, text, values);
      return rows.map(shown);
    },
  );
  app.get<{ Params: { id: string } }>('/bucket/:id', async ({ identity, params }) => {
    const access = { isReadOnly: true };
    const { rows } = await databases.storage.queryAs<BucketRow>(identity, access, FIND, [
      params.id,
    ]);
    const [row] = rows;
    if (!row) throw createNoSuchBucketError();
    return shown(row);
  });
}

/** Converts a row as storage-api's serializer does: a missing owner is '', and sizes are numbers. */
function shown(row: BucketRow) {
  const limit = row.file_size_limit === null ? null : Number(row.file_size_limit);
  return { ...row, owner: row.owner ?? '', file_size_limit: limit };
}

export type BucketLimits = { fileSizeLimit: number; allowedTypes: string[] | null };

/**
 * Reads the limits of a bucket.
 * @throws StorageError when there is no such bucket
 */
export async function readBucketLimits(platform: Platform, id: string): Promise<BucketLimits> {
  const limits = await findBucketLimits(platform, id);
  if (!limits) throw createNoSuchBucketError();
  return limits;
}

/**
 * Reads the limits of a bucket without row-level security, as storage-api does. Sizes are bytes.
 * @returns undefined when there is no such bucket
 */
export async function findBucketLimits(
  { databases, config }: Platform,
  id: string,
): Promise<BucketLimits | undefined> {
  const text = 'select file_size_limit, allowed_mime_types from storage.buckets where id = $1';
  const { rows } = await databases.storage.query<BucketRow>(text, [id]);
  const [bucket] = rows;
  if (!bucket) return undefined;
  const ownLimit = bucket.file_size_limit === null ? Infinity : Number(bucket.file_size_limit);
  return {
    fileSizeLimit: Math.min(ownLimit, config.MAX_UPLOAD_BYTES),
    allowedTypes: bucket.allowed_mime_types,
  };
}
