import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import pg from 'pg';
import type { Platform } from '../platform.ts';
import { readBucketLimits } from './buckets.ts';
import type { Caller } from './caller.ts';
import { detectType, requireAllowedType } from './content-type.ts';
import type { FileStore } from './file-store.ts';
import { requireValidName } from './names.ts';
import { insertAs, tryInsertAs, type NewObject } from './objects.ts';
import { readUploadBody, type UploadBody } from './upload-body.ts';
import { writeDraft } from './write-draft.ts';

/** A sender that is silent for this long is taken for gone. */
const IDLE_MS = 30_000;

type Destination = { caller: Caller; bucket: string; name: string };

/**
 * Stores the file that a request carries, with the rights of `caller`: asked before the first byte
 * is taken, and again when the last one is there.
 * @throws StorageError
 */
export async function receiveFile(
  platform: Platform,
  store: FileStore,
  request: FastifyRequest,
  { caller, bucket, name }: Destination,
): Promise<NewObject> {
  requireValidName(name);
  const { fileSizeLimit, allowedTypes } = await readBucketLimits(platform, bucket);
  const body = await readUploadBody(request, fileSizeLimit);
  try {
    requireAllowedType(body.declaredType, allowedTypes);
    const object = newObject(
      { caller, bucket, name },
      {
        mimetype: body.declaredType,
        contentLength: Number(request.headers['content-length']) || undefined,
      },
      body.userMetadata,
    );
    await tryInsertAs(platform.databases.storage, caller, 'upload', object);
    await storeFile({ platform, store, caller, object, body, fileSizeLimit, allowedTypes });
    return object;
  } finally {
    body.stream.resume(); // a form's parser waits for its file to be read, refused or not
  }
}

/** The row of a file that is not there yet. */
export function newObject(
  { caller, bucket, name }: Destination,
  metadata: NewObject['metadata'] = {},
  userMetadata: NewObject['userMetadata'] = null,
): NewObject {
  const owner = caller.identity.claims.sub;
  return { id: randomUUID(), bucket, name, owner, version: randomUUID(), metadata, userMetadata };
}

type Storing = {
  platform: Platform;
  store: FileStore;
  caller: Caller;
  object: NewObject;
  body: UploadBody;
  fileSizeLimit: number;
  allowedTypes: string[] | null;
};

/** Bytes first, then the row: a crash in between leaves a file without a row, never the reverse. */
async function storeFile({
  platform,
  store,
  caller,
  object,
  body,
  fileSizeLimit,
  allowedTypes,
}: Storing) {
  const draft = await store.draft();
  let committing = false;
  try {
    const { size, eTag, beginning } = await writeDraft(body.stream, draft, {
      bytes: fileSizeLimit,
      idleMs: IDLE_MS,
    });
    const mimetype = await detectType(beginning);
    requireAllowedType(mimetype, allowedTypes);
    await store.keep(draft, object.version);
    const lastModified = new Date().toISOString();
    const { cacheControl } = body;
    object.metadata = {
      eTag,
      size,
      mimetype,
      cacheControl,
      lastModified,
      contentLength: size,
      httpStatusCode: 200,
    };
    committing = true;
    await insertAs(platform.databases.storage, caller, 'upload', object);
  } catch (error) {
    await rm(draft, { force: true });
    if (!committing || isSurelyNotCommitted(error)) await store.remove(object.version);
    throw error;
  }
}

/** A connection that broke during the commit says nothing about it: then the bytes stay. */
export function isSurelyNotCommitted(error: unknown) {
  return error instanceof pg.DatabaseError && !/^(08|57)/.test(error.code ?? '08');
}
