import { spawnSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { StartError } from './start-error.ts';

/** PostgreSQL refuses to run as root: there the server and initdb run as this account. */
export type Account = { uid: number; gid: number } | undefined;

/** In this order; each must be in /etc/passwd, where initdb looks its name up. */
const PREFERRED = ['vitrine', 'postgres', 'nobody'];

/**
 * The account that runs PostgreSQL: nobody special, unless this process is root. A database that
 * exists keeps the account it was made with: PostgreSQL opens no other's.
 */
export async function findAccount(directory?: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = directory ? await stat(directory).catch(() => undefined) : undefined;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of PREFERRED) {
    const found = lines.find(([account]) => account === name);
    if (found) return { uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new StartError(
    'O PostgreSQL não roda como root e não existe a conta "nobody": crie uma conta "vitrine".',
  );
}

/** Whether the account can pass through a folder and all folders above it. */
export function canEnter(folder: string, account: Account) {
  if (!account) return true;
  const { status } = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    ...account,
    cwd: '/',
  });
  return status === 0;
}
