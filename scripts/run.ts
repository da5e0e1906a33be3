import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endProcessTree } from './end-tree.ts';

export const PROJECT_FOLDER = fileURLToPath(new URL('../', import.meta.url));

/**
 * The result of a program. `ok`: the exit code is 0. With `show`, `output` contains only the last lines of the error
 * stream.
 */
export type RunResult = { ok: boolean; output: string };
type RunOptions = {
  /** Whether to print the output line by line as it arrives, instead of collecting it. */
  show?: boolean;
  env?: Record<string, string>;
  /** An abort ends the program and all its descendants. If `limit` is already aborted, the program does not start. */
  limit?: AbortSignal;
};

const LAST_LINES = 30;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Process ids of the running programs. */
const running = new Set<number>();
let isInterrupted = false;

/**
 * Runs a program in the project's folder. A program of node_modules/.bin takes precedence over a program of the host. A
 * failure is a result, not an exception.
 */
export async function runProgram(
  command: string,
  args: string[],
  options: RunOptions = {},
): Promise<RunResult> {
  const { show = false, env, limit } = options;
  if (isInterrupted || limit?.aborted) return { ok: false, output: 'Not started.' };
  const path = `${join(PROJECT_FOLDER, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  const child = spawn(command, args, {
    cwd: PROJECT_FOLDER,
    env: { ...process.env, ...colors(show), ...env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    // A separate process group, so that `endProcessTree` can end all its processes.
    detached: process.platform !== 'win32',
  });
  let output = '';
  const printed: Promise<unknown>[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!show) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      continue;
    }
    // Print only complete lines, because several programs can print at the same time.
    const lines = createInterface(stream);
    lines.on('line', (line) => {
      console.log(line);
      if (stream === child.stderr) output = lastLines(`${output}${line}\n`);
    });
    printed.push(once(lines, 'close'));
  }
  const { pid } = child;
  if (pid) remember(pid);
  let ending: Promise<void> | undefined;
  const end = () => {
    if (pid) ending = endProcessTree(pid);
  };
  limit?.addEventListener('abort', end, { once: true });
  try {
    const ok = await new Promise<boolean>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code === 0));
    });
    await Promise.all(printed);
    return { ok, output };
  } catch (error) {
    return { ok: false, output: String(error) };
  } finally {
    limit?.removeEventListener('abort', end);
    if (pid) forget(pid);
    await ending;
  }
}

function lastLines(text: string): string {
  return text.split('\n').slice(-LAST_LINES).join('\n');
}

/**
 * Returns the environment variable that requests colours, if this process prints to a terminal. Without it, a program
 * that writes into a pipe prints no colours.
 */
function colors(show: boolean): Record<string, string> {
  return show && process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {};
}

/** Registers a running program, so that a signal ends it too: Ctrl+C does not reach its separate process group. */
function remember(pid: number) {
  if (running.size === 0) for (const signal of SIGNALS) process.once(signal, endAll);
  running.add(pid);
}

function forget(pid: number) {
  running.delete(pid);
  if (running.size === 0) for (const signal of SIGNALS) process.off(signal, endAll);
}

function endAll(signal: NodeJS.Signals) {
  isInterrupted = true;
  void Promise.all(Array.from(running, (pid) => endProcessTree(pid))).then(() => {
    process.kill(process.pid, signal);
  });
}
