import type { Database, Queryable, Row } from '../database/database.ts';
import type { Caller } from './caller.ts';
import { noSuchBucket, noSuchObject } from './errors.ts';

/** What is known of a file's bytes; storage-api's names, so that rows move between the two. */
export type ObjectMetadata = {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  /** ISO 8601. */
  lastModified: string;
  contentLength: number;
  httpStatusCode: 200;
};

export type NewObject = {
  id: string;
  bucket: string;
  name: string;
  owner: string | undefined;
  version: string;
  metadata: Partial<ObjectMetadata>;
  userMetadata: Record<string, unknown> | null;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** No `returning`: a caller may be allowed to add what it may not read. */
async function insertObject(tx: Queryable, object: NewObject) {
  const { id, bucket, name, owner, version, metadata, userMetadata } = object;
  await tx.query(
    `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, bucket, name, uuidOf(owner), owner ?? null, version, metadata, userMetadata],
  );
}

/** The column `owner` takes nothing else, `owner_id` does. */
export function uuidOf(owner: string | undefined) {
  return owner && UUID.test(owner) ? owner : null;
}

/** storage-api, http/routes/operations.ts. */
type Operation =
  | 'upload'
  | 'upload_signed'
  | 'delete'
  | 'delete_many'
  | 'list'
  | 'move'
  | 'copy'
  | 'sign'
  | 'sign_many'
  | 'sign_upload_url';

/**
 * Names the operation for policies (`storage.operation()`) and, before a delete, tells the trigger
 * that guards against rows deleted behind the storage server's back.
 */
export async function announce(tx: Queryable, operation: Operation) {
  await tx.query(
    `select set_config('storage.operation', $1, true), set_config('storage.allow_delete_query', $2, true)`,
    [`storage.object.${operation}`, String(operation.startsWith('delete'))],
  );
}

/** The row of a new file under the policies for its caller. */
export async function insertAs(
  db: Database,
  { identity, info }: Caller,
  operation: Operation,
  object: NewObject,
) {
  await db.transactionAs(identity, info, async (tx) => {
    await announce(tx, operation);
    await insertObject(tx, object);
  });
}

class Undo extends Error {}

/** Asks the policies before any byte is taken: inserts the row and rolls it back. */
export async function tryInsertAs(
  db: Database,
  { identity, info }: Caller,
  operation: Operation,
  object: NewObject,
) {
  const attempt = db.transactionAs(identity, info, async (tx) => {
    await announce(tx, operation);
    await insertObject(tx, object);
    throw new Undo();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
}

export type StoredObject = { version: string | null; metadata: Partial<ObjectMetadata> | null };

/** As a row is answered. */
export const COLUMNS = `id, bucket_id, name, owner, owner_id, version, created_at, updated_at,
  last_accessed_at, metadata, user_metadata`;
export type ObjectRow = { version: string | null; owner: string | null; owner_id: string | null };

/** storage-api's serializer writes a missing owner as ''. */
export function rowAnswer<T extends ObjectRow>(row: T) {
  return { ...row, owner: row.owner ?? '', owner_id: row.owner_id ?? '' };
}

type BucketWithObject = Row & StoredObject & { public: boolean; id: string | null };

/**
 * One object as the server sees it, past row-level security.
 * @throws StorageError when bucket or object do not exist, or the bucket is not public and must be
 */
export async function findObject(
  db: Queryable,
  bucket: string,
  name: string,
  { onlyPublic = false } = {},
) {
  const { rows } = await db.query<BucketWithObject>(
    `select b.public, o.id, o.version, o.metadata
     from storage.buckets b left join storage.objects o on o.bucket_id = b.id and o.name = $2
     where b.id = $1`,
    [bucket, name],
  );
  const [found] = rows;
  if (!found || (onlyPublic && !found.public)) throw noSuchBucket();
  if (!found.id) throw noSuchObject();
  return found;
}
