import { access, mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readConfig, type Config } from '../backend/config.ts';
import { openDataFolder } from '../backend/database/data-folder.ts';
import { openServer } from '../backend/database/open-server.ts';
import { explainAndExit, StartError } from '../backend/database/start-error.ts';
import { loadEnv } from '../scripts/load-env.ts';
import { backupName, folderOfBackups } from './folder.ts';
import { askPassphrase } from './passphrase.ts';
import { isOnSameDisk, writeBackup, type Written } from './write-backup.ts';

/** `npm run backup [file]`: everything that must be kept, in one file, while the server runs or not. */
if (import.meta.main) {
  loadEnv();
  const [, , given] = process.argv;
  backUp(readConfig(process.env), given).then(console.log, explainAndExit);
}

/** @returns what was done, for the terminal */
export async function backUp(config: Config, given?: string) {
  await demandData(config);
  const passphrase = config.BACKUP_PASSPHRASE ?? (await choosePassphrase());
  const server = await openServer(config, { joins: true });
  try {
    const file = given
      ? resolve(process.env.INIT_CWD ?? '', given) // where npm was called
      : join(folderOfBackups(config, server.dataDir), backupName(new Date()));
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const written = await writeBackup(server, file, passphrase);
    const lines = [describeBackup(file, written)];
    if (!passphrase) lines.push(OPEN);
    if (await isOnSameDisk(dirname(file), server.dataDir)) lines.push(SAME_DISK);
    return lines.join('\n');
  } finally {
    await server.stop();
  }
}

const OPEN = 'Sem senha (BACKUP_PASSPHRASE): quem lê o arquivo tem tudo, as chaves também.';
const SAME_DISK = 'Atenção: o arquivo está no mesmo disco que os dados. Guarde-o em outro lugar.';

/** What was written, and what could not be, in a person's words. */
export function describeBackup(file: string, { manifest, lost, bytes }: Written) {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const number = (value: number) => value.toLocaleString('pt-BR');
  const text = `${file}: ${number(rows)} linhas e ${number(manifest.files.count)} arquivos, ${number(Math.ceil(bytes / 1e6))} MB.`;
  if (lost.length === 0) return text;
  return `${text}\n${number(lost.length)} arquivos não foram achados no disco e ficaram de fora: ${lost.slice(0, 5).join(', ')}${lost.length > 5 ? ', …' : ''}`;
}

/** An empty folder is no installation: nothing is made in it. */
async function demandData({ DATA_DIR: configured, DATABASE_URL: databaseUrl }: Config) {
  if (databaseUrl) return;
  const folder = await openDataFolder(configured);
  await access(join(folder, 'postgres', 'PG_VERSION')).catch((error: unknown) => {
    throw new StartError(`Não há dados em ${folder}: diga a pasta com DATA_DIR.`, { cause: error });
  });
}

async function choosePassphrase() {
  const first = await askPassphrase('Senha do backup (vazia: sem cifra): ');
  if (first && first !== (await askPassphrase('A mesma, outra vez: ')))
    throw new StartError('As duas senhas não são iguais; nada foi gravado.');
  return first;
}
