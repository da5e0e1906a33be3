import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../backend/config.ts';
import { withClient, type ConnectionSettings } from '../../backend/database/superuser.ts';
import { resolveBackupFolder } from '../folder.ts';
import { readBackup } from '../read-backup.ts';
import { isOnSameDisk } from '../write-backup.ts';
import { runCheck, createPassedFinding, createProblemFinding, type Finding } from './finding.ts';

const CHECK = 'Backup';
const HOUR_MS = 3_600_000;
/** Maximum age in hours of the last backup if BACKUP_AT is set: one day, plus time to make a backup and one retry. */
const MAX_HOURS = 26;
/** Maximum age in hours of the last backup if BACKUP_AT is not set: then the operator makes the backups by hand. */
const MAX_HOURS_BY_HAND = 8 * 24;

/**
 * Checks the result and the age of the last backup, and reads the newest file in the folder to its end. Warns if the
 * folder is on the disk of the data.
 */
export async function checkBackups(
  config: Config,
  dataDir: string,
  superuser?: ConnectionSettings,
) {
  const folder = resolveBackupFolder(config, dataDir);
  return [
    ...(superuser ? await runCheck(CHECK, AGAIN, () => checkOutcome(config, superuser)) : []),
    ...(await runCheck(CHECK, AGAIN, () => checkNewest(config, folder))),
    ...(await checkPlace(folder, dataDir)),
  ];
}

const AGAIN = 'Faça um agora: npm run backup. Por si: BACKUP_AT e BACKUP_DIR.';

async function checkOutcome(
  { BACKUP_AT: time }: Config,
  superuser: ConnectionSettings,
): Promise<Finding> {
  const { rows } = await withClient(superuser, (client) =>
    client.query<{ outcome: 'made' | 'failed'; at: Date; problem: string | null }>(
      // Ignore a time in the future, which comes from a wrong clock. `findLastBackupTime` ignores it too.
      'select outcome, at, problem from private.backups where at <= now()',
    ),
  );
  const made = rows.find(({ outcome }) => outcome === 'made');
  const failed = rows.find(({ outcome }) => outcome === 'failed');
  if (failed && (!made || failed.at > made.at))
    return createProblemFinding(CHECK, 'falha', `o último falhou: ${failed.problem}`, AGAIN);
  if (!made) return createProblemFinding(CHECK, 'falha', 'nenhum foi feito.', AGAIN);
  const hours = (Date.now() - made.at.getTime()) / HOUR_MS;
  const found = `o último foi feito em ${made.at.toLocaleString('pt-BR')}`;
  if (hours > (time ? MAX_HOURS : MAX_HOURS_BY_HAND))
    return createProblemFinding(
      CHECK,
      'falha',
      `${found}, há ${Math.round(hours / 24)} dias.`,
      AGAIN,
    );
  if (!time)
    return createProblemFinding(CHECK, 'atenção', `${found}, à mão.`, 'Diga a hora em BACKUP_AT.');
  return createPassedFinding(CHECK, `${found}.`);
}

async function checkNewest(config: Config, folder: string): Promise<Finding> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.backup'));
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  const newest = dated.toSorted((a, b) => b.at - a.at)[0];
  if (!newest) return createProblemFinding(CHECK, 'atenção', `não há arquivo em ${folder}.`, AGAIN);
  const file = join(folder, newest.name);
  try {
    const { files, tables } = await readBackup(file, config.BACKUP_PASSPHRASE);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return createPassedFinding(
      CHECK,
      `${file} lido por inteiro: ${rows} linhas, ${files.count} arquivos.`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return createProblemFinding(CHECK, 'falha', `${file} não pode ser lido: ${reason}`, AGAIN);
  }
}

async function checkPlace(folder: string, dataDir: string): Promise<Finding[]> {
  const isSame = await isOnSameDisk(folder, dataDir).catch(() => false); // `checkNewest` reports a missing folder
  if (!isSame) return [];
  return [
    createProblemFinding(
      CHECK,
      'atenção',
      `${folder} está no mesmo disco que os dados: se ele falhar, vão os dois.`,
      'Diga em BACKUP_DIR uma pasta de outro disco.',
    ),
  ];
}
