import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trash } from './file-store.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Folders named by their day (UTC) below `root`; `pathOf` says where a version is read. */
export function createTrash(root: string, pathOf: (version: string) => string): Trash {
  async function days() {
    const names = await readdir(root).catch(ignoreMissing);
    return (names ?? []).filter((name) => DAY.test(name));
  }

  return {
    async take(version) {
      const today = join(root, dayOf(Date.now()));
      await mkdir(today, { recursive: true, mode: 0o700 });
      await rename(pathOf(version), join(today, version)).catch(ignoreMissing);
    },
    async *list() {
      for (const day of await days())
        yield (await readdir(join(root, day)).catch(ignoreMissing)) ?? [];
    },
    async giveBack(version) {
      for (const day of await days())
        await rename(join(root, day, version), pathOf(version)).catch(ignoreMissing);
    },
    async empty(keptDays) {
      const limit = dayOf(Date.now() - keptDays * DAY_MS);
      let files = 0;
      for (const day of await days()) {
        if (day >= limit) continue;
        files += (await readdir(join(root, day))).length;
        await rm(join(root, day), { recursive: true, force: true });
      }
      return files;
    },
  };
}

function dayOf(time: number) {
  return new Date(time).toISOString().slice(0, 10);
}

/** Moved or removed a moment ago, by another process on this folder or before a crash. */
function ignoreMissing(error: unknown) {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
