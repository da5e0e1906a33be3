import { chmod, mkdir, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type TempFolder = { path: string; remove(): Promise<void> };

const PREFIX = 'vitrine-tests-';
/** Path of a file system in memory, which most Linux hosts have. */
const MEMORY = '/dev/shm';
/** Free memory that the folder needs: more than twice the maximum size of all temporary files of the suite. */
const NEEDED_BYTES = 4 * 2 ** 30;

/**
 * Creates the folder for all temporary files of this process and its children. Without `parent`, the folder is in
 * memory if enough memory is free: a copy of the test database takes 0.03 s of CPU time there, and 0.22 s on a disk.
 * Also deletes the folders of processes that have ended.
 */
export async function makeTempFolder(parent?: string): Promise<TempFolder> {
  const folder = parent ?? ((await canUseMemory()) ? MEMORY : tmpdir());
  await removeAbandoned(folder);
  const path = join(folder, `${PREFIX}${process.pid}`);
  await mkdir(path);
  // Let every account write: if this process is root, PostgreSQL runs under a different account.
  await chmod(path, 0o1777);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

async function canUseMemory() {
  if (process.platform !== 'linux') return false;
  const free = await statfs(MEMORY).catch(() => undefined);
  if (!free || free.bavail * free.bsize < NEEDED_BYTES) return false;
  // Require twice NEEDED_BYTES of available memory, because the tests need memory besides these files.
  if (process.availableMemory() < 2 * NEEDED_BYTES) return false;
  // The tests run copies of PostgreSQL's programs in the folder, so it must not be mounted with `noexec`.
  const mounts = await readFile('/proc/mounts', 'utf8');
  return mounts.split('\n').some((line) => {
    const [, at, type, options = ''] = line.split(' ');
    return at === MEMORY && type === 'tmpfs' && !options.split(',').includes('noexec');
  });
}

async function removeAbandoned(folder: string) {
  for (const name of await readdir(folder)) {
    const [, id] = new RegExp(`^${PREFIX}(\\d+)$`).exec(name) ?? [];
    if (id && !exists(Number(id))) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function exists(id: number) {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
