import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Backend = { url: string; dataDir: string; stop(): Promise<void> };

const PROGRAM = fileURLToPath(new URL('../../backend/main.ts', import.meta.url));
const START_LIMIT_MS = 60_000;

/** Starts the program of `npm start` on a free port, with its own data folder. */
export async function startBackend(env: Record<string, string>): Promise<Backend> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-e2e-'));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const server = spawn(process.execPath, [PROGRAM], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    server.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [printed] = output.match(/http:\/\/127\.0\.0\.1:\d+/) ?? [];
      if (printed) resolve(printed);
    });
    server.once('exit', (code) => reject(new Error(`The backend ended with ${code}:\n${output}`)));
    setTimeout(() => reject(new Error('The backend did not start')), START_LIMIT_MS).unref();
  });
  return {
    url,
    dataDir,
    async stop() {
      server.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
