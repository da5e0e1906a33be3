import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../backend/config.ts';
import { openDatabaseServer } from '../backend/database/open-server.ts';
import { printReasonAndExit, OperatorError } from '../backend/database/operator-error.ts';
import {
  withClient,
  requireConnection,
  readDatabaseUrl,
  type ConnectionSettings,
} from '../backend/database/superuser.ts';
import { loadEnv } from '../scripts/load-env.ts';
import { transferToProject } from './transfer.ts';
import { computeTableChecksum } from './checksums.ts';
import { createHostedSource, isTransferredTable, type HostedProject } from './hosted.ts';
import type { Manifest } from './manifest.ts';
import { promptForPassphrase } from './passphrase.ts';
import { readBackup } from './read-backup.ts';
import { requireEmptyRestoreTarget, restoreBackup } from './restore-backup.ts';
import { createLocalSource } from './source.ts';
import { listTables, setCopySettings } from './tables.ts';
import { writeBackup } from './write-backup.ts';

const USAGE = `Uso: npm run move -- --to DATABASE_URL --storage URL [--key CHAVE]     leva esta instalação a um projeto
     npm run move -- --from DATABASE_URL --storage URL [--key CHAVE]   traz um projeto para uma pasta vazia
Sem --key a chave (service_role ou secret) é perguntada.`;

/** `npm run move`: transfers an installation to a project of the hosted platform, or back. */
if (import.meta.main) {
  loadEnv();
  runCommand().then(console.log, printReasonAndExit);
}

async function runCommand() {
  return moveInstallation(readConfig(process.env), readArguments());
}

function readArguments(): Wanted {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ options: { to: text, from: text, storage: text, key: text } }).values;
  } catch (error) {
    throw new OperatorError(USAGE, { cause: error });
  }
}

type Wanted = {
  to?: string | undefined;
  from?: string | undefined;
  storage?: string | undefined;
  key?: string | undefined;
};

/**
 * Transfers an installation to a project (`to`), or a project to an empty data folder (`from`).
 * @returns the summary that the terminal prints
 */
export async function moveInstallation(config: Config, { to, from, storage, key: given }: Wanted) {
  const url = to ?? from;
  if (!url || !storage || (to && from)) throw new OperatorError(USAGE);
  const key = given ?? (await promptForPassphrase('Chave do projeto: '));
  if (!key) throw new OperatorError(USAGE);
  const project = { connection: readDatabaseUrl(url, to ? '--to' : '--from'), storage, key };
  return to ? moveTo(project, config) : moveFrom(project, config);
}

/** Transfers the installation through a new backup. The backup of an interrupted run could lack later changes. */
async function moveTo(project: HostedProject, config: Config) {
  const server = await openDatabaseServer(config, { joins: true });
  const { superuser, dataDir } = server;
  const file = join(dataDir, 'moving.backup');
  const passphrase = config.BACKUP_PASSPHRASE;
  try {
    await requireConnection(project.connection, '--to');
    await rm(file, { force: true }); // a killed run may have left the file
    const { lost, manifest } = await writeBackup(createLocalSource(server), file, passphrase);
    await readBackup(file, passphrase);
    const { rows, tables, files } = await transferToProject(project, {
      file,
      passphrase,
      manifest,
      requireUnchanged: () => requireUnchanged(superuser, manifest),
    });
    return `Mudança feita como era em ${at(manifest)}: ${rows} linhas de ${tables} tabelas e ${files} arquivos, conferidos.${listLost(lost)}`;
  } finally {
    await rm(file, { force: true });
    await server.stop();
  }
}

/**
 * Compares the tables of the installation with the backup.
 * @throws OperatorError when transferred rows were changed after the backup
 */
async function requireUnchanged(superuser: ConnectionSettings, { tables }: Manifest) {
  const changed = await withClient(superuser, async (client) => {
    await setCopySettings(client);
    const names: string[] = [];
    for (const table of await listTables(client)) {
      const then = tables.find((each) => each.table === table.table);
      if (
        isTransferredTable(table.table) &&
        (await computeTableChecksum(client, table)).sha256 !== then?.sha256
      )
        names.push(table.table);
    }
    return names;
  });
  if (changed.length === 0) return;
  throw new OperatorError(
    `Durante a mudança gravou-se em ${changed.join(', ')}, e isso ainda não está no destino.\nPare o serviço e repita o comando: só vai o que falta.`,
  );
}

/**
 * Transfers a project into an empty data folder. The downloaded files stay in a second folder beside the data folder
 * until the restore has succeeded, so that a run after an interruption downloads only the missing files.
 */
async function moveFrom(project: HostedProject, config: Config) {
  await requireConnection(project.connection, '--from');
  const dataDir = await requireEmptyRestoreTarget(config);
  const passphrase = config.BACKUP_PASSPHRASE;
  const arrived = `${dataDir}.moving-${nameOf(project)}`;
  const file = join(arrived, 'moving.backup');
  const files = join(arrived, 'files');
  await mkdir(files, { recursive: true, mode: 0o700 });
  await rm(file, { force: true }); // each run reads the rows again
  const { lost } = await writeBackup(createHostedSource(project, files), file, passphrase);
  const restored = await restoreBackup({ file, passphrase, config });
  await rm(arrived, { recursive: true });
  const rows = restored.tables.reduce((sum, table) => sum + table.rows, 0);
  return `Projeto trazido como era em ${at(restored)}: ${rows} linhas de ${restored.tables.length} tabelas e ${restored.files.count} arquivos, conferidos.${listLost(lost)}${restored.advice ? `\n${restored.advice}` : ''}`;
}

function at({ made_at: madeAt }: Manifest) {
  return new Date(madeAt).toLocaleString('pt-BR');
}

function listLost(lost: string[]) {
  return lost.length > 0 ? `\nNão puderam ser lidos: ${lost.join(', ')}` : '';
}

/** Returns a name for the folder of downloaded files. The name differs between projects. */
function nameOf({ connection, storage }: HostedProject) {
  const { host, port, database } = connection;
  return createHash('sha256')
    .update([host, port, database, storage].join('\n'))
    .digest('hex')
    .slice(0, 8);
}
