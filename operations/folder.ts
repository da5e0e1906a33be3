import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../backend/config.ts';
import { UNFINISHED } from './write-backup.ts';

const NAME = /^vitrine-\d{4}-\d\d-\d\d-\d{6}\.backup$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Where backups go that nobody gives a place. */
export function folderOfBackups({ BACKUP_DIR: configured }: Config, dataDir: string) {
  return configured ?? join(dataDir, 'backups');
}

/** By the clock of the machine; names in their order are backups in theirs. */
export function backupName(at: Date) {
  return `vitrine-${moment(at)}.backup`;
}

/** Of another form than `backupName`, so that `keepNewest` leaves it alone. */
export function preMigrationName(at: Date, target: string) {
  return `vitrine-${moment(at)}-before-${target}.backup`;
}

function moment(at: Date) {
  const part = (value: number) => String(value).padStart(2, '0');
  const day = [at.getFullYear(), part(at.getMonth() + 1), part(at.getDate())].join('-');
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(part).join('');
  return `${day}-${time}`;
}

/** Deletes all but the newest of a folder's daily backups, and drafts that a crash has left. */
export async function keepNewest(folder: string, kept: number) {
  const names = await readdir(folder);
  for (const name of names
    .filter((each) => NAME.test(each))
    .toSorted()
    .slice(0, -kept))
    await rm(join(folder, name), { force: true });
  for (const name of names.filter((each) => each.endsWith(UNFINISHED))) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - DAY_MS) await rm(join(folder, name), { force: true });
  }
}
