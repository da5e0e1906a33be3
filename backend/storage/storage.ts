import { join } from 'node:path';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';
import { bucketRoutes } from './buckets.ts';
import { copyRoutes } from './copy.ts';
import { createDiskStore } from './disk-store.ts';
import { downloadRoutes } from './download.ts';
import { toStorageError } from './errors.ts';
import type { FileStore } from './file-store.ts';
import { infoRoutes } from './info.ts';
import { listRoutes } from './list.ts';
import { moveRoutes } from './move.ts';
import { sweepOrphans } from './orphans.ts';
import { refusedRoutes } from './refused.ts';
import { removeRoutes } from './remove.ts';
import { signRoutes } from './sign.ts';
import { createUrlSigner } from './signed-url.ts';
import { uploadRoutes } from './upload.ts';

/** The platform's file storage under /storage/v1: what the panel uses of storage-api, answered alike. */
export async function storage(app: FastifyInstance, { platform }: { platform: Platform }) {
  // Writing to the disk what was meant for the S3 bucket would only be noticed when it is lost.
  if (platform.config.s3)
    throw new Error('S3_ENDPOINT: guardar arquivos em S3 ainda não é possível.');
  const store = await createDiskStore(join(platform.config.dataDir, 'files'));
  const signer = createUrlSigner(platform.tokens);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerNotFound);
  bucketRoutes(app, platform);
  downloadRoutes(app, platform, { store, signer });
  infoRoutes(app, platform);
  listRoutes(app, platform);
  moveRoutes(app, platform);
  copyRoutes(app, platform, store);
  removeRoutes(app, platform, store);
  signRoutes(app, platform, signer);
  await app.register(refusedBodies);
  await app.register((scope) => uploadRoutes(scope, platform, { store, signer }));
  sweepWhenListening(app, platform, store);
}

/** In the background: the start waits for nothing that thousands of files make slow. */
function sweepWhenListening(app: FastifyInstance, platform: Platform, store: FileStore) {
  const stopping = new AbortController();
  let sweeping: Promise<void> | undefined;
  app.addHook('onListen', async () => {
    sweeping = sweepOrphans(platform, store, stopping.signal).catch((error: unknown) => {
      platform.log.warn({ err: error }, 'files without a row could not be removed');
    });
  });
  app.addHook('preClose', async () => stopping.abort());
  app.addHook('onClose', async () => sweeping);
}

/** What is refused is refused whatever its body. */
async function refusedBodies(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  refusedRoutes(scope);
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const known = toStorageError(error);
  // A refused file may have had its own headers by now; an error has no tag and is nobody's to keep.
  for (const name of ['etag', 'expires', 'last-modified', 'content-disposition', 'content-length'])
    reply.removeHeader(name);
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  if (known) return reply.code(known.httpStatus).send(known.body);
  const status = error.statusCode ?? 500;
  if (status < 500) {
    const code = status === 413 ? 'EntityTooLarge' : 'InvalidRequest';
    return reply
      .code(status)
      .send({ statusCode: String(status), code, error: error.name, message: error.message });
  }
  request.log.error({ err: error }, 'storage request failed');
  const body = {
    statusCode: '500',
    code: 'InternalError',
    error: 'Internal',
    message: 'Internal Server Error',
  };
  return reply.code(500).send(body);
}

function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  const message = `Route ${request.method}:${request.url.split('?')[0]} not found`;
  return reply
    .code(404)
    .send({ statusCode: '404', code: 'InvalidRequest', error: 'Not Found', message });
}
