import { access, chmod, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canEnter, findAccount } from './account.ts';
import { makeOpenDirectory, SYSTEM_DIRECTORY } from './binaries.ts';
import { StartError } from './start-error.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

/** The file that says that what lies beside it is half a restored backup. */
export const UNFINISHED_RESTORE = 'restore-unfinished';

/**
 * The absolute path of the folder with everything that must be kept, made when missing: `data/` in
 * the project, unless the account that runs PostgreSQL cannot enter the project's folder.
 */
export async function openDataFolder(
  configured: string | undefined,
  { isRestoring = false } = {},
): Promise<string> {
  const account = await findAccount();
  const folder = configured ? resolve(configured) : await defaultFolder(account);
  try {
    await mkdir(folder, { recursive: true });
    // Another account only passes through to its own folder below; nobody lists what is here.
    await chmod(folder, account ? 0o711 : 0o700);
  } catch (error) {
    const reason = `A pasta de dados ${folder} não pode ser usada por esta conta: ${String(error)}`;
    throw new StartError(reason, { cause: error });
  }
  if (!isRestoring) await refuseHalfRestored(folder);
  if (canEnter(folder, account)) return folder;
  throw new StartError(
    `O PostgreSQL não roda como root, e a conta que o executa não alcança ${folder}.\n` +
      'Escolha com DATA_DIR uma pasta fora das que só o root abre.',
  );
}

async function refuseHalfRestored(folder: string) {
  const isHalf = await access(join(folder, UNFINISHED_RESTORE)).then(
    () => true,
    () => false,
  );
  if (!isHalf) return;
  throw new StartError(
    `A restauração em ${folder} não terminou: faça-a de novo com "npm run restore" (ou "npm run move"), ou apague a pasta.`,
  );
}

async function defaultFolder(account: Awaited<ReturnType<typeof findAccount>>) {
  if (canEnter(PROJECT, account)) return join(PROJECT, 'data');
  await makeOpenDirectory(SYSTEM_DIRECTORY);
  return join(SYSTEM_DIRECTORY, 'data');
}
