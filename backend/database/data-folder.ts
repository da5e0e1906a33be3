import { access, chmod, mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { switchToFileOwner, canEnterFolder, findAccount, type PostgresAccount } from './account.ts';
import { makeAccessibleFolder, SYSTEM_DIRECTORY } from './binaries.ts';
import { OperatorError } from './operator-error.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

/** Name of the file that marks a data folder whose restore has not finished. */
export const UNFINISHED_RESTORE_FILE = 'restore-unfinished';

/**
 * Returns the absolute path of the data folder. The default is `data/` in the project, or in SYSTEM_DIRECTORY if the
 * account that runs PostgreSQL cannot enter the project's folder.
 */
export async function resolveDataFolder(configured: string | undefined): Promise<string> {
  return folderFor(configured, await findAccount());
}

/**
 * Creates the data folder if it is missing.
 * @returns its absolute path
 * @throws OperatorError in these cases:
 * - This account or the account of PostgreSQL cannot use the folder.
 * - Without `isRestoring`: a restore of the folder has not finished.
 * - Without `isRestoring`: this process is root, and a different account owns the installation.
 */
export async function openDataFolder(
  configured: string | undefined,
  { isRestoring = false } = {},
): Promise<string> {
  const account = await findAccount();
  const folder = folderFor(configured, account);
  if (!isRestoring) await refuseForeignFolder(folder);
  try {
    if (!configured && dirname(folder) === SYSTEM_DIRECTORY)
      await makeAccessibleFolder(SYSTEM_DIRECTORY);
    await mkdir(folder, { recursive: true });
    // If a different account (`account`) runs PostgreSQL, let that account enter the subfolder `postgres`, but not list
    // this folder.
    await chmod(folder, account ? 0o711 : 0o700);
  } catch (error) {
    const reason = `A pasta de dados ${folder} não pode ser usada por esta conta: ${String(error)}`;
    throw new OperatorError(reason, { cause: error });
  }
  if (!isRestoring) await refuseHalfRestored(folder);
  demandEntry(folder, account);
  return folder;
}

/**
 * Returns the absolute path of the data folder of an existing installation. Creates nothing. If this process runs as
 * root, switches it to the owner of the installation.
 * @param isEmbedded whether the database is in the folder too
 * @throws OperatorError that names the folder if the folder has no installation or an unfinished restore, or if this
 * account or the account of PostgreSQL cannot use the folder
 */
export async function findDataFolder(configured: string | undefined, isEmbedded: boolean) {
  const folder = await resolveDataFolder(configured);
  await refuseHalfRestored(folder);
  for (const name of ['secrets.json', ...(isEmbedded ? ['postgres/PG_VERSION'] : [])])
    await access(join(folder, name)).catch(explainAbsence(folder));
  await switchToFileOwner(join(folder, 'secrets.json'));
  if (isEmbedded) demandEntry(folder, await findAccount());
  return folder;
}

function explainAbsence(folder: string) {
  return (error: NodeJS.ErrnoException): never => {
    const reason =
      error.code === 'EACCES'
        ? `A pasta de dados ${folder} não pode ser lida por esta conta: use a do serviço.`
        : `Não há instalação da Vitrine em ${folder}: nada foi feito.\nDiga com DATA_DIR a pasta que o serviço usa.`;
    throw new OperatorError(reason, { cause: error });
  };
}

function demandEntry(folder: string, account: PostgresAccount) {
  if (canEnterFolder(folder, account)) return;
  throw new OperatorError(
    `O PostgreSQL não roda como root, e a conta que o executa não alcança ${folder}.\n` +
      'Escolha com DATA_DIR uma pasta fora das que só o root abre.',
  );
}

/** Refuses to start as root on the folder of a different account, which could not read the files that root creates. */
async function refuseForeignFolder(folder: string) {
  const owner = (await stat(join(folder, 'secrets.json')).catch(() => undefined))?.uid ?? 0;
  if (process.getuid?.() !== 0 || owner === 0) return;
  throw new OperatorError(
    `A pasta de dados ${folder} é da conta ${owner}: inicie com ela (systemctl start vitrine), não como root.`,
  );
}

async function refuseHalfRestored(folder: string) {
  const isHalf = await access(join(folder, UNFINISHED_RESTORE_FILE)).then(
    () => true,
    () => false,
  );
  if (!isHalf) return;
  throw new OperatorError(
    `A restauração em ${folder} não terminou: faça-a de novo com "npm run restore" (ou "npm run move"), ou apague a pasta.`,
  );
}

function folderFor(configured: string | undefined, account: PostgresAccount) {
  if (configured) return resolve(configured);
  return join(canEnterFolder(PROJECT, account) ? PROJECT : SYSTEM_DIRECTORY, 'data');
}
