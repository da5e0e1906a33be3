import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT = fileURLToPath(new URL('../', import.meta.url));
const LIMIT_MS = 15 * 60_000;

export type Ended = { ok: boolean; output: string };

/** Runs a program of node_modules/.bin in the project's folder; `show` streams what it prints. */
export function run(command: string, args: string[], { show = false } = {}): Promise<Ended> {
  const path = `${join(PROJECT, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  const child = spawn(command, args, {
    cwd: PROJECT,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    shell: process.platform === 'win32',
    timeout: LIMIT_MS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    child.once('close', (code) => resolve({ ok: code === 0, output }));
  });
}
