import type { FastifyInstance } from 'fastify';
import { buildServer } from '../http.ts';
import type { Platform } from '../platform.ts';
import type { DemoPicture } from './demo-pictures.ts';
import { render } from './pictures/render.ts';

export type PictureStore = {
  /** Draws and stores pictures, each with its small copy; a file of that name is replaced. */
  store(pictures: readonly DemoPicture[]): Promise<void>;
  /** Removes everything that `store` has put in, or was about to. */
  undo(): Promise<void>;
  close(): Promise<void>;
};

/** Drawing uses every core by itself; a few at once keep it busy while files are written. */
const AT_ONCE = 4;

/**
 * Files go in through the storage protocol itself, in this process and without a port: limits, types
 * and bookkeeping are the ones every upload meets.
 */
export async function openPictureStore(platform: Platform): Promise<PictureStore> {
  const app = await buildServer(withoutRequestLimit(platform));
  const { serviceKey } = platform.tokens;
  const touched: { bucket: string; path: string }[] = [];
  return {
    async store(pictures) {
      const files = pictures.flatMap(({ bucket, path }) => [
        { bucket, path },
        { bucket, path: smallCopyPath(path) },
      ]);
      touched.push(...files);
      await remove(app, serviceKey, files);
      await inTurns(pictures, (picture) => drawAndUpload(app, serviceKey, picture));
    },
    undo: () => remove(app, serviceKey, touched),
    close: () => app.close(),
  };
}

/** The address rows keep. The panel reads bucket and path from it, so the host may change later. */
export function publicUrl(platform: Platform, { bucket, path }: { bucket: string; path: string }) {
  const { publicUrl: origin, port } = platform.config;
  return `${origin ?? `http://localhost:${port}`}/storage/v1/object/public/${bucket}/${path}`;
}

/** The same rule as the panel's src/data/pictures.ts, which looks for the small copy there. */
export function smallCopyPath(path: string) {
  return `${path.replace(/\.[^./]+$/, '')}.small.webp`;
}

/** After the first failure nothing new begins, and nothing is under way any more when it is thrown. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>) {
  const waiting = [...items];
  const turns = Array.from({ length: AT_ONCE }, async () => {
    try {
      for (let item = waiting.pop(); item; item = waiting.pop()) await work(item);
    } catch (error) {
      waiting.length = 0;
      throw error;
    }
  });
  const failed = (await Promise.allSettled(turns)).find((turn) => turn.status === 'rejected');
  if (failed) throw failed.reason;
}

async function drawAndUpload(
  app: FastifyInstance,
  serviceKey: string,
  { bucket, path, svg, width, height }: DemoPicture,
) {
  const { whole, small } = await render(svg, width, height);
  await upload(app, serviceKey, `${bucket}/${path}`, whole);
  await upload(app, serviceKey, `${bucket}/${smallCopyPath(path)}`, small);
}

async function upload(app: FastifyInstance, serviceKey: string, name: string, payload: Buffer) {
  const answer = await app.inject({
    method: 'POST',
    url: `/storage/v1/object/${name}`,
    headers: { apikey: serviceKey, 'content-type': 'image/webp', 'cache-control': 'max-age=3600' },
    payload,
  });
  if (answer.statusCode !== 200)
    throw new Error(`A picture was not stored (${name}): ${answer.body}`);
}

async function remove(
  app: FastifyInstance,
  serviceKey: string,
  files: readonly { bucket: string; path: string }[],
) {
  for (const [bucket, group] of Map.groupBy(files, (file) => file.bucket)) {
    const answer = await app.inject({
      method: 'DELETE',
      url: `/storage/v1/object/${bucket}`,
      headers: { apikey: serviceKey },
      payload: { prefixes: group.map((file) => file.path) },
    });
    if (answer.statusCode !== 200)
      throw new Error(`Pictures were not removed (${bucket}): ${answer.body}`);
  }
}

function withoutRequestLimit(platform: Platform): Platform {
  const limits = { ...platform.config.limits, requestsPerMinute: Number.MAX_SAFE_INTEGER };
  return { ...platform, config: { ...platform.config, limits } };
}
