import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildServer } from '../backend/http.ts';
import type { Platform } from '../backend/platform.ts';

/** Holds every file as `bucket/path`, each picture with its small copy beside it. */
const PICTURES = join(import.meta.dirname, 'pictures');
/** Files under way at once: enough to keep the disk and the database busy. */
const AT_ONCE = 4;

export type FileStore = {
  /** Stores every file of pictures/ and replaces those of that name. */
  storeAll(): Promise<void>;
  /** @param files as `bucket/path`; those that are not there are passed over */
  remove(files: readonly string[]): Promise<void>;
};

/** Every file of the demonstration, as `bucket/path`. */
export async function listFiles() {
  const names = await readdir(PICTURES, { recursive: true });
  return names.filter((name) => name.endsWith('.webp')).map((name) => name.replaceAll(sep, '/'));
}

/** The address under which rows know a stored file. The panel reads bucket and path from it, so the host may change. */
export function publicUrl({ config }: Platform, file: string) {
  const origin = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  return `${origin}/storage/v1/object/public/${file}`;
}

/**
 * Files go in and out through the storage protocol itself, in this process and without a port: limits,
 * types and bookkeeping are the ones every upload meets.
 */
export async function withFiles<T>(platform: Platform, work: (files: FileStore) => Promise<T>) {
  const app = await buildServer(withoutRequestLimit(platform));
  const { serviceKey } = platform.tokens;
  const remove = (files: readonly string[]) => removeFiles(app, serviceKey, files);
  async function storeAll() {
    const files = await listFiles();
    await remove(files);
    await inTurns(files, (file) => upload(app, serviceKey, file));
  }
  try {
    return await work({ storeAll, remove });
  } finally {
    await app.close();
  }
}

async function upload(app: FastifyInstance, serviceKey: string, file: string) {
  const answer = await app.inject({
    method: 'POST',
    url: `/storage/v1/object/${file}`,
    headers: { apikey: serviceKey, 'content-type': 'image/webp', 'cache-control': 'max-age=3600' },
    payload: await readFile(join(PICTURES, file)),
  });
  if (answer.statusCode !== 200)
    throw new Error(`A picture was not stored (${file}): ${answer.body}`);
}

async function removeFiles(app: FastifyInstance, serviceKey: string, files: readonly string[]) {
  for (const [bucket, group] of Map.groupBy(files, (file) => file.split('/', 1)[0])) {
    const answer = await app.inject({
      method: 'DELETE',
      url: `/storage/v1/object/${bucket}`,
      headers: { apikey: serviceKey },
      payload: { prefixes: group.map((file) => file.slice(file.indexOf('/') + 1)) },
    });
    if (answer.statusCode !== 200)
      throw new Error(`Pictures were not removed (${bucket}): ${answer.body}`);
  }
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

function withoutRequestLimit(platform: Platform): Platform {
  const REQUESTS_PER_MINUTE = Number.MAX_SAFE_INTEGER;
  return { ...platform, config: { ...platform.config, REQUESTS_PER_MINUTE } };
}
