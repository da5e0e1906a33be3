import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform.ts';
import { callerOf } from './caller.ts';
import { accessDenied, invalidRequest } from './errors.ts';
import type { FileStore } from './file-store.ts';
import { announce, COLUMNS, findObject, rowAnswer, type ObjectRow } from './objects.ts';

const MAX_OBJECTS = 1000;
const bodySchema = {
  type: 'object',
  properties: { prefixes: { type: 'array', items: { type: 'string' }, minItems: 1 } },
  required: ['prefixes'],
} as const;

/** DELETE of one file by address, or of several by `{ prefixes }`: what the policies hide, stays. */
export function removeRoutes(
  app: FastifyInstance,
  { databases: { storage }, log }: Platform,
  store: FileStore,
) {
  app.delete<{ Params: { bucket: string; '*': string } }>('/object/:bucket/*', async (request) => {
    const { identity, info } = callerOf(request);
    const { bucket, '*': name } = request.params;
    await findObject(storage, bucket, name);
    const removed = await storage.transactionAs(identity, info, async (tx) => {
      await announce(tx, 'delete');
      const text = `delete from storage.objects where bucket_id = $1 and name = $2 returning ${COLUMNS}`;
      return (await tx.query<ObjectRow>(text, [bucket, name])).rows;
    });
    if (removed.length === 0) throw accessDenied();
    await removeBytes(removed);
    return { message: 'Successfully deleted' };
  });

  app.delete<{ Params: { bucket: string }; Body: { prefixes: string[] } }>(
    '/object/:bucket',
    { schema: { body: bodySchema } },
    async (request) => {
      const { identity, info } = callerOf(request);
      const { prefixes } = request.body;
      if (prefixes.length > MAX_OBJECTS) {
        throw invalidRequest(
          `Bulk object requests are limited to ${MAX_OBJECTS} objects per request.`,
        );
      }
      const removed = await storage.transactionAs(identity, info, async (tx) => {
        await announce(tx, 'delete_many');
        const text = `delete from storage.objects where bucket_id = $1 and name = any($2) returning ${COLUMNS}`;
        return (await tx.query<ObjectRow>(text, [request.params.bucket, prefixes])).rows;
      });
      await removeBytes(removed);
      return removed.map(rowAnswer);
    },
  );

  /** After the commit: bytes that cannot be removed now are an orphan file, not a failed delete. */
  async function removeBytes(rows: ObjectRow[]) {
    for (const { version } of rows) {
      await store.remove(version ?? '').catch((error: unknown) => {
        log.warn({ err: error, version }, 'bytes of a deleted object could not be removed');
      });
    }
  }
}
