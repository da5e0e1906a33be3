import type { StoredFile } from '#data/pictures.ts';
import { rest } from '#data/rest-client.ts';
import { restoreFiles, deleteTrashed } from '#data/trashed-pictures.ts';
import { removeFiles } from '#data/unused-pictures.ts';
import { dayNumber } from '#lib/date.ts';
import { localStore } from '#lib/local-store.ts';
import { objectOf } from '#lib/shape.ts';

/**
 * Maintenance, at most once a day in each browser: moves back the files of restored records whose browser closed too
 * early, moves abandoned uploads to the trash, deletes files after 30 days there, and deletes expired staged batches
 * and history. The built-in server has a job for this; the hosted platform does not.
 */
export async function sweepOnceADay() {
  const today = String(dayNumber(new Date()));
  if (localStore.get(swept) === today) return;
  localStore.set(swept, today);
  for (const job of [returnFiles, trashAbandoned, deleteExpired, deleteBatches, deleteHistory]) {
    // A job that fails does not stop the others.
    await job().catch(() => {});
  }
}

function deleteExpired() {
  return repeat(async () => {
    const { data } = await rest.rpc('expired_files', { size: 1000 });
    return { data: await deleteTrashed(data ?? []) };
  });
}

function deleteBatches() {
  return repeat(() => rest.rpc('sweep_batches'));
}

function deleteHistory() {
  return repeat(() => rest.rpc('prune_history', { size: 10_000 }));
}

/** Repeats a request until it deletes nothing, at most `MAX_REQUESTS` times; the sweep of the next day continues. */
async function repeat(request: () => PromiseLike<{ data: number | null }>) {
  for (let requests = 0; requests < MAX_REQUESTS; requests += 1) {
    if (!(await request()).data) return;
  }
}

const MAX_REQUESTS = 100;

type Files = { files: StoredFile[]; next: string | null };
const isFiles = objectOf<Files>({ files: Array.isArray });

/**
 * Returns the files that a request lists. After a failed request it returns none: the sweep of the next day continues.
 */
async function filesOf(request: PromiseLike<{ data: unknown }>): Promise<Files> {
  const { data } = await request;
  return isFiles(data) ? data : { files: [], next: null };
}

async function returnFiles() {
  for (let after: string | null = ''; after !== null;) {
    const page: Files = await filesOf(rest.rpc('files_to_restore', { after }));
    await restoreFiles(page.files);
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
  // The limit is that of the built-in server: 5 % of all files, but at least 100. A page has 1,000 files. If more files
  // seem abandoned, the result may be wrong: each browser moves only a part of them a day.
  const limit = Math.max(100, (pages - 1) * 50);
  if (files.length > limit)
    console.warn(`${files.length} files are used by no record: ${limit} of them are moved`);
  removeFiles(files.slice(0, limit));
}

const noId = '00000000-0000-0000-0000-000000000000';

const swept = 'vitrine:swept';
