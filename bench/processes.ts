import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import project from '../package.json' with { type: 'json' };
import { findFreeLoopbackPort } from '../backend/database/address.ts';
import type { ConnectionSettings } from '../backend/database/superuser.ts';

export type RunningProgram = { url: string; pid: number; stop(): Promise<void> };

const { scripts } = project;
const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const START_LIMIT_MS = 30_000;

/** Starts the backend with the Node flags of `npm start` in package.json. */
export function startBackend(env: Record<string, string>, flags: string[] = []) {
  const own = scripts.start.split(' ').filter((word) => word.startsWith('--'));
  return startProgram('backend/main.ts', env, [...own, ...flags]);
}

/** Starts the hand-written page of products (bench/floor) on a database. */
export async function startFloorServer({
  host,
  port,
  user,
  password,
  database,
}: ConnectionSettings) {
  const { port: own } = await findFreeLoopbackPort(); // the server expects its port as an argument
  const env = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: database,
  };
  return startProgram('bench/floor/server.mjs', env, [], [String(own), PROJECT]);
}

/** Starts a program of the project, and returns when it has printed its URL. `flags` are flags of Node. */
export async function startProgram(
  file: string,
  env: Record<string, string>,
  flags: string[] = [],
  values: string[] = [],
): Promise<RunningProgram> {
  const program = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const child = spawn(process.execPath, [...flags, program, ...values], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, port] = output.match(/(?:http:\/\/127\.0\.0\.1:|floor on )(\d+)["\n]/) ?? [];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
    setTimeout(() => reject(new Error(`${file} did not start`)), START_LIMIT_MS).unref();
  });
  async function stop() {
    child.kill('SIGTERM');
    await ended;
  }
  return { url, pid: child.pid ?? 0, stop };
}
