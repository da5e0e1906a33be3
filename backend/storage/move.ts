import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import type { Platform } from '../platform.ts';
import { findBucketLimits, type BucketLimits } from './buckets.ts';
import { requireAllowedType } from './content-type.ts';
import {
  createAlreadyExistsError,
  createNoSuchObjectError,
  createTooLargeError,
} from './errors.ts';
import {
  setStorageOperation,
  requireValidName,
  toOwnerUuid,
  type StoredObject,
} from './objects.ts';

const bodySchema = {
  type: 'object',
  properties: {
    bucketId: { type: 'string' },
    sourceKey: { type: 'string' },
    destinationBucket: { type: 'string' },
    destinationKey: { type: 'string' },
  },
  required: ['bucketId', 'sourceKey', 'destinationKey'],
} as const;

type MoveBody = {
  bucketId: string;
  sourceKey: string;
  destinationBucket?: string;
  destinationKey: string;
};

/**
 * Registers POST /object/move, which renames a file. The caller needs the right to read the file and to update its row;
 * without one of these rights the response is storage-api's 'not found'. Bytes are identified by their version and do
 * not move.
 */
export function registerMoveRoutes(app: FastifyInstance, platform: Platform) {
  app.post<{ Body: MoveBody }>(
    '/object/move',
    { schema: { body: bodySchema } },
    async ({ identity, body }) => {
      const { bucketId, sourceKey, destinationKey } = body;
      const destination = body.destinationBucket || bucketId;
      requireValidName(destinationKey);
      // Read the limits before the transaction. Inside the transaction, this request would wait for a second connection
      // while it already holds one. A missing bucket is refused later, by the foreign key, after the checks of the
      // file.
      const limits =
        destination === bucketId ? undefined : await findBucketLimits(platform, destination);
      await platform.databases.storage.transactionAs(identity, {}, async (tx) => {
        await setStorageOperation(tx, 'move');
        const { rowCount } = await tx.query(FIND, [bucketId, sourceKey]);
        if (rowCount === 0) throw createNoSuchObjectError();
        const owner = identity.claims.sub;
        const values = [
          bucketId,
          sourceKey,
          destination,
          destinationKey,
          toOwnerUuid(owner),
          owner,
        ];
        const { rows } = await tx.query<StoredObject>(MOVE, values).catch(nameTaken);
        if (!rows[0]) throw createNoSuchObjectError();
        if (limits) requireFits(limits, rows[0]);
      });
      return { message: 'Successfully moved' };
    },
  );
}

const FIND = 'select from storage.objects where bucket_id = $1 and name = $2';
const MOVE = `update storage.objects
  set bucket_id = $3, name = $4, owner = coalesce($5::uuid, owner), owner_id = coalesce($6, owner_id)
  where bucket_id = $1 and name = $2 returning version, metadata`;

function nameTaken(error: unknown): never {
  const isTaken = error instanceof pg.DatabaseError && error.code === '23505';
  throw isTaken ? createAlreadyExistsError(error, 'ResourceAlreadyExists') : error;
}

/** Refuses a file that is too large or of a wrong type for the destination bucket. Storage-api does not check this. */
function requireFits({ fileSizeLimit, allowedTypes }: BucketLimits, { metadata }: StoredObject) {
  if ((metadata?.size ?? 0) > fileSizeLimit) throw createTooLargeError();
  if (metadata?.mimetype) requireAllowedType(metadata.mimetype, allowedTypes);
}
