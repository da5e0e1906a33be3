import { execFile } from 'node:child_process';
import { chown, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresAccount } from './account.ts';
import { pickPostgresEnvironment } from './binaries.ts';
import { OperatorError } from './operator-error.ts';
import { SUPERUSER } from './superuser.ts';
import { copyTemplate, hasTemplate } from './template.ts';

type Options = { directory: string; password: string; volatile?: boolean; template?: string };

const NAMELESS = /could not look up effective user ID/;
const NAMELESS_ADVICE =
  'A conta que executa a Vitrine é um número sem nome em /etc/passwd, e o PostgreSQL precisa de um nome para criar o banco.\n' +
  'Use uma conta com nome, ou a imagem do Containerfile, que traz um banco vazio (node scripts/make-template.ts).';

/**
 * Creates an empty database (mode 700) if there is none. Creates it in a draft folder and renames this folder when it
 * is complete, so that an interrupted initdb never looks like a database.
 */
export async function createEmptyCluster(
  programs: string,
  account: PostgresAccount,
  options: Options,
) {
  const { directory } = options;
  await removeUnfinished(directory);
  if (await exists(join(directory, 'PG_VERSION'))) return;
  const draft = `${directory}.new-${process.pid}`;
  const passwordFile = `${draft}.password`;
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    await writeFile(passwordFile, options.password, { mode: 0o600 });
    if (account) {
      await chown(draft, account.uid, account.gid);
      await chown(passwordFile, account.uid, account.gid);
    }
    const run = { ...account, cwd: '/', env: pickPostgresEnvironment() };
    const words = initdbArguments(draft, passwordFile, options);
    await promisify(execFile)(join(programs, 'initdb'), words, run).catch(
      async (error: { stderr?: string }) => {
        if (account || !NAMELESS.test(error.stderr ?? '')) throw error;
        if (!(await hasTemplate(options.template))) throw new OperatorError(NAMELESS_ADVICE);
        await copyTemplate(programs, draft, options);
      },
    );
    await rename(draft, directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (error instanceof OperatorError) throw error;
    const reason = error instanceof Error && 'stderr' in error ? error.stderr : error;
    throw new OperatorError(
      `O banco de dados não pôde ser criado em ${directory}:\n${String(reason)}`,
      {
        cause: error,
      },
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
}

function initdbArguments(draft: string, passwordFile: string, { volatile }: Options) {
  const superuser = ['-U', SUPERUSER, '--pwfile', passwordFile, '-A', 'scram-sha-256'];
  const locale = ['--locale', 'C', '--locale-provider', 'icu', '--icu-locale', 'pt-BR'];
  const safety = volatile ? '--no-sync' : '--data-checksums';
  return ['-D', draft, '-E', 'UTF8', safety, ...superuser, ...locale];
}

/**
 * Deletes the drafts of interrupted starts. Ignores a draft that cannot be deleted: an initdb that survived its killed
 * parent can still write to the draft. The next start then deletes it.
 */
async function removeUnfinished(directory: string) {
  const folder = dirname(directory);
  const prefix = `${basename(directory)}.new-`;
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function exists(path: string) {
  return stat(path).then(
    () => true,
    () => false,
  );
}
