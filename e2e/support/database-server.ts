import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../backend/testing/serve-cluster.ts', import.meta.url));
const PANEL = fileURLToPath(new URL('../../dist/index.html', import.meta.url));
const START_LIMIT_MS = 60_000;

/**
 * Starts the PostgreSQL server for all workers, and returns a function that stops it. The workers read the connection
 * parameters from the environment variable `E2E_DATABASE_SERVER`.
 */
export default async function startDatabaseServer() {
  if (!existsSync(PANEL)) throw new Error('There is no built panel: run `npx vite build` first.');
  const server = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const connection = await new Promise<string>((resolve, reject) => {
    createInterface(server.stdout).once('line', resolve);
    server.once('exit', (code) => reject(new Error(`The database server ended with ${code}`)));
    setTimeout(
      () => reject(new Error('The database server did not start')),
      START_LIMIT_MS,
    ).unref();
  });
  process.env.E2E_DATABASE_SERVER = connection;
  return async () => {
    server.kill('SIGTERM');
    await ended;
  };
}
