import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { readConfig } from '../config.ts';
import type { Row } from '../database/database.ts';
import type { Superuser } from '../database/superuser.ts';
import { buildServer } from '../http.ts';
import { createLog } from '../log.ts';
import { openPlatform } from '../open-platform.ts';
import type { Platform } from '../platform.ts';
import { cloneDatabase, dropDatabase, TEST_PASSWORD_COST, type Template } from './cluster.ts';

export type TestServer = {
  url: string;
  anonKey: string;
  serviceKey: string;
  platform: Platform;
  superuser: Superuser;
  dataDir: string;
  /** Runs SQL as the superuser, which bypasses every permission. */
  sql<T extends Row = Row>(text: string, values?: unknown[]): Promise<T[]>;
  stop(): Promise<void>;
};

/**
 * The three protocols over real HTTP on a free port, with their own database and data folder. `env` has variables of
 * the configuration, e.g. `{ FAILED_ATTEMPTS_PER_ACCOUNT: '3' }`.
 */
export async function startTestServer(
  options: { seed?: Template; env?: Record<string, string | undefined> } = {},
  cluster = inject('cluster'),
): Promise<TestServer> {
  const database = await cloneDatabase(cluster, options.seed ?? 'schema');
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-server-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl(database),
    LOG_LEVEL: 'silent',
    PASSWORD_COST: String(TEST_PASSWORD_COST),
    ...options.env,
  });
  const opened = await openPlatform(config, createLog(config.LOG_LEVEL));
  const app = await buildServer(opened.platform);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const pool = new pg.Pool({ ...database, max: 2 });
  // Dropping the database may end a closing connection: without a listener that would fail the run.
  pool.on('error', () => undefined);
  return {
    url,
    dataDir,
    anonKey: opened.platform.tokens.anonKey,
    serviceKey: opened.platform.tokens.serviceKey,
    platform: opened.platform,
    superuser: opened.superuser,
    async sql<T extends Row>(text: string, values: unknown[] = []) {
      const { rows } = await pool.query(text, values);
      return rows as T[]; // the test names the columns of its query
    },
    async stop() {
      await app.close();
      await pool.end();
      await opened.close();
      await dropDatabase(cluster, database.database);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function databaseUrl({ host, port, user, password, database }: Superuser) {
  return `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
