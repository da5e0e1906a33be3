import type { StoredFile } from '#data/pictures.ts';
import { rest } from '#data/rest-client.ts';
import { restoreTrashedFiles, deleteTrashedFiles } from '#data/trashed-pictures.ts';
import { moveFilesToTrash } from '#data/unused-pictures.ts';
import { dayNumber } from '#lib/date.ts';
import { safeLocalStorage } from '#lib/local-store.ts';
import { objectOf } from '#lib/shape.ts';

/**
 * Runs the maintenance, at most once a day in each browser of an Administrador:
 * - moves files of restored records out of the trash: the browser that restored a record perhaps closed before the move
 * - moves unused files to the trash, if they were uploaded more than a day ago
 * - deletes files after 30 days in the trash, and expired staged batches and history
 *
 * The built-in server also has a job for the maintenance; the hosted platform has none.
 */
export async function runDailyMaintenance() {
  const today = String(dayNumber(new Date()));
  if (safeLocalStorage.get(swept) === today) return;
  safeLocalStorage.set(swept, today);
  for (const job of [returnFiles, trashAbandoned, deleteExpired, deleteBatches, deleteHistory]) {
    // Ignore a failure: the next jobs must still run.
    await job().catch(() => {});
  }
}

function deleteExpired() {
  return repeat(async () => {
    const { data } = await rest.rpc('expired_files', { size: 1000 });
    return { data: await deleteTrashedFiles(data ?? []) };
  });
}

function deleteBatches() {
  return repeat(() => rest.rpc('sweep_batches'));
}

function deleteHistory() {
  return repeat(() => rest.rpc('prune_history', { size: 10_000 }));
}

/** Repeats a request until it deletes nothing or fails, at most `MAX_REQUESTS` times a day. */
async function repeat(request: () => PromiseLike<{ data: number | null }>) {
  for (let requests = 0; requests < MAX_REQUESTS; requests += 1) {
    if (!(await request()).data) return;
  }
}

const MAX_REQUESTS = 100;

type Files = { files: StoredFile[]; next: string | null };
const isFiles = objectOf<Files>({ files: Array.isArray });

/**
 * Returns the files that a request lists. Returns none after a failed request: the maintenance of the next day tries
 * again.
 */
async function filesOf(request: PromiseLike<{ data: unknown }>): Promise<Files> {
  const { data } = await request;
  return isFiles(data) ? data : { files: [], next: null };
}

async function returnFiles() {
  for (let after: string | null = ''; after !== null;) {
    const page: Files = await filesOf(rest.rpc('files_to_restore', { after }));
    await restoreTrashedFiles(page.files);
    after = page.next;
  }
}

async function trashAbandoned() {
  const files: StoredFile[] = [];
  let pages = 0;
  for (let after: string | null = noId; after !== null;) {
    const page: Files = await filesOf(rest.rpc('abandoned_files', { after }));
    files.push(...page.files);
    after = page.next;
    pages += 1;
  }
  // Move at most 5 % of all files a day, or 100 files if that is more, as the built-in server does: if more files seem
  // abandoned, the result is perhaps wrong. A page covers 1,000 files, so 5 % of a page are 50 files.
  const limit = Math.max(100, (pages - 1) * 50);
  if (files.length > limit)
    console.warn(`${files.length} files are used by no record: ${limit} of them are moved`);
  moveFilesToTrash(files.slice(0, limit));
}

const noId = '00000000-0000-0000-0000-000000000000';

const swept = 'vitrine:swept';
