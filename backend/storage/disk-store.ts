import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MissingFile, type FileStore } from './file-store.ts';

const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Longer than any upload may take: another process on this folder may be writing. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** Keeps files in 256 folders below `root`, drafts in a folder of their own beside them. */
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
  };
}

/** What a crash in the middle of an upload left behind. */
async function removeAbandoned(drafts: string) {
  const limit = Date.now() - ABANDONED_AFTER_MS;
  for (const name of await readdir(drafts)) {
    const file = join(drafts, name);
    const age = await stat(file).catch(() => undefined);
    if (age && age.mtimeMs < limit) await rm(file, { force: true });
  }
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
