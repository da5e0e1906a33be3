import { limitConcurrency } from '#lib/limit-concurrency.ts';
import { lazyImport } from '#lib/lazy.ts';
import { loadCode } from '#lib/load-code.ts';
import { errorCode, errorStatus, isTransient, translateError } from './errors.ts';
import type { StoredFile } from './pictures.ts';
import { rest } from './rest-client.ts';

/**
 * Moves the given pictures to the trash, except pictures that a record uses. Call this function after a save or
 * deletion with the URLs that the record used, or with the URLs of uploaded files that were never saved in a record.
 * Runs in the background: the record is already correct, and an unused file does no harm.
 */
export function moveUnusedPicturesToTrash(urls: readonly unknown[]): void {
  const given = urls.filter((url) => typeof url === 'string');
  if (given.length > 0) void removeUnused(given);
}

async function removeUnused(urls: string[]) {
  const { data, error } = await rest.rpc('unused_files', { urls });
  if (error) return console.warn('Pictures that may be unused were not moved', error);
  moveFilesToTrash(data);
}

/** The closed bucket of files that no record uses. The path of a file is 'former bucket/former path'. */
export const trashBucket = 'lixeira';

/**
 * Moves files to the trash. Pass only files that the database has listed as unused. Never pass a file that was read
 * from a URL: the author of the URL could choose which files this user deletes.
 */
export function moveFilesToTrash(files: readonly StoredFile[]): void {
  void Promise.all(
    files.map(({ bucket, path }) => moveFile(bucket, path, trashBucket, `${bucket}/${path}`)),
  );
}

/**
 * Loads the storage client at the first call, without a prefetch.
 * @throws CodeLoadError
 */
export const loadStorageClient = lazyImport(
  () => loadCode(() => import('./storage-client.ts')),
  'used',
);

/**
 * Like `loadStorageClient`, but logs a warning and returns undefined after a failure: the files then stay where they
 * are.
 */
export async function tryLoadStorageClient() {
  return loadStorageClient().catch((error: unknown) =>
    console.warn('Files were not changed', error),
  );
}

/**
 * Deletes files permanently, in any bucket.
 * @throws Error when some files could not be deleted; CodeLoadError
 */
export async function deleteFiles(files: readonly StoredFile[]): Promise<void> {
  if (files.length === 0) return;
  const { storage } = await loadStorageClient();
  for (const [bucket, group] of Map.groupBy(files, (file) => file.bucket)) {
    const { error } = await storage.from(bucket).remove(group.map(({ path }) => path));
    if (error)
      throw new Error(
        `Os dados foram removidos, mas nem todos os arquivos: ${translateError(error)}`,
      );
  }
}

/** Runs at most four moves at the same time: a deletion of thousands of products moves thousands of files. */
const inTurn = limitConcurrency(4);

/**
 * Moves a file to another bucket. Returns false if the move must be tried again later: the code was not loaded, the
 * server did not respond or failed (`isTransient`), or it refused the request because of the limit of requests.
 */
export async function moveFile(
  from: string,
  path: string,
  destinationBucket: string,
  newPath: string,
) {
  const code = await tryLoadStorageClient();
  if (!code) return false;
  const { storage } = code;
  const { error } = await inTurn(() =>
    sendWithinLimit(() => storage.from(from).move(path, newPath, { destinationBucket })),
  );
  // Do not log a missing file: some pictures have no thumbnail.
  if (error && !/not found/i.test(error.message)) console.warn('A picture was not moved', error);
  return !error || !(isTransient(error) || isOverLimit(error));
}

/**
 * Sends a request. While the limit of requests refuses it, repeats it every ten seconds for two minutes, because the
 * server counts the requests of an IP address per minute.
 */
async function sendWithinLimit<Answer extends { error: unknown }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  for (let refusals = 0; ; refusals += 1) {
    await waitForStart();
    const answer = await send();
    if (refusals === MAX_REFUSALS || !isOverLimit(answer.error)) return answer;
    await wait(10_000);
  }
}

const MAX_REFUSALS = 12;

function isOverLimit(error: unknown): boolean {
  return errorStatus(error) === 429 || errorCode(error) === 'SlowDown';
}

/**
 * Waits until the next move can start. After a pause, the first thousand moves start without delay, the following
 * moves every 20 ms: at most 4,000 a minute. By default, the server accepts 6,000 requests a minute from an IP address,
 * which other users can share.
 */
async function waitForStart() {
  lastStart = Math.max(lastStart, performance.now() - 1_000 * MOVE_MS) + MOVE_MS;
  const early = lastStart - performance.now();
  if (early > 0) await wait(early);
}

const MOVE_MS = 20;
let lastStart = -Infinity;

async function wait(ms: number) {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
