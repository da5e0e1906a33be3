import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A migration that has begun: its target version, and the backup that was made before it. */
export type PendingMigration = { target: string; backup: string };

const NAME = 'pending-migration.json';

/**
 * Returns the migration that has begun but not succeeded; undefined if there is none. The next try reuses the backup of
 * this migration.
 */
export async function readPendingMigration(dataDir: string): Promise<PendingMigration | undefined> {
  try {
    // `writePendingMigration` wrote this file.
    return JSON.parse(await readFile(join(dataDir, NAME), 'utf8')) as PendingMigration;
  } catch {
    return undefined; // a missing or unreadable file: the migration makes a new backup
  }
}

export async function writePendingMigration(dataDir: string, pending: PendingMigration) {
  const draft = join(dataDir, `${NAME}.part`);
  await writeFile(draft, JSON.stringify(pending), { mode: 0o600, flush: true });
  await rename(draft, join(dataDir, NAME));
}

/**
 * Deletes the record of the pending migration, so that its backup is not reused. Call this function before users write
 * again, because the backup lacks their changes.
 */
export async function deletePendingMigration(dataDir: string) {
  await rm(join(dataDir, NAME), { force: true });
}
