import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import type { Platform } from '../platform.ts';
import { readBucketLimits } from './buckets.ts';
import { callerOf } from './caller.ts';
import { detectType, requireAllowedType } from './content-type.ts';
import type { FileStore } from './file-store.ts';
import { requireValidName } from './names.ts';
import { announce, insertObject, type NewObject } from './objects.ts';
import { readUploadBody, type UploadBody } from './upload-body.ts';
import { writeDraft } from './write-draft.ts';

/** A sender that is silent for this long is taken for gone. */
const IDLE_MS = 30_000;
/** How long a refused upload may go on sending, so that its sender gets to read the refusal. */
const DRAIN_MS = 3_000;

type UploadRequest = FastifyRequest<{ Params: { bucket: string; '*': string } }>;

/** POST /object/:bucket/*: stores a new file; one that exists is never overwritten. */
export async function uploadRoutes(app: FastifyInstance, platform: Platform, store: FileStore) {
  app.removeAllContentTypeParsers();
  await app.register(multipart, { limits: { fields: 10, files: 1 }, throwFileSizeLimit: false });
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.post('/object/:bucket/*', async (request: UploadRequest, reply) => {
    const { bucket, '*': name } = request.params;
    drainAfter(request, reply);
    callerOf(request);
    requireValidName(name);
    const { fileSizeLimit, allowedTypes } = await readBucketLimits(platform, bucket);
    const body = await readUploadBody(request, fileSizeLimit);
    try {
      requireAllowedType(body.declaredType, allowedTypes);
      const object = newObject(request, body);
      await testPermission(platform, request, object);
      await storeFile({ platform, store, request, object, body, fileSizeLimit, allowedTypes });
      return { Id: object.id, Key: `${bucket}/${name}` };
    } finally {
      body.stream.resume(); // a form's parser waits for its file to be read, refused or not
    }
  });
}

function newObject(request: UploadRequest, body: UploadBody): NewObject {
  return {
    id: randomUUID(),
    bucket: request.params.bucket,
    name: request.params['*'],
    owner: callerOf(request).identity.claims.sub,
    version: randomUUID(),
    metadata: {
      mimetype: body.declaredType,
      contentLength: Number(request.headers['content-length']) || undefined,
    },
    userMetadata: body.userMetadata,
  };
}

class Undo extends Error {}

/** Asks the policies before any byte is taken: inserts the row and rolls it back. */
async function testPermission(platform: Platform, request: FastifyRequest, object: NewObject) {
  await insertAs(platform, request, object, () => {
    throw new Undo();
  }).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
}

async function insertAs(
  platform: Platform,
  request: FastifyRequest,
  object: NewObject,
  then?: () => void,
) {
  const { identity, info } = callerOf(request);
  await platform.databases.storage.transactionAs(identity, info, async (tx) => {
    await announce(tx, 'upload');
    await insertObject(tx, object);
    then?.();
  });
}

type Storing = {
  platform: Platform;
  store: FileStore;
  request: FastifyRequest;
  object: NewObject;
  body: UploadBody;
  fileSizeLimit: number;
  allowedTypes: string[] | null;
};

/** Bytes first, then the row: a crash in between leaves a file without a row, never the reverse. */
async function storeFile({
  platform,
  store,
  request,
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
    await insertAs(platform, request, object);
  } catch (error) {
    await rm(draft, { force: true });
    if (!committing || isSurelyNotCommitted(error)) await store.remove(object.version);
    throw error;
  }
}

/** A connection that broke during the commit says nothing about it: then the bytes stay. */
function isSurelyNotCommitted(error: unknown) {
  return error instanceof pg.DatabaseError && !/^(08|57)/.test(error.code ?? '08');
}

/** Answering early leaves bytes on the way: they are read to nothing for a while, then cut off. */
function drainAfter(request: FastifyRequest, reply: FastifyReply) {
  reply.raw.once('finish', () => {
    if (request.raw.complete) return;
    request.raw.resume();
    setTimeout(() => request.raw.complete || request.raw.destroy(), DRAIN_MS).unref();
  });
}
