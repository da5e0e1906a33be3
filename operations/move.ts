import { rm, stat } from 'node:fs/promises';
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
import { restoreBackup } from './restore-backup.ts';
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

async function moveFrom(project: Project, config: Config) {
  const dataDir = await openDataFolder(config.DATA_DIR, { isRestoring: true });
  const file = `${dataDir}.moving.backup`;
  await rm(file, { force: true });
  const passphrase = config.BACKUP_PASSPHRASE;
  const { lost } = await writeBackup(hostedSource(project), file, passphrase);
  const { tables, files } = await restoreBackup({ file, passphrase, config });
  await rm(file);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const missing = lost.length > 0 ? `\nNão puderam ser lidos: ${lost.join(', ')}` : '';
  return `Projeto trazido: ${rows} linhas de ${tables.length} tabelas e ${files.count} arquivos, conferidos.${missing}`;
}

async function exists(file: string) {
  return stat(file).then(
    () => true,
    () => false,
  );
}
