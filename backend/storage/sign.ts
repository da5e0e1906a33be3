import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform.ts';
import { callerOf, type Caller } from './caller.ts';
import { noSuchObject, notSupported } from './errors.ts';
import { requireValidName } from './names.ts';
import { announce, tryInsertAs } from './objects.ts';
import { newObject } from './receive.ts';
import type { UrlSigner } from './signed-url.ts';

/** The hosted platform's lifetime of an address to upload to. */
const UPLOAD_SECONDS = 2 * 60 * 60;
const MAX_PATHS = 1000;

const expiresIn = { type: 'integer', minimum: 1 } as const;
const oneBody = {
  type: 'object',
  properties: { expiresIn, transform: { type: 'object' }, versionId: { type: 'string' } },
  required: ['expiresIn'],
} as const;
const manyBody = {
  type: 'object',
  properties: {
    expiresIn,
    paths: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: MAX_PATHS },
  },
  required: ['expiresIn', 'paths'],
} as const;

type Params = { bucket: string; '*': string };
type OneBody = { expiresIn: number; transform?: object; versionId?: string };
type ManyBody = { expiresIn: number; paths: string[] };

/** POST /object/sign/… and /object/upload/sign/…: addresses that work for a while without a token. */
export function signRoutes(app: FastifyInstance, platform: Platform, signer: UrlSigner) {
  const { storage } = platform.databases;

  app.post<{ Params: Params; Body: OneBody }>(
    '/object/sign/:bucket/*',
    { schema: { body: oneBody } },
    async (request) => {
      const { bucket, '*': name } = request.params;
      const { transform = {}, versionId, expiresIn: seconds } = request.body;
      if (Object.keys(transform).length > 0) throw notSupported('image transformation');
      if (versionId !== undefined) throw notSupported('versionId');
      requireValidName(name);
      const [found] = await readable(callerOf(request), 'sign', bucket, [name]);
      if (!found) throw noSuchObject();
      return { signedURL: await addressOf(`${bucket}/${name}`, seconds) };
    },
  );

  app.post<{ Params: { bucket: string }; Body: ManyBody }>(
    '/object/sign/:bucket',
    { schema: { body: manyBody } },
    async (request) => {
      const { bucket } = request.params;
      const { paths, expiresIn: seconds } = request.body;
      const found = new Set(await readable(callerOf(request), 'sign_many', bucket, paths));
      const error = 'Either the object does not exist or you do not have access to it';
      return Promise.all(
        paths.map(async (path) =>
          found.has(path)
            ? { error: null, path, signedURL: await addressOf(`${bucket}/${path}`, seconds) }
            : { error, path, signedURL: null },
        ),
      );
    },
  );

  app.post<{ Params: Params }>('/object/upload/sign/:bucket/*', async (request) => {
    if (request.headers['x-upsert'] === 'true') throw notSupported('x-upsert');
    const { bucket, '*': name } = request.params;
    requireValidName(name);
    const caller = callerOf(request);
    await tryInsertAs(storage, caller, 'sign_upload_url', newObject({ caller, bucket, name }));
    const { role, claims } = caller.identity;
    const as = { role, sub: claims.sub, session_id: claims.session_id };
    const url = `${bucket}/${name}`;
    const token = await signer.sign({ scope: 'upload', url, as }, UPLOAD_SECONDS);
    return { url: `/object/upload/sign/${url}?token=${token}`, token };
  });

  /** Those of the names that the policies show. */
  async function readable(
    { identity, info }: Caller,
    operation: 'sign' | 'sign_many',
    bucket: string,
    names: string[],
  ) {
    return storage.transactionAs(identity, info, async (tx) => {
      await announce(tx, operation);
      const text = 'select name from storage.objects where bucket_id = $1 and name = any($2)';
      return (await tx.query<{ name: string }>(text, [bucket, names])).rows.map((row) => row.name);
    });
  }

  /** Unencoded, as storage-api answers it: @supabase/storage-js encodes it. */
  async function addressOf(url: string, seconds: number) {
    const token = await signer.sign({ scope: 'download', url }, seconds);
    return `/object/sign/${url}?token=${token}`;
  }
}
