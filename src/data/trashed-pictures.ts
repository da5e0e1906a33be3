import { safeLocalStorage } from '#lib/local-store.ts';
import type { StoredFile } from './pictures.ts';
import { moveFile, tryLoadStorageClient, trashBucket } from './unused-pictures.ts';

/**
 * Moves the files of restored records back from the trash. Waits for the moves of up to `FEW` files. With more files,
 * returns at once, and the moves continue in the background. If the page is closed or the connection is lost,
 * `finishRestoringFiles` continues them.
 */
export async function restoreTrashedFiles(files: readonly StoredFile[]): Promise<void> {
  const restoring = restoreNamed(files.map(({ bucket, path }) => `${bucket}/${path}`));
  // Do not wait for thousands of files, which take minutes: an undo in steps restores its next records meanwhile.
  if (files.length <= FEW) await restoring;
  else restoring.catch(() => {});
}

const FEW = 100;
const MINUTE_MS = 60_000;

/** The name of the lock, and the localStorage key of the pending moves. */
const movesKey = 'vitrine:returning-files';
/** The localStorage key for the time at which a tab last moved files, in a browser without locks. */
const movedAt = 'vitrine:files-return-at';

/** Continues the moves that an earlier visit left unfinished. `UndoHost` calls this function once, on mount. */
export async function finishRestoringFiles(): Promise<void> {
  if (pendingMoves().size > 0) await asMover('exclusive', () => moveBack([...pendingMoves()]));
}

async function restoreNamed(names: readonly string[]) {
  if (names.length === 0) return;
  notePendingMoves((noted) => [...noted, ...names]);
  await asMover('shared', () => moveBack(names));
}

async function moveBack(names: readonly string[]) {
  const answered = new Set<string>();
  await Promise.all(
    names.map(async (name) => {
      const [bucket = '', ...path] = name.split('/');
      if (await moveFile(trashBucket, name, bucket, path.join('/'))) answered.add(name);
    }),
  );
  notePendingMoves((noted) => [...noted].filter((name) => !answered.has(name)));
}

/**
 * Runs `work`, which moves files, while it holds a lock that other tabs can see.
 * - `exclusive`: skips `work` while another tab moves files. The moves of that tab are stored as pending until all have
 *   ended, so this tab would repeat them, and both tabs together would exceed the limit of requests.
 * - `shared`: runs `work` even without the lock, because the user has just restored the record of the files.
 */
async function asMover(mode: LockMode, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return asMoverWithoutLocks(mode, work);
  let isAnswered = false;
  const request = navigator.locks.request(movesKey, { mode, ifAvailable: true }, async (lock) => {
    isAnswered = true;
    if (lock || mode === 'shared') await work();
  });
  // A browser that forbids storage refuses locks too: then run `work` without a lock.
  await request.catch((error: unknown) => {
    if (isAnswered) throw error;
    return asMoverWithoutLocks(mode, work);
  });
}

/**
 * Runs `work` where the browser has no locks, for example over plain HTTP. While a tab moves files, it stores the
 * current time under `movedAt` every ten seconds. In the mode `exclusive`, waits until this time is absent, or at least
 * two minutes old: a tab that is closed during the moves does not remove the time.
 */
async function asMoverWithoutLocks(mode: LockMode, work: () => Promise<void>): Promise<void> {
  const isMoving = () =>
    Math.abs(Date.now() - Number(safeLocalStorage.get(movedAt))) < 2 * MINUTE_MS;
  while (mode === 'exclusive' && isMoving())
    await new Promise((resolve) => setTimeout(resolve, MINUTE_MS));
  const renew = () => safeLocalStorage.set(movedAt, String(Date.now()));
  renew();
  const renewing = setInterval(renew, 10_000);
  try {
    await work();
  } finally {
    clearInterval(renewing);
    safeLocalStorage.remove(movedAt);
  }
}

function pendingMoves(): Set<string> {
  return new Set(safeLocalStorage.get(movesKey)?.split('\n'));
}

function notePendingMoves(change: (noted: Set<string>) => string[]) {
  const names = new Set(change(pendingMoves()));
  if (names.size > 0) safeLocalStorage.set(movesKey, [...names].join('\n'));
  else safeLocalStorage.remove(movesKey);
}

/** Deletes files of the trash permanently. Logs failures, and returns the number of deleted files. */
export async function deleteTrashedFiles(names: string[]): Promise<number> {
  if (names.length === 0) return 0;
  const code = await tryLoadStorageClient();
  if (!code) return 0;
  const { storage } = code;
  let deleted = 0;
  for (let from = 0; from < names.length; from += mostAtOnce) {
    const { data, error } = await storage
      .from(trashBucket)
      .remove(names.slice(from, from + mostAtOnce));
    if (error) console.warn('Files of the trash were not deleted', error);
    deleted += data?.length ?? 0;
  }
  return deleted;
}

/** The maximum number of files that the platform deletes in one request. */
const mostAtOnce = 1000;
