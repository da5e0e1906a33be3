import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { countNewer } from '../backend/database/setup.ts';
import { readBackup } from './read-backup.ts';

/** One backup for each released version: `<version>.backup`. Its list of applied files freezes these migrations. */
export const RELEASES = fileURLToPath(new URL('./releases/', import.meta.url));

/** The released versions, with their backups. */
export async function listReleases() {
  const names = (await readdir(RELEASES)).filter((name) => name.endsWith('.backup')).toSorted();
  return names.map((name) => ({
    version: name.replace(/\.backup$/, ''),
    file: `${RELEASES}${name}`,
  }));
}

/** Messages about released migrations that are changed or missing: databases in use could not be upgraded. */
export async function findChangedMigrations(): Promise<string[]> {
  const found: string[] = [];
  for (const { version, file } of await listReleases()) {
    const { applied } = await readBackup(file, undefined);
    await countNewer(applied).catch((error: unknown) => found.push(`${version}: ${String(error)}`));
  }
  return found;
}
