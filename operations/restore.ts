import { resolve } from 'node:path';
import { readConfig } from '../backend/config.ts';
import { printReasonAndExit, OperatorError } from '../backend/database/operator-error.ts';
import { loadEnv } from '../scripts/load-env.ts';
import { promptForPassphrase } from './passphrase.ts';
import { isEncrypted } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';

/** `npm run restore file`: creates the installation of a backup in an empty data folder. */
if (import.meta.main) {
  loadEnv();
  const [, , given] = process.argv;
  restore(given).then(console.log, printReasonAndExit);
}

/**
 * Restores a backup into the folder DATA_DIR and, if it is set, the database DATABASE_URL.
 * @returns a summary, for the terminal
 */
async function restore(given: string | undefined) {
  const config = readConfig(process.env);
  if (!given) throw new OperatorError('Diga o arquivo: npm run restore ARQUIVO');
  const file = resolve(process.env.INIT_CWD ?? '', given); // npm sets INIT_CWD to the folder in which it was called
  const passphrase = (await isEncrypted(file))
    ? (config.BACKUP_PASSPHRASE ?? (await promptForPassphrase('Senha do backup: ')))
    : undefined;
  const {
    tables,
    files,
    made_at: madeAt,
    newer,
    advice,
  } = await restoreBackup({ file, passphrase, config });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const number = (value: number) => value.toLocaleString('pt-BR');
  return [
    `Restaurado como era em ${new Date(madeAt).toLocaleString('pt-BR')}: ${number(rows)} linhas e ${number(files.count)} arquivos.`,
    ...(newer > 0
      ? [`O backup era de uma versão anterior: ${newer} migrações foram aplicadas.`]
      : []),
    ...(advice ? [advice] : []),
    'Inicie com npm start.',
  ].join('\n');
}
