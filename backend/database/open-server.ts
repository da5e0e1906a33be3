import { join } from 'node:path';
import type { Config } from '../config.ts';
import { readSecrets, type Secrets } from '../secrets.ts';
import { startCluster } from './cluster.ts';
import { openDataFolder } from './data-folder.ts';
import { findRunningServer } from './running.ts';
import { readDatabaseUrl, type Superuser } from './superuser.ts';

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
 * Opens the data folder, and the database that is embedded in it or that DATABASE_URL names. Who joins takes the
 * server that runs already as it is; where none runs, one is started.
 */
export async function openServer(
  config: Where,
  { joins = false, isRestoring = false } = {},
): Promise<OpenServer> {
  const dataDir = await openDataFolder(config.DATA_DIR, { isRestoring });
  process.umask(0o077); // whatever is made from here on is nobody else's
  const secrets = await readSecrets(dataDir);
  const directory = join(dataDir, 'postgres');
  const password = secrets.databasePassword;
  const nothing = async () => undefined;
  if (config.DATABASE_URL) {
    const superuser = readDatabaseUrl(config.DATABASE_URL);
    return { dataDir, secrets, superuser, isJoined: joins, stop: nothing };
  }
  const running = joins ? await findRunningServer(directory, password) : undefined;
  if (running) return { dataDir, secrets, superuser: running, isJoined: true, stop: nothing };
  const { connection, stop } = await startCluster({ directory, password });
  const superuser = { ...connection, database: 'postgres' };
  return { dataDir, secrets, superuser, isJoined: false, stop };
}
