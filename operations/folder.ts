import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '../backend/config.ts';
import { readOrCreateFilesId } from '../backend/database/installation.ts';
import { OperatorError } from '../backend/database/operator-error.ts';
import { DRAFT_SUFFIX } from './write-backup.ts';

const DRAFT = new RegExp(`[.-]\\d+\\${DRAFT_SUFFIX}$`);
const PRE_MIGRATION_DRAFT = new RegExp(`^vitrine-.*-before-.*[.]backup[.]\\d+\\${DRAFT_SUFFIX}$`);
/** Age from which a draft counts as left over from a crash: a backup in progress keeps writing to its draft. */
const DRAFT_MS = 60 * 60 * 1000;
const NAME = /^vitrine-(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))-\d{6}\.backup$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the folder for backups without an explicit path: BACKUP_DIR, or `backups` in the data folder. */
export function resolveBackupFolder({ BACKUP_DIR: configured }: Config, dataDir: string) {
  return configured ?? join(dataDir, 'backups');
}

/** Name of the file that records whose backups a folder has: host, data folder, and id of the stored files. */
const OWNER = '.vitrine-data';

/**
 * Creates the folder of the daily backups and records its installation (`OWNER`). A folder is for one installation,
 * because `pruneBackups` keeps at most one backup of a day: a copy of the installation could delete the backups of the
 * original.
 * - Accepted: a moved data folder, or a data folder in another container. The id (`readOrCreateFilesId`) is the same.
 * - Accepted: a restore at the same host and path. The id is new.
 * - Refused: a copy that was restored at a different host or path. The id is new.
 * @throws OperatorError when the folder cannot be used, or has the backups of another installation
 */
export async function claimBackupFolder(folder: string, dataDir: string) {
  await createPrivateFolder(folder);
  const file = join(folder, OWNER);
  const path = resolve(dataDir);
  const place = `${hostname()}:${path}`;
  const filesId = await readOrCreateFilesId(dataDir);
  const own = `${place}\n${filesId}\n`;
  try {
    await writeFile(file, own, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) throw unusable(folder, error);
    const [owner = '', id] = text.split('\n');
    // Versions up to 1.8.0 recorded only the path, without host and id.
    if (![place, path].includes(owner) && id !== filesId)
      throw new OperatorError(
        `A pasta ${folder} guarda os backups de ${owner}: diga outra em BACKUP_DIR. Se esta instalação substitui aquela, apague ${file}.`,
        { cause: error },
      );
    if (text !== own) await writeFile(file, own, { mode: 0o600 });
  }
}

/**
 * Creates a folder (mode 700) and its parents, if missing.
 * @throws OperatorError when the folder cannot be created
 */
export async function createPrivateFolder(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw unusable(folder, error);
  });
}

function unusable(folder: string, cause: unknown) {
  return new OperatorError(`A pasta ${folder} não pode ser usada: ${String(cause)}`, { cause });
}

/** Returns the name of a daily backup. It contains the local time, so that names sort by time. */
export function formatBackupName(at: Date) {
  return `vitrine-${moment(at)}.backup`;
}

/**
 * Returns the name of a backup before a migration. `pruneBackups` never deletes a file with this name, because it
 * deletes only names in the format of `formatBackupName`.
 */
export function formatPreMigrationBackupName(at: Date, target: string) {
  return `vitrine-${moment(at)}-before-${target}.backup`;
}

function moment(at: Date) {
  const part = (value: number) => String(value).padStart(2, '0');
  const day = [at.getFullYear(), part(at.getMonth() + 1), part(at.getDate())].join('-');
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(part).join('');
  return `${day}-${time}`;
}

/** Deletes the daily backups of a folder that `selectRetainedBackups` does not select. */
export async function pruneBackups(folder: string) {
  const names = await readdir(folder);
  const retained = new Set(selectRetainedBackups(names));
  for (const name of names.filter((each) => NAME.test(each) && !retained.has(each)))
    await rm(join(folder, name), { force: true });
}

/** Deletes the drafts of crashed backups. Otherwise, they could fill the disk, and the next backup would fail. */
export async function deleteOldDrafts(folder: string) {
  await deleteDrafts(folder, DRAFT, Date.now() - DRAFT_MS);
}

/**
 * Deletes every draft of a backup before a migration. The caller must hold the setup lock, so that no concurrent
 * start of the server writes such a draft.
 */
export async function deletePreMigrationDrafts(folder: string) {
  await deleteDrafts(folder, PRE_MIGRATION_DRAFT, Infinity);
}

async function deleteDrafts(folder: string, form: RegExp, newestMs: number) {
  const names = await readdir(folder).catch(() => []); // fails if this account can write but not list
  for (const name of names.filter((each) => form.test(each))) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (!found || found.mtimeMs > newestMs) continue;
    await rm(file, { force: true }).catch(() => undefined); // fails if this account may not delete the file
  }
}

/**
 * Selects the daily backups to keep, oldest first: the newest of each of the last 7 days, 4 weeks (from Monday) and 6
 * months. Only days, weeks and months with a backup count, so a pause of the backups deletes nothing.
 */
export function selectRetainedBackups(names: string[]): string[] {
  const newestFirst = names
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed();
  const retained = RETENTION.flatMap(({ count, periodOf }) => {
    const newest = new Map<string, string>();
    for (const name of newestFirst) {
      const period = periodOf(dayOf(name));
      if (!newest.has(period)) newest.set(period, name);
    }
    return [...newest.values()].slice(0, count);
  });
  return [...new Set(retained)].toSorted();
}

/**
 * The retention: for how many days, weeks and months `pruneBackups` keeps a backup. `day` is the date in the name, at
 * midnight UTC, so that a change to summer time does not shift it.
 */
const RETENTION = [
  { count: 7, periodOf: (day: Date) => day.toISOString().slice(0, 10) },
  { count: 4, periodOf: (day: Date) => mondayOf(day).toISOString().slice(0, 10) },
  { count: 6, periodOf: (day: Date) => day.toISOString().slice(0, 7) },
];

function mondayOf(day: Date) {
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS);
}

function dayOf(name: string) {
  return new Date(`${NAME.exec(name)?.[1] ?? ''}T00:00:00Z`);
}
