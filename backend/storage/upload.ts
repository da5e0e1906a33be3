import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';
import { callerOf, infoOf } from './caller.ts';
import type { FileStore } from './file-store.ts';
import { receiveFile } from './receive.ts';
import type { UrlSigner } from './signed-url.ts';

/** How long a refused upload may go on sending, so that its sender gets to read the refusal. */
const DRAIN_MS = 3_000;

type Params = { bucket: string; '*': string };
const signedQuery = {
  type: 'object',
  properties: { token: { type: 'string' } },
  required: ['token'],
} as const;

/**
 * POST /object/:bucket/* and PUT /object/upload/sign/:bucket/*?token=: store a new file; one that
 * exists is never overwritten.
 */
export async function uploadRoutes(
  app: FastifyInstance,
  platform: Platform,
  { store, signer }: { store: FileStore; signer: UrlSigner },
) {
  app.removeAllContentTypeParsers();
  await app.register(multipart, { limits: { fields: 10, files: 1 }, throwFileSizeLimit: false });
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', async (request, reply) => drainAfter(request, reply));

  app.post<{ Params: Params }>('/object/:bucket/*', async (request) => {
    const { bucket, '*': name } = request.params;
    const caller = callerOf(request);
    const { id } = await receiveFile(platform, store, request, { caller, bucket, name });
    return { Id: id, Key: `${bucket}/${name}` };
  });

  app.put<{ Params: Params; Querystring: { token: string } }>(
    '/object/upload/sign/:bucket/*',
    { schema: { querystring: signedQuery } },
    async (request) => {
      const { bucket, '*': name } = request.params;
      const key = `${bucket}/${name}`;
      const { as: claims } = await signer.verify(request.query.token, 'upload', key);
      // storage-api stores such a file past the policies. Here they are asked again, as whoever signed:
      // an address outlives neither the session nor the profile that it came from.
      const caller = { identity: { role: claims.role, claims }, info: infoOf(request) };
      await receiveFile(platform, store, request, { caller, bucket, name });
      return { Key: key };
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
