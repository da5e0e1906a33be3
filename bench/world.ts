import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asOneClient, type Superuser } from '../backend/database/superuser.ts';
import { cloneDatabase, startTestCluster } from '../backend/testing/cluster.ts';
import type { BareServer } from './bare-server.ts';
import { PICTURE } from './picture.ts';
import { record, type Recording } from './recording.ts';

export type World = {
  database: Superuser;
  dataDir: string;
  /** What backend/main.ts starts with. */
  env: Record<string, string>;
  /** What bench/bare-server.ts starts with. */
  bare: BareServer;
  recording: Recording;
};

const NO_LIMIT = '100000000';

/** A database with so many products, one stored file and sessions to refresh, on a server that forgets it all afterwards. */
export async function inWorld(products: number, work: (world: World) => Promise<void>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  await chmod(dataDir, 0o711);
  const cluster = await startTestCluster();
  try {
    const database = await cloneDatabase(cluster.superuser, 'staff');
    await asOneClient(database, async (client) => {
      await client.query(`select set_config('bench.rows', $1, false)`, [products]);
      for (const file of ['./catalogue.sql', './sessions.sql'])
        await client.query(await readFile(new URL(file, import.meta.url), 'utf8'));
      await client.query('vacuum analyze');
    });
    await work(await describe(dataDir, database));
  } finally {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function describe(dataDir: string, database: Superuser): Promise<World> {
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: toUrl(database),
    PORT: '0',
    LOG_LEVEL: 'silent',
    REQUESTS_PER_MINUTE: NO_LIMIT,
    FAILED_ATTEMPTS_PER_ACCOUNT: NO_LIMIT,
    FAILED_ATTEMPTS_PER_ADDRESS: NO_LIMIT,
  };
  const recording = await record(env);
  const folder = join(dataDir, 'bare');
  const path = join(folder, 'picture.png');
  await mkdir(folder);
  await writeFile(path, PICTURE);
  const { user, object } = recording;
  const picture = { path, size: PICTURE.length };
  return {
    database,
    dataDir,
    env,
    recording,
    bare: { connection: database, user, object, picture, folder },
  };
}

function toUrl({ host, port, user, password, database }: Superuser) {
  return `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
