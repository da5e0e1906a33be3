import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { readConfig } from '../config.ts';
import type { Row } from '../database/database.ts';
import type { ConnectionSettings } from '../database/superuser.ts';
import { buildServer } from '../build-server.ts';
import { createLogger } from '../log.ts';
import { openPlatform } from '../open-platform.ts';
import type { Platform } from '../platform.ts';
import {
  cloneDatabase,
  buildDatabaseUrl,
  dropDatabase,
  TEST_PASSWORD_COST,
  type TemplateName,
} from './cluster.ts';

export type TestServer = {
  url: string;
  anonKey: string;
  serviceKey: string;
  platform: Platform;
  superuser: ConnectionSettings;
  dataDir: string;
  /** Runs SQL as the superuser, which bypasses every permission. */
  sql<T extends Row = Row>(text: string, values?: unknown[]): Promise<T[]>;
  stop(): Promise<void>;
};

/**
 * Serves the three protocols over HTTP on a free port, with a new database and data folder. `options.seed` chooses the
 * template of the database. `options.env` has variables of the configuration, for example
 * `{ FAILED_ATTEMPTS_PER_ACCOUNT: '3' }`.
 */
export async function startTestServer(
  options: { seed?: TemplateName; env?: Record<string, string | undefined> } = {},
  cluster = inject('cluster'),
): Promise<TestServer> {
  const database = await cloneDatabase(cluster, options.seed ?? 'schema');
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-server-'));
  const server = await startServerWithConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: buildDatabaseUrl(database),
    ...options.env,
  });
  const pool = new pg.Pool({ ...database, max: 2 });
  // Ignore errors of connections: dropping the database can end a closing connection, and the error would fail the run.
  pool.on('error', () => undefined);
  return {
    ...server,
    dataDir,
    async sql<T extends Row>(text: string, values: unknown[] = []) {
      const { rows } = await pool.query(text, values);
      return rows as T[]; // `T` lists the columns that the query of the test selects
    },
    async stop() {
      await pool.end();
      await server.stop();
      await dropDatabase(cluster, database.database);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type ConfiguredServer = Omit<TestServer, 'sql' | 'dataDir'>;

/** Serves the protocols on a free port. `env` is the configuration, with an existing data folder and database. */
export async function startServerWithConfig(
  env: Record<string, string | undefined>,
): Promise<ConfiguredServer> {
  const config = readConfig({
    LOG_LEVEL: 'silent',
    PASSWORD_COST: String(TEST_PASSWORD_COST),
    ...env,
  });
  const { platform, superuser, close } = await openPlatform(config, createLogger(config.LOG_LEVEL));
  const app = await buildServer(platform);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const { anonKey, serviceKey } = platform.tokens;
  return {
    url,
    anonKey,
    serviceKey,
    platform,
    superuser,
    async stop() {
      await app.close();
      await close();
    },
  };
}
