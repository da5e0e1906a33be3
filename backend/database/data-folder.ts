import { spawnSync } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findAccount, SYSTEM_DIRECTORY, type Account } from './binaries.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The absolute path of the folder with everything that must be kept, made when missing: `data/` in
 * the project, unless the account that runs PostgreSQL cannot enter the project's folder.
 */
export async function openDataFolder(configured: string | undefined): Promise<string> {
  const account = await findAccount();
  const folder = configured
    ? resolve(configured)
    : join(canEnter(PROJECT, account) ? PROJECT : SYSTEM_DIRECTORY, 'data');
  await mkdir(folder, { recursive: true });
  // Another account only passes through to its own folder below; nobody lists what is here.
  await chmod(folder, account ? 0o711 : 0o700);
  return folder;
}

function canEnter(folder: string, account: Account) {
  if (!account) return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0;
}
