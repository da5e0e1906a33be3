import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform.ts';
import { callerOf } from './caller.ts';
import { announce } from './objects.ts';

const MAX_ROWS = 1500;
const SORT_COLUMNS = ['name', 'updated_at', 'created_at', 'last_accessed_at'] as const;

/** Checked as storage-api checks it (http/routes/object/listObjects.ts). */
const bodySchema = {
  type: 'object',
  properties: {
    prefix: { type: 'string' },
    limit: { type: 'integer', minimum: 1 },
    offset: { type: 'integer', minimum: 0 },
    sortBy: {
      type: 'object',
      properties: {
        column: { type: 'string', enum: SORT_COLUMNS },
        order: { type: 'string', enum: ['asc', 'desc'] },
      },
      required: ['column'],
    },
    search: { type: 'string' },
  },
  required: ['prefix'],
} as const;

type ListBody = {
  prefix: string;
  limit?: number;
  offset?: number;
  sortBy?: { column: (typeof SORT_COLUMNS)[number]; order?: 'asc' | 'desc' };
  search?: string;
};

/** POST /object/list/:bucket: files and folders right below a folder, names relative to it. */
export function listRoutes(app: FastifyInstance, { databases }: Platform) {
  app.post<{ Params: { bucket: string }; Body: ListBody }>(
    '/object/list/:bucket',
    { schema: { body: bodySchema } },
    async (request) => {
      const { identity, info } = callerOf(request);
      const { prefix, limit = 100, offset = 0, sortBy, search = '' } = request.body;
      const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
      const start = folder + search;
      const pattern = `${start.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
      return databases.storage.transactionAs(identity, info, async (tx) => {
        await announce(tx, 'list');
        const values = [
          request.params.bucket,
          pattern,
          folder.length,
          start.length,
          Math.min(limit, MAX_ROWS),
          offset,
        ];
        const { rows } = await tx.query(
          listing(sortBy?.column ?? 'name', sortBy?.order ?? 'asc'),
          values,
        );
        return rows;
      });
    },
  );
}

/**
 * What storage-api's `storage.search` answers: a folder is the part of a name up to the first slash
 * after what was searched, once however many files it has, with nulls for everything but its name.
 * Sorted by name the two kinds are mixed, a folder standing where its slash puts it and folders that
 * differ by case being one; otherwise folders come first.
 */
function listing(column: (typeof SORT_COLUMNS)[number], order: 'asc' | 'desc') {
  const byName = `lower(name || case when id is null then '/' else '' end) collate "C" ${order}`;
  const oneFolder = column === 'name' ? 'lower(folder) collate "C"' : 'folder';
  const sorting = column === 'name' ? byName : `(id is not null), ${column} ${order}, ${byName}`;
  return `
    with hits as (
      select *, position('/' in substring(name from $4::int + 1)) as slash
      from storage.objects
      where bucket_id = $1 and lower(name) collate "C" like $2
    ), entries as (
      select substring(name from $3::int + 1) as name, id, updated_at, created_at, last_accessed_at, metadata
      from hits where slash = 0
      union all
      (select distinct on (${oneFolder}) folder, null, null, null, null, null
       from (select substring(name from $3::int + 1 for $4::int - $3::int + slash - 1) as folder
             from hits where slash > 0) as folders)
    )
    select name, id, updated_at, created_at, last_accessed_at, metadata
    from entries order by ${sorting} limit $5 offset $6`;
}
