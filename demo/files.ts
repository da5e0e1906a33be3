import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildServer } from '../backend/build-server.ts';
import type { Platform } from '../backend/platform.ts';

/**
 * The folder of the demonstration's files. Inside the folder, the path of a file is `bucket/path`. The small copy of
 * each picture is beside it.
 */
const PICTURES = join(import.meta.dirname, 'pictures');
/** Maximum number of concurrent uploads: enough to keep disk and database busy. */
const CONCURRENT_UPLOADS = 4;

export type FileStore = {
  /** Stores every file of pictures/, and replaces files of the same name. */
  storeAll(): Promise<void>;
  /**
   * Removes files.
   * @param files as `bucket/path`; missing files are ignored
   */
  remove(files: readonly string[]): Promise<void>;
};

/** Lists every file of the demonstration, as `bucket/path`. */
export async function listDemoFiles() {
  const names = await readdir(PICTURES, { recursive: true });
  return names.filter((name) => name.endsWith('.webp')).map((name) => name.replaceAll(sep, '/'));
}

/**
 * Returns the URL of a stored file, for the columns of rows. The panel reads only bucket and path from this URL, so the
 * host can change later.
 */
export function toPublicUrl({ config }: Platform, file: string) {
  const origin = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  return `${origin}/storage/v1/object/public/${file}`;
}

/**
 * Runs `work` with a file store that sends storage requests to a server in this process (`app.inject`). The size limits
 * and file types of the buckets therefore apply to these files, and each file gets its row in `storage.objects`.
 */
export async function withFileStore<T>(platform: Platform, work: (files: FileStore) => Promise<T>) {
  const app = await buildServer(withoutRequestLimit(platform));
  const { serviceKey } = platform.tokens;
  const remove = (files: readonly string[]) => removeFiles(app, serviceKey, files);
  async function storeAll() {
    const files = await listDemoFiles();
    await remove(files);
    await runConcurrently(files, (file) => upload(app, serviceKey, file));
  }
  try {
    return await work({ storeAll, remove });
  } finally {
    await app.close();
  }
}

async function upload(app: FastifyInstance, serviceKey: string, file: string) {
  const response = await app.inject({
    method: 'POST',
    url: `/storage/v1/object/${file}`,
    headers: { apikey: serviceKey, 'content-type': 'image/webp', 'cache-control': 'max-age=3600' },
    payload: await readFile(join(PICTURES, file)),
  });
  if (response.statusCode !== 200)
    throw new Error(`A picture was not stored (${file}): ${response.body}`);
}

async function removeFiles(app: FastifyInstance, serviceKey: string, files: readonly string[]) {
  for (const [bucket, group] of Map.groupBy(files, (file) => file.split('/', 1)[0])) {
    const response = await app.inject({
      method: 'DELETE',
      url: `/storage/v1/object/${bucket}`,
      headers: { apikey: serviceKey },
      payload: { prefixes: group.map((file) => file.slice(file.indexOf('/') + 1)) },
    });
    if (response.statusCode !== 200)
      throw new Error(`Pictures were not removed (${bucket}): ${response.body}`);
  }
}

/**
 * Runs `work` for CONCURRENT_UPLOADS items at a time. After a failure, starts no more items, waits for the items in
 * flight, and throws the error.
 */
async function runConcurrently<T>(items: readonly T[], work: (item: T) => Promise<void>) {
  const waiting = [...items];
  const workers = Array.from({ length: CONCURRENT_UPLOADS }, async () => {
    try {
      for (let item = waiting.pop(); item; item = waiting.pop()) await work(item);
    } catch (error) {
      waiting.length = 0;
      throw error;
    }
  });
  const failed = (await Promise.allSettled(workers)).find((worker) => worker.status === 'rejected');
  if (failed) throw failed.reason;
}

function withoutRequestLimit(platform: Platform): Platform {
  const REQUESTS_PER_MINUTE = Number.MAX_SAFE_INTEGER;
  return { ...platform, config: { ...platform.config, REQUESTS_PER_MINUTE } };
}
