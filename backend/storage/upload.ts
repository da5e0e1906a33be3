import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform.ts';
import { callerOf } from './caller.ts';
import type { FileStore } from './file-store.ts';
import { receiveFile } from './receive.ts';
import { FORM_LIMITS, requireSupported } from './upload-body.ts';
import { createUploadSlots } from './upload-slots.ts';

/** POST /object/:bucket/*: stores a new file; one that exists is never overwritten. */
export async function uploadRoutes(app: FastifyInstance, platform: Platform, store: FileStore) {
  const slots = createUploadSlots();
  app.removeAllContentTypeParsers();
  await app.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false });
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', async (request) => requireSupported(request));

  app.post<{ Params: { bucket: string; '*': string } }>(
    '/object/:bucket/*',
    { config: { watchesItsBody: true } },
    async (request) => {
      const { bucket, '*': name } = request.params;
      const caller = callerOf(request);
      const leave = slots.take(caller.identity.claims.sub ?? caller.identity.role);
      try {
        const { id } = await receiveFile(platform, store, request, { caller, bucket, name });
        return { Id: id, Key: `${bucket}/${name}` };
      } finally {
        leave();
      }
    },
  );
}
