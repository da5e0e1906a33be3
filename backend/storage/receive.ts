import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import pg from 'pg';
import type { Identity } from '../identity.ts';
import type { Platform } from '../platform.ts';
import { readBucketLimits, type BucketLimits } from './buckets.ts';
import { detectType, requireAllowedType } from './content-type.ts';
import type { DiskStore } from './disk-store.ts';
import {
  insertObjectAs,
  requireValidName,
  requireInsertPermission,
  type NewObject,
} from './objects.ts';
import { startUploadTimeLimits, type UploadTimeLimits } from './upload-time-limits.ts';
import { readUploadBody, type UploadBody } from './upload-body.ts';
import { writeDraft } from './write-draft.ts';

type Destination = { bucket: string; name: string };

/**
 * Stores the file of a request with the permissions of its caller. The permissions are checked before the first byte,
 * and again after the last one.
 * @throws StorageError
 */
export async function receiveFile(
  platform: Platform,
  store: DiskStore,
  request: FastifyRequest,
  { bucket, name }: Destination,
): Promise<NewObject> {
  const { identity } = request;
  requireValidName(name);
  const limits = await readBucketLimits(platform, bucket);
  const object: NewObject = {
    id: randomUUID(),
    bucket,
    name,
    owner: identity.claims.sub,
    version: randomUUID(),
    metadata: { contentLength: Number(request.headers['content-length']) || undefined },
  };
  await requireInsertPermission(platform.databases.storage, identity, object);
  const timeLimits = startUploadTimeLimits(request.raw);
  let body: UploadBody | undefined;
  try {
    body = await timeLimits.waitFor(readUploadBody(request, limits.fileSizeLimit));
    requireAllowedType(body.declaredType, limits.allowedTypes);
    await storeFile({ platform, store, identity, object, body, limits, timeLimits });
    return object;
  } finally {
    timeLimits.end();
    // Discard the remaining bytes, also after a refusal, because the parser of a form ends only after the last byte.
    body?.stream.resume();
  }
}

type Storing = {
  platform: Platform;
  store: DiskStore;
  identity: Identity;
  object: NewObject;
  body: UploadBody;
  limits: BucketLimits;
  timeLimits: UploadTimeLimits;
};

/** Stores the bytes first, then the row: a crash in between leaves bytes without a row, never a row without bytes. */
async function storeFile({ platform, store, identity, object, body, limits, timeLimits }: Storing) {
  const draft = await store.draft();
  let committing = false;
  try {
    const { size, eTag, beginning } = await writeDraft(body.stream, draft, {
      bytes: limits.fileSizeLimit,
      signal: timeLimits.signal,
    });
    const mimetype = await detectType(beginning);
    requireAllowedType(mimetype, limits.allowedTypes);
    await store.keep(draft, object.version);
    object.metadata = {
      eTag,
      size,
      mimetype,
      cacheControl: body.cacheControl,
      lastModified: new Date().toISOString(),
      contentLength: size,
      httpStatusCode: 200,
    };
    committing = true;
    await insertObjectAs(platform.databases.storage, identity, object);
  } catch (error) {
    await rm(draft, { force: true });
    if (!committing || isSurelyNotCommitted(error)) await store.remove(object.version);
    throw error;
  }
}

/**
 * Whether the row was certainly not inserted, so that the bytes can be deleted. The result of the commit is unknown if
 * the connection broke (SQLSTATE 08…), the server interrupted the request (57…), or the error is not PostgreSQL's.
 */
function isSurelyNotCommitted(error: unknown) {
  return error instanceof pg.DatabaseError && !/^(08|57)/.test(error.code ?? '08');
}
