import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The backup before a migration to a target version. */
export type PendingMigration = { target: string; backup: string };

const NAME = 'pending-migration.json';

/** Records a migration that has not succeeded yet, in the data folder. */
export async function readPendingMigration(dataDir: string): Promise<PendingMigration | undefined> {
  try {
    // Written whole, by the function below.
    return JSON.parse(await readFile(join(dataDir, NAME), 'utf8')) as PendingMigration;
  } catch {
    return undefined; // without it another backup is made
  }
}

export async function notePendingMigration(dataDir: string, pending: PendingMigration) {
  const draft = join(dataDir, `${NAME}.part`);
  await writeFile(draft, JSON.stringify(pending), { mode: 0o600, flush: true });
  await rename(draft, join(dataDir, NAME));
}

/** Call it before users write again: then the next migration needs a new backup. */
export async function clearPendingMigration(dataDir: string) {
  await rm(join(dataDir, NAME), { force: true });
}
