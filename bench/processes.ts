import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import project from '../package.json' with { type: 'json' };

export type Running = { url: string; pid: number; stop(): Promise<void> };

const { scripts } = project;
const START_LIMIT_MS = 30_000;

/** The backend as `npm start` runs it: with the flags for Node that package.json names. */
export function startBackend(env: Record<string, string>, flags: string[] = []) {
  const own = scripts.start.split(' ').filter((word) => word.startsWith('--'));
  return startProgram('backend/main.ts', env, [...own, ...flags]);
}

/** Starts a program of the project that prints its address. `flags` are Node's own. */
export async function startProgram(
  file: string,
  env: Record<string, string>,
  flags: string[] = [],
): Promise<Running> {
  const program = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const child = spawn(process.execPath, [...flags, program], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [address] = output.match(/http:\/\/127\.0\.0\.1:\d+/) ?? [];
      if (address) resolve(address);
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
