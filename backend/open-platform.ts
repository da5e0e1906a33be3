import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { startCluster } from './database/cluster.ts';
import { openDataFolder } from './database/data-folder.ts';
import { connect, type Databases } from './database/database.ts';
import { loginAs, type LoginRole } from './database/login-roles.ts';
import { findRunningServer } from './database/running.ts';
import { setUpDatabase } from './database/setup.ts';
import { readDatabaseUrl, type Superuser } from './database/superuser.ts';
import { createMailer } from './mail/mailer.ts';
import type { Platform } from './platform.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { createTokens } from './tokens.ts';

const SIGN_IN_CONNECTIONS = 4;

export type OpenPlatform = { platform: Platform; superuser: Superuser; close(): Promise<void> };

/**
 * Opens the data folder and the database, embedded or by DATABASE_URL, and brings it up to date. Who joins
 * takes the server that runs already as it is; where none runs, one is started.
 */
export async function openPlatform(
  config: Config,
  log: FastifyBaseLogger,
  { joins = false } = {},
): Promise<OpenPlatform> {
  const dataDir = await openDataFolder(config.DATA_DIR);
  process.umask(0o077); // whatever is made from here on is nobody else's
  const secrets = await readSecrets(dataDir);
  const joined = joins ? await findRunning(config, dataDir, secrets) : undefined;
  const { superuser, stop } = joined
    ? { superuser: joined, stop: async () => undefined }
    : await openServer(config, dataDir, secrets);
  let databases: Databases | undefined;
  async function close() {
    await Promise.all(Object.values(databases ?? {}).map((database) => database.close()));
    await stop();
  }
  try {
    if (!joined) await setUpDatabase(superuser);
    databases = connectAll(superuser, log);
    const settings = { ...config, DATA_DIR: dataDir };
    const tokens = await createTokens(secrets);
    const mailer = createMailer(settings, log);
    return {
      platform: { config: settings, databases, tokens, mailer, log },
      superuser,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function connectAll(superuser: Superuser, log: FastifyBaseLogger): Databases {
  const open = (role: LoginRole, more?: { max: number }) =>
    connect({ ...loginAs(superuser, role), ...more }, (error) =>
      log.warn({ err: error }, 'database connection lost'),
    );
  return {
    rest: open('authenticator'),
    auth: open('supabase_auth_admin'),
    signIn: open('supabase_auth_admin', { max: SIGN_IN_CONNECTIONS }),
    storage: open('supabase_storage_admin'),
  };
}

async function findRunning(config: Config, dataDir: string, { databasePassword }: Secrets) {
  if (config.DATABASE_URL) return readDatabaseUrl(config.DATABASE_URL);
  return findRunningServer(join(dataDir, 'postgres'), databasePassword);
}

async function openServer(
  { DATABASE_URL: databaseUrl }: Config,
  dataDir: string,
  secrets: Secrets,
) {
  if (!databaseUrl) return startEmbedded(dataDir, secrets);
  return { superuser: readDatabaseUrl(databaseUrl), stop: async () => undefined };
}

async function startEmbedded(dataDir: string, { databasePassword }: Secrets) {
  const cluster = await startCluster({
    directory: join(dataDir, 'postgres'),
    password: databasePassword,
  });
  return { superuser: { ...cluster.connection, database: 'postgres' }, stop: cluster.stop };
}
