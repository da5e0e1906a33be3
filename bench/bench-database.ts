import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient, type ConnectionSettings } from '../backend/database/superuser.ts';
import {
  cloneDatabase,
  buildDatabaseUrl,
  dropDatabase,
  startTestCluster,
} from '../backend/testing/cluster.ts';
import type { BareServerInput } from './bare-server.ts';
import { RANDOM_PNG } from './picture.ts';
import { recordStatements, type Recording } from './recording.ts';

export type BenchSetup = {
  database: ConnectionSettings;
  dataDir: string;
  /** Environment of backend/main.ts. */
  env: Record<string, string>;
  /** Input of bench/bare-server.ts. */
  bare: BareServerInput;
  recording: Recording;
};

const NO_LIMIT = '100000000';

/**
 * Runs `work` with a database of this many products, one stored file and sessions to refresh, on a temporary server.
 * Filling a million products takes minutes. With a `folder`, filled databases stay there for later runs: one for each
 * number of products and schema. `work` then gets a copy.
 */
export async function withBenchDatabase(
  products: number,
  work: (world: BenchSetup) => Promise<void>,
  folder?: string,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  await chmod(dataDir, 0o711);
  if (folder !== undefined) await mkdir(folder, { recursive: true });
  const cluster = await startTestCluster(folder);
  try {
    const database =
      folder === undefined
        ? await fill(cluster.superuser, products)
        : await copyFilledDatabase(cluster.superuser, products);
    await work(await describe(dataDir, database));
    await dropDatabase(cluster.superuser, database.database);
  } finally {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function fill(superuser: ConnectionSettings, products: number) {
  const database = await cloneDatabase(superuser, 'staff');
  await withClient(database, async (client) => {
    await client.query(`select set_config('bench.rows', $1, false)`, [products]);
    for (const file of FILLING)
      await client.query(await readFile(new URL(file, import.meta.url), 'utf8'));
    await client.query('vacuum analyze');
  });
  return database;
}

const FILLING = ['./catalogue.sql', './sessions.sql'];
const MIGRATIONS = new URL('../supabase/migrations/', import.meta.url);

/**
 * Copies the stored database, and fills it first if it is missing. The name of the stored database contains the number
 * of products and a hash of the migrations and of the SQL that fills it.
 */
async function copyFilledDatabase(
  superuser: ConnectionSettings,
  products: number,
): Promise<ConnectionSettings> {
  const hash = createHash('sha256');
  for (const file of FILLING) hash.update(await readFile(new URL(file, import.meta.url)));
  for (const file of (await readdir(MIGRATIONS)).toSorted())
    hash.update(await readFile(new URL(file, MIGRATIONS)));
  const name = `filled_${products}_${hash.digest('hex').slice(0, 12)}`;
  const isFilled = await withClient(superuser, async (client) => {
    const { rows } = await client.query('select from pg_database where datname = $1', [name]);
    return rows.length > 0;
  });
  const created = isFilled ? undefined : await fill(superuser, products);
  const copy = `copy_${process.pid}`;
  await withClient(superuser, async (client) => {
    if (created) await client.query(`alter database ${created.database} rename to ${name}`);
    await client.query(`create database ${copy} template ${name} strategy file_copy`);
  });
  return { ...superuser, database: copy };
}

async function describe(dataDir: string, database: ConnectionSettings): Promise<BenchSetup> {
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: buildDatabaseUrl(database),
    PORT: '0',
    LOG_LEVEL: 'silent',
    REQUESTS_PER_MINUTE: NO_LIMIT,
    FAILED_ATTEMPTS_PER_ACCOUNT: NO_LIMIT,
    FAILED_ATTEMPTS_PER_ADDRESS: NO_LIMIT,
  };
  const recording = await recordStatements(env);
  const folder = join(dataDir, 'bare');
  const path = join(folder, 'picture.png');
  await mkdir(folder);
  await writeFile(path, RANDOM_PNG);
  const { user, object } = recording;
  const picture = { path, size: RANDOM_PNG.length };
  return {
    database,
    dataDir,
    env,
    recording,
    bare: { connection: database, user, object, picture, folder },
  };
}
