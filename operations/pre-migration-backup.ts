import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../backend/config.ts';
import type { OpenedDatabaseServer } from '../backend/database/open-server.ts';
import {
  writePendingMigration,
  readPendingMigration,
} from '../backend/database/pending-migration.ts';
import { computeTargetVersion } from '../backend/database/setup.ts';
import { logForOperator } from '../backend/operator-log.ts';
import { OperatorError } from '../backend/database/operator-error.ts';
import { writeBackupWithSummary } from './backup.ts';
import {
  deletePreMigrationDrafts,
  resolveBackupFolder,
  formatPreMigrationBackupName,
} from './folder.ts';

/**
 * Makes the backup that must precede a migration of a database in use. A start after a failed migration to the same
 * target reuses the backup. `pruneBackups` does not delete it. The caller must hold the setup lock.
 * @returns the path of the backup
 * @throws OperatorError when the backup cannot be written; the caller must not migrate then
 */
export async function backUpBeforeMigrating(config: Config, server: OpenedDatabaseServer) {
  const target = await computeTargetVersion();
  const made = await findEarlierBackup(target, server.dataDir);
  if (made) return made;
  const folder = resolveBackupFolder(config, server.dataDir);
  const file = join(folder, formatPreMigrationBackupName(new Date(), target));
  await deletePreMigrationDrafts(folder);
  try {
    const { summary, problems } = await writeBackupWithSummary(
      server,
      file,
      config.BACKUP_PASSPHRASE,
    );
    logForOperator(
      'info',
      ['Backup antes de atualizar o banco de dados:', summary, ...problems].join('\n'),
    );
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new OperatorError(
      `${error.message}\nO banco de dados não foi atualizado: sem backup não se atualiza. BACKUP_DIR diz outra pasta.`,
      { cause: error },
    );
  }
  await writePendingMigration(server.dataDir, { target, backup: file });
  return file;
}

/**
 * Returns the path of the backup that an earlier start made before its migration to the same target failed. Returns
 * undefined if there is no such backup.
 */
async function findEarlierBackup(target: string, dataDir: string) {
  const pending = await readPendingMigration(dataDir);
  if (pending?.target !== target) return undefined;
  return access(pending.backup).then(
    () => pending.backup,
    () => undefined,
  );
}
