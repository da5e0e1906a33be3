import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { countAllUnappliedFiles } from '../backend/database/setup.ts';
import { readBackup } from './read-backup.ts';

/**
 * Path of the folder with one backup of each released version: `<version>.backup`. The SQL files that a backup lists
 * in `applied` must not change (`findReleasesWithChangedMigrations`).
 */
export const RELEASES_FOLDER = fileURLToPath(new URL('./releases/', import.meta.url));

/** Lists the released versions, with the paths of their backups. */
export async function listReleases() {
  const names = (await readdir(RELEASES_FOLDER))
    .filter((name) => name.endsWith('.backup'))
    .toSorted();
  return names.map((name) => ({
    version: name.replace(/\.backup$/, ''),
    file: `${RELEASES_FOLDER}${name}`,
  }));
}

/** Returns a message for each release with changed or missing migrations: its databases could not be upgraded. */
export async function findReleasesWithChangedMigrations(): Promise<string[]> {
  const found: string[] = [];
  for (const { version, file } of await listReleases()) {
    const { applied } = await readBackup(file, undefined);
    await countAllUnappliedFiles(applied).catch((error: unknown) =>
      found.push(`${version}: ${String(error)}`),
    );
  }
  return found;
}
