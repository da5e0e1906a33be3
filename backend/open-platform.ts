import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { openPool, POOL_SIZES, type Databases } from './database/database.ts';
import { recordInstallation } from './database/installation.ts';
import { deriveLoginRoleSettings, type LoginRole } from './database/login-roles.ts';
import { openDatabaseServer, type OpenedDatabaseServer } from './database/open-server.ts';
import { deletePendingMigration } from './database/pending-migration.ts';
import { isMigrationNeeded, setUpDatabase } from './database/setup.ts';
import { OperatorError } from './database/operator-error.ts';
import { withSetupLock, type ConnectionSettings } from './database/superuser.ts';
import { createMailer } from './mail/mailer.ts';
import type { Platform } from './platform.ts';
import { createTokenService } from './tokens.ts';

export type OpenedPlatform = {
  platform: Platform;
  superuser: ConnectionSettings;
  close(): Promise<void>;
};

/**
 * Opens the data folder and the database (embedded, or the one of DATABASE_URL), and migrates the database. Before it
 * applies new migrations to an existing installation, it makes a backup.
 * @param options.joins true for a command of the operator. The function then uses a running database server and does
 * not migrate the database. If the embedded server does not run, the function starts it and migrates the database
 */
export async function openPlatform(
  config: Config,
  log: FastifyBaseLogger,
  { joins = false } = {},
): Promise<OpenedPlatform> {
  const server = await openDatabaseServer(config, { joins });
  const { superuser, dataDir, secrets } = server;
  let databases: Databases | undefined;
  async function close() {
    await Promise.all(Object.values(databases ?? {}).map((database) => database.close()));
    await server.stop();
  }
  try {
    if (!server.isJoined) await bringUpToDate(config, server);
    databases = connectAll(superuser, log);
    const settings = { ...config, DATA_DIR: dataDir };
    const tokens = await createTokenService(secrets);
    const mailer = createMailer(settings, log);
    return {
      platform: { config: settings, databases, tokens, mailer, log, queues: new Map() },
      superuser,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function bringUpToDate(config: Config, server: OpenedDatabaseServer) {
  const { superuser, dataDir } = server;
  // Hold the lock, so that processes that start at the same time on one data folder make only one backup.
  const backup = await withSetupLock(superuser, async () =>
    (await isMigrationNeeded(superuser)) ? backUp(config, server) : undefined,
  );
  await setUpDatabase(superuser).catch((error: unknown) => {
    if (!backup || !(error instanceof OperatorError)) throw error;
    throw new OperatorError(
      `${error.message}\nO backup feito antes está em ${backup}.\nInicie a versão anterior do programa; se ela não iniciar, restaure esse backup em uma pasta vazia.`,
      { cause: error },
    );
  });
  if (config.DATABASE_URL) await recordInstallation(superuser, dataDir);
  await deletePendingMigration(dataDir);
}

async function backUp(config: Config, server: OpenedDatabaseServer) {
  const { backUpBeforeMigrating } = await import('../operations/pre-migration-backup.ts');
  return backUpBeforeMigrating(config, server);
}

function connectAll(superuser: ConnectionSettings, log: FastifyBaseLogger): Databases {
  const open = (name: keyof Databases, role: LoginRole) =>
    openPool({ ...deriveLoginRoleSettings(superuser, role), max: POOL_SIZES[name] }, (error) =>
      log.warn({ err: error }, 'database connection lost'),
    );
  return {
    rest: open('rest', 'authenticator'),
    anonymous: open('anonymous', 'authenticator'),
    server: open('server', 'authenticator'),
    auth: open('auth', 'supabase_auth_admin'),
    signIn: open('signIn', 'supabase_auth_admin'),
    storage: open('storage', 'supabase_storage_admin'),
  };
}
