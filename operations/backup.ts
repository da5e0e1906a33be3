import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { MIN_PASSPHRASE, readConfig, type Config } from '../backend/config.ts';
import { findDataFolder } from '../backend/database/data-folder.ts';
import { openServer, type OpenServer } from '../backend/database/open-server.ts';
import { explainAndExit, StartError } from '../backend/database/start-error.ts';
import { loadEnv } from '../scripts/load-env.ts';
import { backupName, folderOfBackups } from './folder.ts';
import { noteOutcome } from './outcome.ts';
import { askPassphrase } from './passphrase.ts';
import { localSource } from './source.ts';
import { isOnSameDisk, writeBackup } from './write-backup.ts';

/** `npm run backup [file]`: everything that must be kept, in one file, while the server runs or not. */
if (import.meta.main) {
  loadEnv();
  const [, , given] = process.argv;
  backUp(given).then(console.log, explainAndExit);
}

/** @returns what was done, for the terminal */
async function backUp(given?: string) {
  const config = readConfig(process.env);
  // Before a passphrase is asked for.
  await findDataFolder(config.DATA_DIR, !config.DATABASE_URL);
  const passphrase = config.BACKUP_PASSPHRASE ?? (await choosePassphrase());
  const server = await openServer(config, { joins: true });
  try {
    const file = given
      ? resolve(process.env.INIT_CWD ?? '', given) // where npm was called
      : nextFile(config, server);
    const { told, problems } = await makeBackup(server, file, passphrase);
    await noteOutcome(server.superuser, 'made', problems.join(' ') || undefined);
    return [told, ...(passphrase ? [] : [OPEN]), ...problems].join('\n');
  } finally {
    await server.stop();
  }
}

function nextFile(config: Config, { dataDir }: OpenServer) {
  return join(folderOfBackups(config, dataDir), backupName(new Date()));
}

/** @returns what a person should know of it: what was written, and what is wrong with it */
export async function makeBackup(server: OpenServer, file: string, passphrase: string | undefined) {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new StartError(`A pasta ${dirname(file)} não pode ser usada: ${String(error)}`, {
      cause: error,
    });
  });
  const { manifest, lost, bytes } = await writeBackup(localSource(server), file, passphrase);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const number = (value: number) => value.toLocaleString('pt-BR');
  const problems: string[] = [];
  if (await isOnSameDisk(dirname(file), server.dataDir)) problems.push(SAME_DISK);
  if (lost.length > 0)
    problems.push(
      `${number(lost.length)} arquivos não foram achados no disco e ficaram de fora: ${lost.slice(0, 5).join(', ')}${lost.length > 5 ? ', …' : '.'}`,
    );
  return {
    told: `${file}: ${number(rows)} linhas e ${number(manifest.files.count)} arquivos, ${number(Math.ceil(bytes / 1e6))} MB.`,
    problems,
  };
}

const OPEN = 'Sem senha (BACKUP_PASSPHRASE): quem lê o arquivo tem tudo, as chaves também.';
const SAME_DISK = 'O backup está no mesmo disco que os dados: se o disco falhar, vão os dois.';

async function choosePassphrase() {
  const first = await askPassphrase('Senha do backup (vazia: sem cifra): ');
  if (first && first.length < MIN_PASSPHRASE)
    throw new StartError(
      `A senha tem de ter pelo menos ${MIN_PASSPHRASE} caracteres; nada foi gravado.`,
    );
  if (first && first !== (await askPassphrase('A mesma, outra vez: ')))
    throw new StartError('As duas senhas não são iguais; nada foi gravado.');
  return first;
}
