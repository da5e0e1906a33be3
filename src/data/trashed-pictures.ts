import { localStore } from '#lib/local-store.ts';
import type { StoredFile } from './pictures.ts';
import { move, storageCodeIfAny, trash } from './unused-pictures.ts';

/**
 * Moves the files of restored records back from the trash; many files move in the background. `finishRestoring`
 * continues after a closed page or a lost connection.
 */
export async function restoreFiles(files: readonly StoredFile[]): Promise<void> {
  const restoring = restoreNamed(files.map(({ bucket, path }) => `${bucket}/${path}`));
  // Thousands of files take minutes: the records of the next step do not wait for them.
  if (files.length <= FEW) await restoring;
  else restoring.catch(() => {});
}

const FEW = 100;
const MINUTE_MS = 60_000;

/** The name of the lock, and the key of the pending moves. */
const returning = 'vitrine:returning-files';
/** The key of the time at which a tab last moved files. */
const movedAt = 'vitrine:files-return-at';

/** Runs once a visit: continues the moves that the last visit left unfinished, unless another tab still makes moves. */
export async function finishRestoring(): Promise<void> {
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
      if (await move(trash, name, bucket, path.join('/'))) answered.add(name);
    }),
  );
  notePendingMoves((noted) => [...noted].filter((name) => !answered.has(name)));
}

/**
 * Makes moves, known to the other tabs. An exclusive mover makes none while another tab does: the moves are pending
 * until all have ended, and two tabs together would exceed the limit of requests. The files of a record that the user
 * restores do not wait.
 */
async function asMover(mode: LockMode, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return asMoverWithoutLocks(mode, work);
  let isAnswered = false;
  const request = navigator.locks.request(returning, { mode, ifAvailable: true }, async (lock) => {
    isAnswered = true;
    if (lock || mode === 'shared') await work();
  });
  // A browser that forbids storage refuses locks too.
  await request.catch((error: unknown) => {
    if (isAnswered) throw error;
    return asMoverWithoutLocks(mode, work);
  });
}

/** Over plain HTTP, browsers have no locks: a working tab renews a time instead, which stays when the tab is closed. */
async function asMoverWithoutLocks(mode: LockMode, work: () => Promise<void>): Promise<void> {
  const isMoving = () => Math.abs(Date.now() - Number(localStore.get(movedAt))) < 2 * MINUTE_MS;
  while (mode === 'exclusive' && isMoving())
    await new Promise((resolve) => setTimeout(resolve, MINUTE_MS));
  const renew = () => localStore.set(movedAt, String(Date.now()));
  renew();
  const renewing = setInterval(renew, 10_000);
  try {
    await work();
  } finally {
    clearInterval(renewing);
    localStore.remove(movedAt);
  }
}

function pendingMoves(): Set<string> {
  return new Set(localStore.get(returning)?.split('\n'));
}

function notePendingMoves(change: (noted: Set<string>) => string[]) {
  const names = new Set(change(pendingMoves()));
  if (names.size > 0) localStore.set(returning, [...names].join('\n'));
  else localStore.remove(returning);
}

/** Deletes files of the trash permanently; returns their number. */
export async function deleteTrashed(names: string[]): Promise<number> {
  if (names.length === 0) return 0;
  const code = await storageCodeIfAny();
  if (!code) return 0;
  const { storage } = code;
  let deleted = 0;
  for (let from = 0; from < names.length; from += mostAtOnce) {
    const { data, error } = await storage.from(trash).remove(names.slice(from, from + mostAtOnce));
    if (error) console.warn('Files of the trash were not deleted', error);
    deleted += data?.length ?? 0;
  }
  return deleted;
}

/** The maximum number of files that the platform deletes in one request. */
const mostAtOnce = 1000;
