import type { Database, Queryable, Row } from '../database/database.ts';
import type { Identity } from '../identity.ts';
import { noSuchBucket, noSuchObject, StorageError } from './errors.ts';

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
};

/** storage-api, storage/limits.ts: what S3 takes without escaping. */
const VALID_NAME = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
/** Bytes of a key in S3; the characters allowed above are one byte each. */
const MAX_LENGTH = 1024;

/**
 * Stricter than storage-api where a name could be read two ways: browsers and proxies fold empty,
 * `.` and `..` segments away, so an object named so could never be addressed.
 * @throws StorageError `InvalidKey`
 */
export function requireValidName(name: string) {
  const segments = name.split('/');
  const folded = segments.some((segment) => segment === '' || segment === '.' || segment === '..');
  if (folded || name.length > MAX_LENGTH || !VALID_NAME.test(name))
    throw new StorageError(400, 'InvalidKey', `Invalid key: ${name.slice(0, MAX_LENGTH)}`);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The row of a new file under the policies for its caller. */
export async function insertAs(db: Database, identity: Identity, object: NewObject) {
  await db.transactionAs(identity, {}, async (tx) => {
    await announce(tx, 'upload');
    await insertObject(tx, object);
  });
}

class Undo extends Error {}

/** Asks the policies before any byte is taken: inserts the row and rolls it back. */
export async function tryInsertAs(db: Database, identity: Identity, object: NewObject) {
  const attempt = db.transactionAs(identity, {}, async (tx) => {
    await announce(tx, 'upload');
    await insertObject(tx, object);
    throw new Undo();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
}

/** No `returning`: a caller may be allowed to add what it may not read. */
async function insertObject(tx: Queryable, object: NewObject) {
  const { id, bucket, name, owner, version, metadata } = object;
  await tx.query(
    `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
     values ($1, $2, $3, $4, $5, $6, $7, '{}')`, // as storage-api, without metadata of the sender
    [id, bucket, name, uuidOf(owner), owner ?? null, version, metadata],
  );
}

/** The column `owner` takes nothing else, `owner_id` does. */
export function uuidOf(owner: string | undefined) {
  return owner && UUID.test(owner) ? owner : null;
}

/** storage-api, http/routes/operations.ts. */
type Operation = 'upload' | 'delete_many' | 'move';

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

export type StoredObject = { version: string | null; metadata: Partial<ObjectMetadata> | null };

/** A file of any bucket, without asking a policy. @throws StorageError when there is none */
export async function findStored(db: Queryable, bucket: string, name: string) {
  const { rows } = await db.query<Row & StoredObject>(
    'select version, metadata from storage.objects where bucket_id = $1 and name = $2',
    [bucket, name],
  );
  if (!rows[0]) throw noSuchObject();
  return rows[0];
}

/**
 * A file of a public bucket.
 * @throws StorageError when there is no such bucket or file, or the bucket is closed
 */
export async function findPublic(db: Queryable, bucket: string, name: string) {
  const { rows } = await db.query<Row & StoredObject & { id: string | null }>(
    `select o.id, o.version, o.metadata
     from storage.buckets b left join storage.objects o on o.bucket_id = b.id and o.name = $2
     where b.id = $1 and b.public`,
    [bucket, name],
  );
  const [found] = rows;
  if (!found) throw noSuchBucket();
  if (!found.id) throw noSuchObject();
  return found;
}
