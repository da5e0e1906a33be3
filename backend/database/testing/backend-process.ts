import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const SERVE = fileURLToPath(new URL('./serve.ts', import.meta.url));

/** Starts a backend in its own process on a data folder. Every wait has a limit. */
export function startBackend(
  dataDir: string,
  env: Record<string, string> = {},
  account: { uid?: number; gid?: number } = {},
) {
  const begun = Date.now();
  const child = spawn(process.execPath, [SERVE], {
    ...account,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'exit').then(([code]: unknown[]) => code as number | null); // the first argument of the event `exit`

  return {
    pid: child.pid ?? 0,
    output: () => output,
    /** Waits until the backend is ready. @returns its URL and the milliseconds since its start */
    async ready(limitMs = 40_000) {
      const url = () => /Vitrine em (http:[^\s"]+)/.exec(output)?.[1];
      await waitForCondition(
        'the backend is ready',
        () => url() !== undefined || child.exitCode !== null,
        limitMs,
      );
      const address = url();
      if (!address) throw new Error(`the backend ended: ${output}`);
      return { url: address, ms: Date.now() - begun };
    },
    async signal(signal: NodeJS.Signals) {
      child.kill(signal);
      return within(exited, 15_000, `end after ${signal}`);
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    exitCode: (limitMs = 15_000) => within(exited, limitMs, 'end by itself'),
    /** Ends the process in any state. Call it in afterEach. */
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await within(exited, 15_000, 'end at last').catch(() => child.kill('SIGKILL'));
    },
  };
}

export type Backend = ReturnType<typeof startBackend>;

/**
 * Reads postmaster.pid, the file that PostgreSQL creates at its start and deletes when it stops. A killed PostgreSQL
 * leaves the file: check the process with `isPostgresProcess`.
 * @returns undefined if there is no file
 */
export async function readPostmasterPid(dataDir: string) {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , , socketFolder = '', , , state = ''] = text.split('\n');
  return pid ? { pid: Number(pid), socketFolder, ready: state.trim() === 'ready' } : undefined;
}

/** Returns whether the process is PostgreSQL. Reads the command line, which a zombie process does not have. */
export async function isPostgresProcess(pid: number) {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return line.includes('postgres');
}

export async function waitForCondition(
  step: string,
  check: () => boolean | Promise<boolean>,
  limitMs = 10_000,
) {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await wait(20)) {
    if (await check()) return;
  }
  throw new Error(`within ${limitMs} ms it did not happen: ${step}`);
}

async function within<T>(promise: Promise<T>, limitMs: number, step: string) {
  const limit = wait(limitMs, undefined, { ref: false }).then(() => {
    throw new Error(`within ${limitMs} ms it did not ${step}`);
  });
  return Promise.race([promise, limit]);
}
