import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Matches the name of a folder: the first two digits of the versions in it. */
const FOLDER = /^[0-9a-f]{2}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * Age at which a draft is deleted. It is longer than any upload takes. A younger draft can belong to an upload of a
 * second process that uses this folder.
 */
const ABANDONED_AFTER_MS = DAY_MS;

export class MissingFileError extends Error {}

/**
 * Opens the store of files on disk. The files are in 256 folders below `root`; drafts and trash have folders beside
 * them. A file is identified only by its version, a UUID that the server generates. A name that a user chooses never
 * becomes a path.
 */
export async function createDiskStore(root: string) {
  const drafts = join(root, 'drafts');
  await mkdir(drafts, { recursive: true, mode: 0o700 });
  await removeAbandoned(drafts);

  const pathOf = (version: string) => getVersionPath(root, version);

  return {
    /**
     * Returns a new path, at which an upload is stored until it is accepted. The path is in the same file system as the
     * files, so `keep` can rename the draft.
     */
    draft: async () => join(drafts, randomUUID()),
    /**
     * Moves an accepted draft to the folder of its version. When the promise resolves, the bytes survive a crash of the
     * host.
     */
    async keep(draft: string, version: string) {
      const target = pathOf(version);
      const folder = join(root, version.slice(0, 2));
      if (await mkdir(folder, { recursive: true, mode: 0o700 })) await sync(root);
      await sync(draft);
      await rename(draft, target);
      await sync(folder);
    },
    /**
     * Opens the bytes of a version as a stream.
     * @param range positions of bytes; `start` and `end` are both included
     * @throws MissingFileError
     */
    async open(version: string, range?: { start: number; end: number }) {
      const handle = await open(pathOf(version)).catch(ignoreMissing);
      if (!handle) throw new MissingFileError(version);
      return handle.createReadStream({ ...range, autoClose: true });
    },
    /** Deletes the bytes of a version. Does nothing for a missing file. */
    async remove(version: string) {
      await rm(pathOf(version), { force: true });
    },
    /**
     * Yields the versions whose files are older than this number of milliseconds, as one list for each folder.
     */
    async *olderThan(milliseconds: number) {
      for (const folder of await readdir(root)) {
        if (!FOLDER.test(folder)) continue;
        const names = await namesOlderThan(join(root, folder), milliseconds);
        yield names.filter((name) => VERSION.test(name)); // ignore files of other programs
      }
    },
    trash: trashIn(join(root, 'trash'), pathOf),
  };
}

/**
 * Returns the path of the file of a version. `root` is the folder of all files.
 * @throws MissingFileError when `version` is not a UUID in lower case
 */
export function getVersionPath(root: string, version: string) {
  if (!VERSION.test(version)) throw new MissingFileError(`not a version of ours: ${version}`);
  return join(root, version.slice(0, 2), version);
}

/**
 * Opens the file of a version, in the folder of the version or in the trash. Tries the folder again after the trash,
 * because a sweep can have moved the file back meanwhile.
 * @returns the handle of the file; undefined when the file is missing
 */
export async function openStoredFile(root: string, version: string) {
  const trash = join(root, 'trash');
  const path = getVersionPath(root, version);
  const days = (await readdir(trash).catch(ignoreMissing)) ?? [];
  for (const each of [path, ...days.map((day) => join(trash, day, version)), path]) {
    const handle = await open(each).catch(ignoreMissing);
    if (handle) return handle;
  }
  return undefined;
}

export type DiskStore = Awaited<ReturnType<typeof createDiskStore>>;

/**
 * Returns the trash of the store, with one folder for each day (UTC). The moves ignore a missing file, because an
 * earlier run (before a crash) or a second process can have moved it already.
 */
function trashIn(root: string, pathOf: (version: string) => string) {
  async function days() {
    const names = await readdir(root).catch(ignoreMissing);
    return (names ?? []).filter((name) => DAY.test(name));
  }

  return {
    /** Moves the file of a version to the trash folder of today. */
    async take(version: string) {
      const today = join(root, dayOf(Date.now()));
      await mkdir(today, { recursive: true, mode: 0o700 });
      await rename(pathOf(version), join(today, version)).catch(ignoreMissing);
    },
    /** Yields the versions in the trash, as one list for each day. */
    async *list() {
      for (const day of await days())
        yield (await readdir(join(root, day)).catch(ignoreMissing)) ?? [];
    },
    /** Moves the file of a version from the trash back to its folder. */
    async giveBack(version: string) {
      for (const day of await days())
        await rename(join(root, day, version), pathOf(version)).catch(ignoreMissing);
    },
    /**
     * Deletes the trash folders that are older than this number of days.
     * @returns the number of deleted files
     */
    async empty(keptDays: number) {
      const limit = dayOf(Date.now() - keptDays * DAY_MS);
      let files = 0;
      for (const day of await days()) {
        if (day >= limit) continue;
        files += (await readdir(join(root, day)).catch(ignoreMissing))?.length ?? 0;
        await rm(join(root, day), { recursive: true, force: true });
      }
      return files;
    },
  };
}

function dayOf(time: number) {
  return new Date(time).toISOString().slice(0, 10);
}

/** Deletes the drafts of interrupted uploads. */
async function removeAbandoned(drafts: string) {
  for (const name of await namesOlderThan(drafts, ABANDONED_AFTER_MS)) {
    await rm(join(drafts, name), { force: true });
  }
}

async function namesOlderThan(folder: string, milliseconds: number) {
  const limit = Date.now() - milliseconds;
  const old: string[] = [];
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined); // a second process can have removed the file
    if (found && found.mtimeMs < limit) old.push(name);
  }
  return old;
}

async function sync(path: string) {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ignoreMissing(error: unknown) {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
