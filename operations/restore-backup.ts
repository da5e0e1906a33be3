import { chmod, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { Config } from '../backend/config.ts';
import { changeFolderOwner } from '../backend/database/account.ts';
import { openDataFolder, UNFINISHED_RESTORE_FILE } from '../backend/database/data-folder.ts';
import { refuseForeignDatabase } from '../backend/database/foreign-database.ts';
import { recordInstallation } from '../backend/database/installation.ts';
import { lockFolder } from '../backend/database/folder-lock.ts';
import { openDatabaseServer } from '../backend/database/open-server.ts';
import { stopOrphanedServer } from '../backend/database/orphan.ts';
import { countAllUnappliedFiles, setUpDatabase } from '../backend/database/setup.ts';
import { OperatorError } from '../backend/database/operator-error.ts';
import {
  withClient,
  requireConnection,
  readDatabaseUrl,
  type ConnectionSettings,
} from '../backend/database/superuser.ts';
import { getVersionPath } from '../backend/storage/disk-store.ts';
import { copyIn, type CopyInWriter } from './copy.ts';
import type { Manifest } from './manifest.ts';
import { readBackup } from './read-backup.ts';
import { listTables, setSequences, setCopySettings } from './tables.ts';
import { syncFolder } from './write-backup.ts';

/** The backup and its target. Tests set `migrations` to their own folder of migrations. */
export type RestoreOptions = {
  file: string;
  passphrase: string | undefined;
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>;
  migrations?: URL;
};

/**
 * The result of a restore: the manifest of the backup and
 * - `newer`: the number of SQL files that the backup's database lacked
 * - `advice`: a step that the operator still has to do
 */
export type RestoreResult = Manifest & { newer: number; advice: string | undefined };

const SYNCED_AT_ONCE = 16;

/**
 * Creates an installation from a backup in an empty data folder: sets up the database at the backup's version, loads
 * the data, and migrates the database as the server does when it starts. Until the end, the folder contains the file
 * `UNFINISHED_RESTORE_FILE`: no server starts with this folder, and the restore can run again. If DATABASE_URL is set,
 * the operator must empty the database before the restore runs again.
 * @throws OperatorError before anything is written, when the backup is incomplete or the target is not empty
 */
export async function restoreBackup(restoring: RestoreOptions): Promise<RestoreResult> {
  const { file, passphrase, config, migrations } = restoring;
  let secrets: string | undefined;
  const manifest = await readBackup(file, passphrase, { secrets: (text) => (secrets = text) });
  const newer = await countAllUnappliedFiles(manifest.applied, migrations).catch(explainVersion);
  const folder = await requireEmptyRestoreTarget(config);
  const owner = await stat(folder);
  const lock = lockFolder(join(folder, 'restore'));
  try {
    await clear(folder);
    if (secrets)
      await writeFile(join(folder, 'secrets.json'), secrets, { mode: 0o600, flush: true });
    const server = await openDatabaseServer({ ...config, DATA_DIR: folder }, { isRestoring: true });
    try {
      await setUpDatabase(server.superuser, migrations, manifest.applied);
      await load(server.superuser, folder, { file, passphrase, manifest });
      await setUpDatabase(server.superuser, migrations);
      await withClient(server.superuser, (client) => client.query('vacuum analyze'));
      if (config.DATABASE_URL) await recordInstallation(server.superuser, folder);
    } finally {
      await server.stop();
    }
    await syncFiles(join(folder, 'files'));
  } finally {
    lock.release();
  }
  await rm(join(folder, 'restore.lock'), { force: true });
  const isGiven = await changeFolderOwner(folder, owner);
  if (isGiven) await chmod(folder, 0o700);
  await rm(join(folder, UNFINISHED_RESTORE_FILE));
  await syncFolder(folder);
  return { ...manifest, newer, advice: isGiven ? undefined : adviceToRoot(folder) };
}

/** Returns advice if this process runs as root: the service could not read root's files. Otherwise undefined. */
function adviceToRoot(folder: string) {
  if (process.getuid?.() !== 0) return undefined;
  return `Restaurado como root: se o serviço roda com outra conta, antes de iniciá-lo: chown -R CONTA: ${folder}`;
}

function explainVersion(error: unknown): never {
  if (!(error instanceof OperatorError)) throw error;
  throw new OperatorError(
    `Este backup é de uma versão da Vitrine que este programa não continua; nada foi gravado.\n${error.message}`,
    { cause: error },
  );
}

/**
 * Checks that the data folder and the database of DATABASE_URL are empty. Creates the folder if it is missing.
 * @returns the path of the folder
 * @throws OperatorError when the folder or the database is not empty
 */
export async function requireEmptyRestoreTarget(config: RestoreOptions['config']) {
  await demandEmptyDatabase(config);
  const folder = await openDataFolder(config.DATA_DIR, { isRestoring: true });
  await demandEmptyFolder(folder);
  return folder;
}

async function demandEmptyDatabase({ DATABASE_URL: url }: RestoreOptions['config']) {
  if (!url) return;
  const superuser = readDatabaseUrl(url);
  await requireConnection(superuser);
  const used = await withClient(superuser, async (client) => {
    await refuseForeignDatabase(client);
    return client.query(`select from pg_namespace where nspname = 'vitrine_backend'`);
  });
  if (used.rowCount === 0) return;
  throw new OperatorError('O banco de DATABASE_URL já tem dados: restaure em um banco vazio.');
}

/** Refuses a folder that is not empty. Accepts the remains of an unfinished restore, which `clear` deletes. */
async function demandEmptyFolder(folder: string) {
  const names = await readdir(folder);
  if (names.length === 0 || names.includes(UNFINISHED_RESTORE_FILE)) return;
  throw new OperatorError(
    `A pasta ${folder} não está vazia: nada foi gravado.\nEscolha uma vazia com DATA_DIR, ou tire dali o que há.`,
  );
}

async function clear(folder: string) {
  await writeFile(join(folder, UNFINISHED_RESTORE_FILE), '', { mode: 0o600, flush: true });
  await syncFolder(folder);
  const postgres = join(folder, 'postgres');
  const lock = lockFolder(postgres);
  try {
    await stopOrphanedServer(postgres);
  } finally {
    lock.release();
  }
  for (const name of await readdir(folder)) {
    if (name !== UNFINISHED_RESTORE_FILE && !name.startsWith('restore.'))
      await rm(join(folder, name), { recursive: true });
  }
}

type Loading = { file: string; passphrase: string | undefined; manifest: Manifest };

/**
 * Loads all rows in one transaction, and writes the files. Foreign keys and triggers are off, because these rows have
 * passed their checks in the original database. Unique indexes, check constraints and types still apply.
 */
async function load(superuser: ConnectionSettings, folder: string, loading: Loading) {
  const { file, passphrase, manifest } = loading;
  const root = join(folder, 'files');
  await mkdir(root, { mode: 0o700 });
  await withClient(superuser, async (client) => {
    await setCopySettings(client);
    await client.query('begin; set local session_replication_role = replica');
    await emptyTables(client, manifest);
    const rows = rowLoader(client, manifest);
    await readBackup(file, passphrase, {
      rows: rows.take,
      async file(version, content) {
        const path = getVersionPath(root, version);
        await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
        await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      },
    });
    await rows.end();
    await setSequences(client, manifest.sequences);
    await client.query('commit');
  });
}

/** Empties the tables before loading, because the backup also contains the rows that SQL files have inserted. */
async function emptyTables(client: pg.Client, { tables }: Manifest) {
  const here = new Map((await listTables(client)).map(({ table, columns }) => [table, columns]));
  const isKnown = tables.every(({ table, columns }) => {
    const known = here.get(table)?.split(', ');
    return columns.split(', ').every((column) => known?.includes(column));
  });
  if (!isKnown)
    throw new OperatorError('As tabelas do backup não são as da versão que ele diz ter.');
  // `cascade` also empties other tables that reference the listed tables. In a new database, they have no rows.
  await client.query(`truncate ${tables.map(({ table }) => table).join(', ')} cascade`);
}

/**
 * Returns a handler of rows (`take`), and `end`, which ends the COPY of the last table. One COPY loads a whole table:
 * the parts of a table are adjacent in the backup.
 */
function rowLoader(client: pg.Client, { tables }: Manifest) {
  let current: { table: string; copy: CopyInWriter } | undefined;

  async function end() {
    if (!current) return;
    const { table, copy } = current;
    current = undefined;
    const loaded = await copy.end();
    const expected = tables.find((each) => each.table === table)?.rows;
    if (loaded !== expected)
      throw new OperatorError(`${table}: ${loaded} linhas em vez de ${expected}.`);
  }

  return {
    async take(table: string, text: Buffer) {
      if (current?.table !== table) {
        await end();
        const columns = tables.find((each) => each.table === table)?.columns;
        current = {
          table,
          copy: await copyIn(client, `copy ${table} (${columns}) from stdin`),
        };
      }
      await current.copy.write(text);
    },
    end,
  };
}

/** Flushes all files to the disk, after the rows are loaded: by then the system has written most files already. */
async function syncFiles(root: string) {
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const folder = entry.name;
    const names = await readdir(join(root, folder));
    while (names.length > 0) {
      await Promise.all(
        names.splice(-SYNCED_AT_ONCE).map((name) => syncFile(join(root, folder, name))),
      );
    }
    await syncFolder(join(root, folder));
  }
  await syncFolder(root);
}

async function syncFile(path: string) {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
