import { join } from 'node:path';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
} from 'fastify';
import type { Platform } from '../platform.ts';
import { registerBucketRoutes } from './buckets.ts';
import { createDiskStore, type DiskStore } from './disk-store.ts';
import { registerDownloadRoutes } from './download.ts';
import { createNotSupportedError, toStorageError } from './errors.ts';
import { registerMoveRoutes } from './move.ts';
import { registerRemoveRoutes } from './remove.ts';
import { sweepFiles } from './sweep.ts';
import { registerUploadRoutes } from './upload.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Registers the platform's file storage: the part of storage-api that the panel uses, with the same responses. */
export async function registerStorage(app: FastifyInstance, { platform }: { platform: Platform }) {
  const store = await createDiskStore(join(platform.config.DATA_DIR, 'files'));
  app.setErrorHandler(respondWithError);
  app.setNotFoundHandler(respondNotFound);
  registerBucketRoutes(app, platform);
  registerDownloadRoutes(app, platform, store);
  registerMoveRoutes(app, platform);
  registerRemoveRoutes(app, platform, store);
  await app.register(refusedRoutes);
  await app.register((scope) => registerUploadRoutes(scope, platform, store));
  sweepDaily(app, platform, store);
}

const REFUSED: [method: HTTPMethods, path: string, feature: string][] = [
  ['POST', '/object/list/*', 'object listing'],
  ['POST', '/object/list-v2/*', 'object listing'],
  ['POST', '/object/sign/*', 'signed url'],
  ['GET', '/object/sign/*', 'signed url'],
  ['POST', '/object/upload/sign/*', 'signed upload url'],
  ['POST', '/object/copy', 'object copy'],
  ['GET', '/render/*', 'image transformation'],
  ['POST', '/bucket', 'bucket creation'],
  ['PUT', '/bucket/:id', 'bucket update'],
  ['DELETE', '/bucket/:id', 'bucket removal'],
  ['POST', '/bucket/:id/empty', 'bucket emptying'],
  ['POST', '/upload/*', 'resumable upload'],
  ['GET', '/s3/*', 's3 protocol'],
  ['PUT', '/object/:bucket/*', 'object update'],
  ['DELETE', '/object/:bucket/*', 'object removal by its address'],
];

/**
 * Registers the unsupported routes of storage-api. They accept any body and respond with an error that names the
 * feature. Without these routes, `/object/list/…` would be an upload into a bucket called 'list'. All other unknown
 * routes get 404.
 */
async function refusedRoutes(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const [method, url, feature] of REFUSED) {
    const handler = () => {
      throw createNotSupportedError(feature);
    };
    app.route({ method, url, handler });
  }
}

/**
 * Sweeps the stored files when the server starts listening, then daily. The sweep runs in the background, because a
 * sweep of many files would delay the start.
 */
function sweepDaily(app: FastifyInstance, platform: Platform, store: DiskStore) {
  const stopping = new AbortController();
  let sweeping = Promise.resolve();
  function start() {
    sweeping = sweeping
      .then(() => sweepFiles(platform, store, stopping.signal))
      .catch((error: unknown) => {
        platform.log.error({ err: error }, 'stored files could not be swept');
      });
  }
  const daily = setInterval(start, DAY_MS).unref();
  app.addHook('onListen', async () => start());
  app.addHook('preClose', async () => {
    clearInterval(daily);
    stopping.abort();
  });
  app.addHook('onClose', async () => sweeping);
}

/** The headers that describe a file: an error response must not have them. */
const OF_A_FILE = ['etag', 'expires', 'last-modified', 'content-disposition', 'content-length'];

function respondWithError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  for (const name of OF_A_FILE) reply.removeHeader(name);
  reply.header('cross-origin-resource-policy', 'same-site');
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  const known = toStorageError(error);
  if (known) return reply.code(known.httpStatus).send(known.body);
  const status = error.statusCode ?? 500;
  if (status < 500) {
    const code = status === 413 ? 'EntityTooLarge' : 'InvalidRequest';
    return reply
      .code(status)
      .send({ statusCode: String(status), code, error: error.name, message: error.message });
  }
  request.log.error({ err: error }, 'storage request failed');
  const message = 'Internal Server Error';
  return reply
    .code(500)
    .send({ statusCode: '500', code: 'InternalError', error: 'Internal', message });
}

function respondNotFound(request: FastifyRequest, reply: FastifyReply) {
  const message = `Route ${request.method}:${request.url.split('?')[0]} not found`;
  return reply
    .code(404)
    .send({ statusCode: '404', code: 'InvalidRequest', error: 'Not Found', message });
}
