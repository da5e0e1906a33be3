import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MissingFile, type FileStore } from './file-store.ts';
import { createTrash } from './trash.ts';

const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The first two digits of the versions in it. */
const FOLDER = /^[0-9a-f]{2}$/;
/** Longer than any upload may take: another process on this folder may be writing. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** Keeps files in 256 folders below `root`, drafts and trash in folders of their own beside them. */
export async function createDiskStore(root: string): Promise<FileStore> {
  const drafts = join(root, 'drafts');
  await mkdir(drafts, { recursive: true, mode: 0o700 });
  await removeAbandoned(drafts);

  function pathOf(version: string) {
    if (!VERSION.test(version)) throw new MissingFile(`not a version of ours: ${version}`);
    return join(root, version.slice(0, 2), version);
  }

  return {
    draft: async () => join(drafts, randomUUID()),
    async keep(draft, version) {
      const target = pathOf(version);
      const folder = join(root, version.slice(0, 2));
      if (await mkdir(folder, { recursive: true, mode: 0o700 })) await sync(root);
      await sync(draft);
      await rename(draft, target);
      await sync(folder);
    },
    async open(version, range) {
      const handle = await open(pathOf(version)).catch((error: unknown) => {
        throw isMissing(error) ? new MissingFile(version) : error;
      });
      return handle.createReadStream({ ...range, autoClose: true });
    },
    async remove(version) {
      await rm(pathOf(version), { force: true });
    },
    async *olderThan(milliseconds) {
      for (const folder of await readdir(root)) {
        if (!FOLDER.test(folder)) continue;
        const names = await namesOlderThan(join(root, folder), milliseconds);
        yield names.filter((name) => VERSION.test(name)); // whatever else lies there is not ours
      }
    },
    trash: createTrash(join(root, 'trash'), pathOf),
  };
}

/** What a crash in the middle of an upload left behind. */
async function removeAbandoned(drafts: string) {
  for (const name of await namesOlderThan(drafts, ABANDONED_AFTER_MS)) {
    await rm(join(drafts, name), { force: true });
  }
}

async function namesOlderThan(folder: string, milliseconds: number) {
  const limit = Date.now() - milliseconds;
  const old: string[] = [];
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined); // removed this moment
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

function isMissing(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
