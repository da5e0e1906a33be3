import type { Database, Queryable, Row } from '../database/database.ts';
import type { Identity } from '../identity.ts';
import { createNoSuchBucketError, createNoSuchObjectError, StorageError } from './errors.ts';

/** The metadata of a file, with storage-api's names, so that rows can be copied between storage-api and this server. */
export type ObjectMetadata = {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  /** The time of the upload, in ISO 8601. */
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

/** Matches a name that has only characters that S3 accepts without escaping (storage-api, storage/limits.ts). */
const VALID_NAME = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
/** Maximum length of a key in S3, in bytes. Each character of `VALID_NAME` is one byte, so `length` counts bytes. */
const MAX_LENGTH = 1024;

/**
 * Refuses an invalid name. Unlike storage-api, also refuses empty, `.` and `..` segments: browsers and proxies remove
 * these segments from a URL, so no request could reach the file.
 * @throws StorageError `InvalidKey`
 */
export function requireValidName(name: string) {
  const segments = name.split('/');
  const folded = segments.some((segment) => segment === '' || segment === '.' || segment === '..');
  if (folded || name.length > MAX_LENGTH || !VALID_NAME.test(name))
    throw new StorageError(400, 'InvalidKey', `Invalid key: ${name.slice(0, MAX_LENGTH)}`);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Inserts the row of a new file with the permissions of the caller (`identity`). */
export async function insertObjectAs(db: Database, identity: Identity, object: NewObject) {
  await db.transactionAs(identity, {}, async (tx) => {
    await setStorageOperation(tx, 'upload');
    await insertObject(tx, object);
  });
}

class Undo extends Error {}

/** Checks, before any byte is read, whether the policies allow an upload: inserts the row and rolls it back. */
export async function requireInsertPermission(db: Database, identity: Identity, object: NewObject) {
  const attempt = db.transactionAs(identity, {}, async (tx) => {
    await setStorageOperation(tx, 'upload');
    await insertObject(tx, object);
    throw new Undo();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
}

/** Inserts a row without `returning`, because some callers can add rows but cannot read them. */
async function insertObject(tx: Queryable, object: NewObject) {
  const { id, bucket, name, owner, version, metadata } = object;
  await tx.query(
    `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
     values ($1, $2, $3, $4, $5, $6, $7, '{}')`, // `user_metadata` is {}, as in storage-api when the sender gives none
    [id, bucket, name, toOwnerUuid(owner), owner ?? null, version, metadata],
  );
}

/** Returns the owner if it is a UUID, otherwise null: the column `owner` stores only UUIDs, `owner_id` any text. */
export function toOwnerUuid(owner: string | undefined) {
  return owner && UUID.test(owner) ? owner : null;
}

/** The names of the operations in storage-api (http/routes/operations.ts). */
const OPERATIONS = {
  upload: 'storage.object.upload',
  delete_many: 'storage.object.delete_many',
  move: 'storage.object.move',
  get_authenticated: 'storage.object.get_authenticated',
  get_authenticated_info: 'object.get_authenticated_info',
};
type Operation = keyof typeof OPERATIONS;

/**
 * Sets the name of the operation for the policies of this transaction (`storage.operation()`). For a deletion, also
 * sets the flag `storage.allow_delete_query`, because a trigger refuses deletions without this flag.
 */
export async function setStorageOperation(tx: Queryable, operation: Operation) {
  await tx.query(
    `select set_config('storage.operation', $1, true), set_config('storage.allow_delete_query', $2, true)`,
    [OPERATIONS[operation], String(operation.startsWith('delete'))],
  );
}

export type StoredObject = Row & {
  id: string;
  version: string | null;
  metadata: Partial<ObjectMetadata> | null;
  user_metadata: unknown;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = 'o.id, o.version, o.metadata, o.user_metadata, o.created_at, o.updated_at';

/**
 * Finds a file of a public bucket, without a check of the policies.
 * @throws StorageError when there is no such bucket or file, or when the bucket is not public
 */
export async function findPublicFile(db: Queryable, bucket: string, name: string) {
  const found = await findInBucket(db, bucket, name);
  if (!found?.is_public) throw createNoSuchBucketError();
  if (!found.id) throw createNoSuchObjectError();
  return found;
}

/**
 * Finds a file that the caller can read: any file of a public bucket, or a file of a private bucket if the policies
 * allow the operation.
 * @throws StorageError when the bucket does not exist, or when the caller can read no such file
 */
export async function findReadableFile(
  db: Database,
  identity: Identity,
  { bucket, name, operation }: { bucket: string; name: string; operation: Operation },
) {
  const found = await findInBucket(db, bucket, name);
  if (!found) throw createNoSuchBucketError();
  if (found.is_public && found.id) return found;
  const { rows } = await db.transactionAs(identity, {}, async (tx) => {
    await setStorageOperation(tx, operation);
    const text = `select ${COLUMNS} from storage.objects o where o.bucket_id = $1 and o.name = $2`;
    return tx.query<StoredObject>(text, [bucket, name]);
  });
  if (!rows[0]) throw createNoSuchObjectError();
  return { ...rows[0], is_public: found.is_public };
}

async function findInBucket(db: Queryable, bucket: string, name: string) {
  const { rows } = await db.query<StoredObject & { is_public: boolean }>(
    `select ${COLUMNS}, b.public as is_public
     from storage.buckets b left join storage.objects o on o.bucket_id = b.id and o.name = $2
     where b.id = $1`,
    [bucket, name],
  );
  return rows[0];
}
