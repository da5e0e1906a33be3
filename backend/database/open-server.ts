import { join } from 'node:path';
import type { Config } from '../config.ts';
import { readOrCreateSecrets, type Secrets } from '../secrets.ts';
import { startCluster } from './cluster.ts';
import { findDataFolder, resolveDataFolder, openDataFolder } from './data-folder.ts';
import { refuseMismatchedDataFolder } from './installation.ts';
import { findRunningServer } from './running.ts';
import { OperatorError } from './operator-error.ts';
import {
  withClient,
  waitForConnection,
  requireConnection,
  readDatabaseUrl,
  type ConnectionSettings,
} from './superuser.ts';

/** A data folder and its database server. */
export type OpenedDatabaseServer = {
  dataDir: string;
  secrets: Secrets;
  superuser: ConnectionSettings;
  /**
   * Whether a command (`joins`) uses a running server as it is. In this case the command does not migrate the database.
   */
  isJoined: boolean;
  stop(): Promise<void>;
};

type Where = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>;

/**
 * Opens the data folder and its embedded database, or the database of DATABASE_URL. If the database of DATABASE_URL
 * accepts no connection, the start of the backend waits for it; a command or a restore (`isRestoring`) fails at once.
 * @param options.joins true for a command, which needs an existing installation. The command uses a running server as
 * it is, or starts the embedded server
 * @throws OperatorError when a command finds no installation; nothing is created then
 */
export async function openDatabaseServer(
  config: Where,
  { joins = false, isRestoring = false } = {},
): Promise<OpenedDatabaseServer> {
  const superuser = config.DATABASE_URL && readDatabaseUrl(config.DATABASE_URL);
  const folder = joins
    ? await findDataFolder(config.DATA_DIR, !superuser)
    : await resolveDataFolder(config.DATA_DIR);
  if (superuser) {
    const isServerStart = !joins && !isRestoring;
    await (isServerStart ? waitForConnection : requireConnection)(superuser);
    await refuseMismatchedDataFolder(superuser, folder);
  }
  const dataDir = joins ? folder : await openDataFolder(config.DATA_DIR, { isRestoring });
  process.umask(0o077); // new files of this process are only for its account
  const secrets = await readOrCreateSecrets(dataDir);
  const directory = join(dataDir, 'postgres');
  const password = secrets.databasePassword;
  const nothing = async () => undefined;
  if (superuser) {
    if (joins) await demandInstallation(superuser);
    return { dataDir, secrets, superuser, isJoined: joins, stop: nothing };
  }
  const running = joins ? await findRunningServer(directory, password) : undefined;
  if (running) return { dataDir, secrets, superuser: running, isJoined: true, stop: nothing };
  const { connection, stop } = await startCluster({ directory, password });
  const embedded = { ...connection, database: 'postgres' };
  return { dataDir, secrets, superuser: embedded, isJoined: false, stop };
}

async function demandInstallation(superuser: ConnectionSettings) {
  const { rows } = await withClient(superuser, (client) =>
    client.query<{ exists: boolean }>(
      `select to_regclass('vitrine_backend.applied_files') is not null as exists`,
    ),
  );
  if (rows[0]?.exists) return;
  throw new OperatorError(
    `Não há instalação da Vitrine no banco de DATABASE_URL (${superuser.host}, ${superuser.database}): nada foi feito.`,
  );
}
