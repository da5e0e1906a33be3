import { join } from 'node:path';
import type { Config } from '../config.ts';
import { readSecrets, type Secrets } from '../secrets.ts';
import { startCluster } from './cluster.ts';
import { findDataFolder, nameDataFolder, openDataFolder } from './data-folder.ts';
import { refuseOtherFolder } from './installation.ts';
import { findRunningServer } from './running.ts';
import { StartError } from './start-error.ts';
import { asOneClient, demandConnection, readDatabaseUrl, type Superuser } from './superuser.ts';

/** A data folder and the database server that goes with it. */
export type OpenServer = {
  dataDir: string;
  secrets: Secrets;
  superuser: Superuser;
  /** Another process runs it, and has brought it up to date. */
  isJoined: boolean;
  stop(): Promise<void>;
};

type Where = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>;

/**
 * Opens the data folder, and the database that is embedded in it or that DATABASE_URL names.
 * @param options.joins for commands on an installation: one must exist, and the server that runs already is taken as it
 * is; where none runs, one is started
 * @throws StartError when there is none: then nothing is made
 */
export async function openServer(
  config: Where,
  { joins = false, isRestoring = false } = {},
): Promise<OpenServer> {
  const superuser = config.DATABASE_URL && readDatabaseUrl(config.DATABASE_URL);
  const folder = joins
    ? await findDataFolder(config.DATA_DIR, !superuser)
    : await nameDataFolder(config.DATA_DIR);
  if (superuser) {
    await demandConnection(superuser);
    await refuseOtherFolder(superuser, folder);
  }
  const dataDir = joins ? folder : await openDataFolder(config.DATA_DIR, { isRestoring });
  process.umask(0o077); // whatever is made from here on is nobody else's
  const secrets = await readSecrets(dataDir);
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

async function demandInstallation(superuser: Superuser) {
  const { rows } = await asOneClient(superuser, (client) =>
    client.query<{ exists: boolean }>(
      `select to_regclass('vitrine_backend.applied_files') is not null as exists`,
    ),
  );
  if (rows[0]?.exists) return;
  throw new StartError(
    `Não há instalação da Vitrine no banco de DATABASE_URL (${superuser.host}, ${superuser.database}): nada foi feito.`,
  );
}
