import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform.ts';
import { createInvalidRequestError } from './errors.ts';
import type { DiskStore } from './disk-store.ts';
import { setStorageOperation } from './objects.ts';

const MAX_OBJECTS = 1000;
const COLUMNS = `id, bucket_id, name, owner, owner_id, version, created_at, updated_at,
  last_accessed_at, metadata, user_metadata`;
type ObjectRow = { version: string | null; owner: string | null; owner_id: string | null };
const bodySchema = {
  type: 'object',
  properties: { prefixes: { type: 'array', items: { type: 'string' }, minItems: 1 } },
  required: ['prefixes'],
} as const;

/**
 * Registers DELETE /object/:bucket. `prefixes` in its body are names of files. Files that the policies hide are not
 * deleted.
 */
export function registerRemoveRoutes(
  app: FastifyInstance,
  { databases: { storage }, log }: Platform,
  store: DiskStore,
) {
  app.delete<{ Params: { bucket: string }; Body: { prefixes: string[] } }>(
    '/object/:bucket',
    { schema: { body: bodySchema } },
    async ({ identity, params, body: { prefixes } }) => {
      if (prefixes.length > MAX_OBJECTS) {
        throw createInvalidRequestError(
          `Bulk object requests are limited to ${MAX_OBJECTS} objects per request.`,
        );
      }
      const removed = await storage.transactionAs(identity, {}, async (tx) => {
        await setStorageOperation(tx, 'delete_many');
        const text = `delete from storage.objects where bucket_id = $1 and name = any($2) returning ${COLUMNS}`;
        return (await tx.query<ObjectRow>(text, [params.bucket, prefixes])).rows;
      });
      await removeBytes(removed);
      // Write a missing owner as '', as storage-api's serializer does.
      return removed.map((row) => ({
        ...row,
        owner: row.owner ?? '',
        owner_id: row.owner_id ?? '',
      }));
    },
  );

  /**
   * Deletes the bytes after the commit. If the deletion fails, the request still succeeds, and the sweep finds the
   * bytes later.
   */
  async function removeBytes(rows: ObjectRow[]) {
    for (const { version } of rows) {
      await store.remove(version ?? '').catch((error: unknown) => {
        log.warn({ err: error, version }, 'bytes of a deleted object could not be removed');
      });
    }
  }
}
