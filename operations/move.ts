import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../backend/config.ts';
import { openDataFolder } from '../backend/database/data-folder.ts';
import { openServer } from '../backend/database/open-server.ts';
import { explainAndExit, StartError } from '../backend/database/start-error.ts';
import { readDatabaseUrl } from '../backend/database/superuser.ts';
import { loadEnv } from '../scripts/load-env.ts';
import { carryTo } from './carry.ts';
import { hostedSource, type Project } from './hosted.ts';
import { askPassphrase } from './passphrase.ts';
import { readBackup } from './read-backup.ts';
import { demandEmptyPlace, restoreBackup } from './restore-backup.ts';
import { localSource } from './source.ts';
import { writeBackup } from './write-backup.ts';

const USAGE = `Uso: npm run move -- --to DATABASE_URL --storage URL [--key CHAVE]     leva esta instalação a um projeto
     npm run move -- --from DATABASE_URL --storage URL [--key CHAVE]   traz um projeto para uma pasta vazia
Sem --key a chave (service_role ou secret) é perguntada.`;

/** `npm run move`: carries an installation to a project of the hosted platform, or back. */
if (import.meta.main) {
  loadEnv();
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      from: { type: 'string' },
      storage: { type: 'string' },
      key: { type: 'string' },
    },
  });
  move(readConfig(process.env), values).then(console.log, explainAndExit);
}

type Wanted = {
  to?: string | undefined;
  from?: string | undefined;
  storage?: string | undefined;
  key?: string | undefined;
};

/** @returns what was done, for the terminal */
export async function move(config: Config, { to, from, storage, key: given }: Wanted) {
  const url = to ?? from;
  if (!url || !storage || (to && from)) throw new StartError(USAGE);
  const key = given ?? (await askPassphrase('Chave do projeto: '));
  if (!key) throw new StartError(USAGE);
  const project = { connection: readDatabaseUrl(url), storage, key };
  return to ? moveTo(project, config) : moveFrom(project, config);
}

/** The rows that move are those of a backup, so that what is interrupted goes on with the same. */
async function moveTo(project: Project, config: Config) {
  const dataDir = await openDataFolder(config.DATA_DIR);
  const file = join(dataDir, 'moving.backup');
  const passphrase = config.BACKUP_PASSPHRASE;
  if (!(await exists(file))) {
    const server = await openServer(config, { joins: true });
    try {
      await writeBackup(localSource(server), file, passphrase);
    } finally {
      await server.stop();
    }
  }
  const manifest = await readBackup(file, passphrase);
  const { rows, tables, files } = await carryTo(project, { file, passphrase, manifest });
  await rm(file);
  return `Mudança feita como era em ${new Date(manifest.made_at).toLocaleString('pt-BR')}: ${rows} linhas de ${tables} tabelas e ${files} arquivos, conferidos.`;
}

/** What has arrived lies beside the folder until all is restored: what is interrupted goes on with it. */
async function moveFrom(project: Project, config: Config) {
  const dataDir = await demandEmptyPlace(config);
  const passphrase = config.BACKUP_PASSPHRASE;
  const arrived = `${dataDir}.moving-${nameOf(project)}`;
  const { file, lost } = await bring(project, arrived, passphrase);
  const { tables, files, made_at: madeAt } = await restoreBackup({ file, passphrase, config });
  await rm(arrived, { recursive: true });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const missing = lost.length > 0 ? `\nNão puderam ser lidos: ${lost.join(', ')}` : '';
  return `Projeto trazido como era em ${new Date(madeAt).toLocaleString('pt-BR')}: ${rows} linhas de ${tables.length} tabelas e ${files.count} arquivos, conferidos.${missing}`;
}

/** A backup of the project, once: its files first, one by one, then everything as it is at one moment. */
async function bring(project: Project, folder: string, passphrase: string | undefined) {
  const file = join(folder, 'moving.backup');
  const done = join(folder, 'lost.json');
  if (await exists(done))
    return { file, lost: JSON.parse(await readFile(done, 'utf8')) as string[] }; // written below
  await rm(file, { force: true });
  const files = join(folder, 'files');
  await mkdir(files, { recursive: true, mode: 0o700 });
  const { lost } = await writeBackup(hostedSource(project, files), file, passphrase);
  await writeFile(`${done}.part`, JSON.stringify(lost), { mode: 0o600, flush: true });
  await rename(`${done}.part`, done);
  await rm(files, { recursive: true });
  return { file, lost };
}

/** Another project is not gone on with. */
function nameOf({ connection, storage }: Project) {
  const { host, port, database } = connection;
  return createHash('sha256')
    .update([host, port, database, storage].join('\n'))
    .digest('hex')
    .slice(0, 8);
}

async function exists(file: string) {
  return stat(file).then(
    () => true,
    () => false,
  );
}
