import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { callerOf, type Caller } from './caller.ts';
import { noSuchObject, notSupported } from './errors.ts';
import { MissingFile, type FileStore } from './file-store.ts';
import { requireFits } from './move.ts';
import { requireValidName } from './names.ts';
import {
  announce,
  COLUMNS,
  insertAs,
  rowAnswer,
  tryInsertAs,
  type ObjectRow,
  type StoredObject,
} from './objects.ts';
import { isSurelyNotCommitted, newObject } from './receive.ts';

const bodySchema = {
  type: 'object',
  properties: {
    bucketId: { type: 'string' },
    sourceKey: { type: 'string' },
    destinationBucket: { type: 'string' },
    destinationKey: { type: 'string' },
    copyMetadata: { type: 'boolean' },
  },
  required: ['bucketId', 'sourceKey', 'destinationKey'],
} as const;

type CopyBody = {
  bucketId: string;
  sourceKey: string;
  destinationBucket?: string;
  destinationKey: string;
  copyMetadata?: boolean;
};
type Source = StoredObject & { user_metadata: Record<string, unknown> | null };

/** POST /object/copy: a new file with the bytes of one that the caller may read. */
export function copyRoutes(app: FastifyInstance, platform: Platform, store: FileStore) {
  const { storage } = platform.databases;

  app.post<{ Body: CopyBody }>(
    '/object/copy',
    { schema: { body: bodySchema } },
    async (request) => {
      const caller = callerOf(request);
      const { bucketId, sourceKey, destinationKey: name, copyMetadata = true } = request.body;
      const bucket = request.body.destinationBucket || bucketId;
      if (request.headers['x-upsert'] === 'true') throw notSupported('x-upsert');
      // A type of the sender's choosing would be served: types come from the bytes alone.
      if (!copyMetadata) throw notSupported('copyMetadata');
      requireValidName(name);
      const source = await readSource(storage, caller, bucketId, sourceKey);
      const object = newObject(
        { caller, bucket, name },
        source.metadata ?? {},
        source.user_metadata,
      );
      await tryInsertAs(storage, caller, 'copy', object);
      await requireFits(platform, bucket, source);
      await copyBytes(source, object);
      const key = `${bucket}/${name}`;
      const text = `select ${COLUMNS} from storage.objects where id = $1`;
      const { rows } = await storage.query<ObjectRow>(text, [object.id]);
      return { Id: object.id, Key: key, ...rows.map(rowAnswer)[0] };

      async function copyBytes({ version }: Source, copy: typeof object) {
        let committing = false;
        try {
          await store.copy(version ?? '', copy.version).catch(nameMissing);
          copy.metadata = { ...copy.metadata, lastModified: new Date().toISOString() };
          committing = true;
          await insertAs(storage, caller, 'copy', copy);
        } catch (error) {
          if (!committing || isSurelyNotCommitted(error)) await store.remove(copy.version);
          throw error;
        }
      }
    },
  );
}

async function readSource(db: Database, { identity, info }: Caller, bucket: string, name: string) {
  const [source] = await db.transactionAs(identity, info, async (tx) => {
    await announce(tx, 'copy');
    const text = `select version, metadata, user_metadata from storage.objects
      where bucket_id = $1 and name = $2`;
    return (await tx.query<Source>(text, [bucket, name])).rows;
  });
  if (!source) throw noSuchObject();
  return source;
}

function nameMissing(error: unknown): never {
  throw error instanceof MissingFile ? noSuchObject() : error;
}
