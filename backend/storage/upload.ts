import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform.ts';
import type { DiskStore } from './disk-store.ts';
import { createSlowDownError } from './errors.ts';
import { receiveFile } from './receive.ts';
import { UPLOAD_FORM_LIMITS, requireSupportedHeaders } from './upload-body.ts';

/**
 * Maximum number of concurrent uploads of a user. A browser sends six uploads at the same time, or all pictures of a
 * form if a proxy with HTTP/2 is in front of the server.
 */
const PER_USER = 32;
const IN_ALL = 128;

/** Registers POST /object/:bucket/*, which stores a new file. An existing file is never overwritten. */
export async function registerUploadRoutes(
  app: FastifyInstance,
  platform: Platform,
  store: DiskStore,
) {
  const takeSlot = countUploads();
  app.removeAllContentTypeParsers();
  await app.register(multipart, { limits: UPLOAD_FORM_LIMITS, throwFileSizeLimit: false });
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', async (request) => requireSupportedHeaders(request));

  app.post<{ Params: { bucket: string; '*': string } }>(
    '/object/:bucket/*',
    { config: { watchesItsBody: true } },
    async (request) => {
      const { bucket, '*': name } = request.params;
      const { claims, role } = request.identity;
      const leave = takeSlot(claims.sub ?? role);
      try {
        const { id } = await receiveFile(platform, store, request, { bucket, name });
        return { Id: id, Key: `${bucket}/${name}` };
      } finally {
        leave();
      }
    },
  );
}

/**
 * Limits the concurrent uploads, because each upload holds a connection, a file and some memory.
 * @returns a function that counts a new upload of a user. It throws StorageError `SlowDown` beyond a limit. Otherwise,
 * it returns the function to call when the upload has ended
 */
function countUploads() {
  const underWay = new Map<string, number>();
  let all = 0;
  function count(user: string, change: 1 | -1) {
    all += change;
    const own = (underWay.get(user) ?? 0) + change;
    if (own > 0) underWay.set(user, own);
    else underWay.delete(user);
  }
  return (user: string) => {
    if (all >= IN_ALL || (underWay.get(user) ?? 0) >= PER_USER)
      throw createSlowDownError('Too many uploads under way', 'too_many_uploads');
    count(user, 1);
    return () => count(user, -1);
  };
}
