import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';
import { callerOf } from './caller.ts';
import type { FileStore } from './file-store.ts';
import { receiveFile } from './receive.ts';
import { FORM_LIMITS, requireSupported } from './upload-body.ts';
import { createUploadSlots } from './upload-slots.ts';

/** How long a refused upload may go on sending, so that its sender gets to read the refusal. */
const DRAIN_MS = 3_000;

/** POST /object/:bucket/*: stores a new file; one that exists is never overwritten. */
export async function uploadRoutes(app: FastifyInstance, platform: Platform, store: FileStore) {
  const slots = createUploadSlots();
  app.removeAllContentTypeParsers();
  await app.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false });
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', async (request, reply) => {
    drainAfter(request, reply);
    requireSupported(request);
  });

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

/** Answering early leaves bytes on the way: they are read to nothing for a while, then cut off. */
function drainAfter(request: FastifyRequest, reply: FastifyReply) {
  reply.raw.once('finish', () => {
    if (request.raw.complete) return;
    request.raw.resume();
    setTimeout(() => request.raw.complete || request.raw.destroy(), DRAIN_MS).unref();
  });
}
