import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MIN_PASSPHRASE_LENGTH, readConfig, type Config } from '../backend/config.ts';
import { findDataFolder } from '../backend/database/data-folder.ts';
import { openDatabaseServer, type OpenedDatabaseServer } from '../backend/database/open-server.ts';
import { countAllUnappliedFiles } from '../backend/database/setup.ts';
import { printReasonAndExit, OperatorError } from '../backend/database/operator-error.ts';
import { loadEnv } from '../scripts/load-env.ts';
import {
  formatBackupName,
  claimBackupFolder,
  deleteOldDrafts,
  resolveBackupFolder,
  createPrivateFolder,
} from './folder.ts';
import { storeBackupOutcome } from './backup-outcome.ts';
import { promptForPassphrase } from './passphrase.ts';
import type { Manifest } from './manifest.ts';
import { isEncrypted, readBackup } from './read-backup.ts';
import { createLocalSource } from './source.ts';
import { isOnSameDisk, writeBackup } from './write-backup.ts';

const USAGE = `Uso: npm run backup [ARQUIVO]              grava tudo em um arquivo
     npm run backup -- --check ARQUIVO   lê um backup por inteiro e o confere`;

/** `npm run backup`: writes all data into one file; with `--check`, checks a backup. The server can keep running. */
if (import.meta.main) {
  loadEnv();
  runCommand().then(console.log, printReasonAndExit);
}

async function runCommand() {
  const { check, file } = readArguments();
  return check === undefined ? backUp(file) : checkBackup(check);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { check: { type: 'string' } },
      allowPositionals: true,
    });
    if (positionals.length > (values.check === undefined ? 1 : 0)) throw new Error('too many');
    return { check: values.check, file: positionals[0] };
  } catch (error) {
    throw new OperatorError(USAGE, { cause: error });
  }
}

/**
 * Reads a backup to its end and verifies its checksums. Works without an installation.
 * @returns a summary of its contents, for the terminal
 * @throws OperatorError when the backup is incomplete or changed, or when this program cannot restore it
 */
async function checkBackup(given: string) {
  const file = fromCaller(given);
  const hasPassphrase = await isEncrypted(file);
  const passphrase = hasPassphrase
    ? (readConfig(process.env).BACKUP_PASSPHRASE ??
      (await promptForPassphrase('Senha do backup: ')))
    : undefined;
  const manifest = await readBackup(file, passphrase);
  const newer = await countAllUnappliedFiles(manifest.applied).catch(explainVersion);
  const { size } = await stat(file);
  return [
    `${file}: lido por inteiro, somas conferidas.`,
    `Feito em ${new Date(manifest.made_at).toLocaleString('pt-BR')}: ${describe(manifest, size)}`,
    newer > 0
      ? `É de uma versão anterior: a restauração aplica ${newer} migrações.`
      : 'É da versão deste programa.',
    ...(hasPassphrase ? [] : [OPEN]),
  ].join('\n');
}

/** Resolves a path against the folder in which the user called npm: npm runs this program in the project's folder. */
function fromCaller(path: string) {
  return resolve(process.env.INIT_CWD ?? '', path);
}

function explainVersion(error: unknown): never {
  if (!(error instanceof OperatorError)) throw error;
  throw new OperatorError(
    `O backup está inteiro, mas é de uma versão da Vitrine que este programa não continua.\n${error.message}`,
    { cause: error },
  );
}

function describe({ tables, files }: Manifest, bytes: number) {
  const number = (value: number) => value.toLocaleString('pt-BR');
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${number(rows)} linhas e ${number(files.count)} arquivos, ${number(Math.ceil(bytes / 1e6))} MB.`;
}

/**
 * Makes a backup of the installation.
 * @returns a summary and the problems, for the terminal
 */
async function backUp(given?: string) {
  const config = readConfig(process.env);
  // Check the data folder before asking for a passphrase: without an installation, the user need not enter one.
  await findDataFolder(config.DATA_DIR, !config.DATABASE_URL);
  const passphrase = config.BACKUP_PASSPHRASE ?? (await choosePassphrase());
  const server = await openDatabaseServer(config, { joins: true });
  try {
    const file = given ? fromCaller(given) : await nextFile(config, server);
    const minFree = config.MIN_FREE_DISK_PERCENT;
    const { summary, problems } = await writeBackupWithSummary(server, file, passphrase, minFree);
    await storeBackupOutcome(server.superuser, 'made', problems.join(' ') || undefined);
    return [summary, ...(passphrase ? [] : [OPEN]), ...problems].join('\n');
  } finally {
    await server.stop();
  }
}

async function nextFile(config: Config, { dataDir }: OpenedDatabaseServer) {
  const folder = resolveBackupFolder(config, dataDir);
  if (config.BACKUP_DIR) await claimBackupFolder(folder, dataDir);
  return join(folder, formatBackupName(new Date()));
}

/**
 * Writes a backup. First creates its folder if missing, and deletes old drafts (`DRAFT_SUFFIX`) in the folder.
 * @param minFreePercent minimum free space on the disk of the data, in percent. Ignored if `file` is on another disk.
 * @returns texts for the user: what was written, and the problems
 */
export async function writeBackupWithSummary(
  server: OpenedDatabaseServer,
  file: string,
  passphrase: string | undefined,
  minFreePercent = 0,
) {
  await createPrivateFolder(dirname(file));
  await deleteOldDrafts(dirname(file));
  const isSame = await isOnSameDisk(dirname(file), server.dataDir);
  const { manifest, lost, bytes } = await writeBackup(
    createLocalSource(server),
    file,
    passphrase,
    isSame ? minFreePercent : 0,
  );
  const number = (value: number) => value.toLocaleString('pt-BR');
  const problems: string[] = [];
  if (isSame) problems.push(SAME_DISK);
  if (lost.length > 0)
    problems.push(
      `${number(lost.length)} arquivos não foram achados no disco e ficaram de fora: ${lost.slice(0, 5).join(', ')}${lost.length > 5 ? ', …' : '.'}`,
    );
  return {
    summary: `${file}: ${describe(manifest, bytes)}`,
    problems,
  };
}

const OPEN = 'Sem senha (BACKUP_PASSPHRASE): quem lê o arquivo tem tudo, as chaves também.';
const SAME_DISK = 'O backup está no mesmo disco que os dados: se o disco falhar, vão os dois.';

async function choosePassphrase() {
  const first = await promptForPassphrase('Senha do backup (vazia: sem cifra): ');
  if (first && first.length < MIN_PASSPHRASE_LENGTH)
    throw new OperatorError(
      `A senha tem de ter pelo menos ${MIN_PASSPHRASE_LENGTH} caracteres; nada foi gravado.`,
    );
  if (first && first !== (await promptForPassphrase('A mesma, outra vez: ')))
    throw new OperatorError('As duas senhas não são iguais; nada foi gravado.');
  return first;
}
