import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cloneDatabase, buildDatabaseUrl, dropDatabase } from '../backend/testing/cluster.ts';
import type { ConnectionSettings } from '../backend/database/superuser.ts';

/** A backend in a separate process. */
export type BackendProcess = {
  url: string;
  pid: number;
  dataDir: string;
  anonKey: string;
  /** Everything that the process wrote to stdout and stderr. */
  output(): string;
  stop(): Promise<void>;
};

const PROGRAM = fileURLToPath(new URL('../backend/main.ts', import.meta.url));
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 10_000;

/**
 * Starts a backend on a free local port.
 * @param database the database to use; undefined starts the backend's own PostgreSQL
 * @param env environment variables. With DATA_DIR, the backend shares the data folder of another process. Without it,
 * the backend has a new folder, which `stop` deletes.
 */
export async function startBackendProcess(
  database: ConnectionSettings | undefined,
  env: Record<string, string> = {},
  args: string[] = [],
): Promise<BackendProcess> {
  const dataDir = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'vitrine-attack-')));
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: database && buildDatabaseUrl(database),
      LOG_LEVEL: 'debug',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => written.push(chunk.toString()));
  }
  const output = () => written.join('');
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  async function stop() {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(timer);
    if (env.DATA_DIR === undefined) await rm(dataDir, { recursive: true, force: true });
  }
  const started = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The backend did not start: ${output()}`)),
      START_LIMIT_MS,
    );
    child.stdout.on('data', () => {
      const [url] = output().match(/http:\/\/127\.0\.0\.1:\d+/) ?? [];
      if (!url) return;
      clearTimeout(timer);
      resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`The backend ended with ${code}: ${output()}`)));
  });
  try {
    const url = await started;
    return { url, pid: child.pid ?? 0, dataDir, anonKey: await publicKey(url), output, stop };
  } catch (error) {
    if (child.exitCode === null) await stop();
    throw error;
  }
}

/** Starts a backend on a new database with the logins of staff. `stop` also drops this database. */
export async function startBackendWithDatabase(
  cluster: ConnectionSettings,
  env: Record<string, string> = {},
) {
  const database = await cloneDatabase(cluster, 'staff');
  const backend = await startBackendProcess(database, env);
  return {
    ...backend,
    database,
    async stop() {
      await backend.stop();
      await dropDatabase(cluster, database.database);
    },
  };
}

async function publicKey(url: string) {
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  return /"publicKey":"([^"]+)"/.exec(await page.text())?.[1] ?? '';
}
