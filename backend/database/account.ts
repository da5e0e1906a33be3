import { spawnSync } from 'node:child_process';
import { lchown, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from './operator-error.ts';

/**
 * The account that runs PostgreSQL and initdb if this process is root, because PostgreSQL refuses to run as root;
 * undefined if this process is not root.
 */
export type PostgresAccount = { uid: number; gid: number } | undefined;

/**
 * The names of the accounts to try, in order of preference. The account must have a name in /etc/passwd, because initdb
 * fails otherwise.
 */
const PREFERRED = ['vitrine', 'postgres', 'nobody'];

/**
 * Returns the account that runs PostgreSQL; undefined if this process is not root. If `directory` exists and does not
 * belong to root, returns the owner of `directory`, because PostgreSQL refuses a data folder of a different account.
 */
export async function findAccount(directory?: string): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = directory ? await stat(directory).catch(() => undefined) : undefined;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of PREFERRED) {
    const found = lines.find(([account]) => account === name);
    if (found) return { uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new OperatorError(
    'O PostgreSQL não roda como root e não existe a conta "nobody": crie uma conta "vitrine".',
  );
}

/** Returns whether the account can pass through a folder and all its parents; true without an account. */
export function canEnterFolder(folder: string, account: PostgresAccount) {
  if (!account) return true;
  const { status } = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    ...account,
    cwd: '/',
  });
  return status === 0;
}

/**
 * If this process runs as root, switches it permanently to the owner of `file`, because the service could not read
 * files that root creates. Does nothing if the process does not run as root, or if root owns the file.
 * @param file a file in the data folder that the service has created
 */
export async function switchToFileOwner(file: string) {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(file);
  if (uid === 0) return;
  try {
    (process as WithGroups).initgroups?.(uid, gid);
  } catch {
    process.setgroups?.([gid]); // initgroups fails for a user id without an account, which has no groups
  }
  process.setgid?.(gid);
  process.setuid?.(uid);
}

/** Node has `initgroups`, but the types of Node lack this function. */
type WithGroups = NodeJS.Process & { initgroups?(user: number, extraGroup: number): void };

/**
 * If this process runs as root, gives a folder and its contents to this account.
 * @returns false if nothing changed: this process is not root, or the account is root
 */
export async function changeFolderOwner(
  folder: string,
  { uid, gid }: { uid: number; gid: number },
) {
  if (process.getuid?.() !== 0 || uid === 0) return false;
  for (const name of await readdir(folder, { recursive: true }))
    await lchown(join(folder, name), uid, gid);
  await lchown(folder, uid, gid);
  return true;
}
