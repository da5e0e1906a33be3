import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FILES_ID_FILE } from '../../database/installation.ts';
import type { TestServer } from '../../testing/server.ts';

/** Returns the paths of all uploaded files on the disk, including drafts and files in the trash folder. */
export async function listStoredFiles({ dataDir }: Pick<TestServer, 'dataDir'>) {
  const root = join(dataDir, 'files');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== FILES_ID_FILE)
    .map((entry) => join(entry.parentPath, entry.name));
}
