import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SOCKET_PREFIX } from './address.ts';
import { getPidFilePath, readPidFile } from './running.ts';
import { OperatorError } from './operator-error.ts';

const FAST_SHUTDOWN_MS = 20_000;
const IMMEDIATE_SHUTDOWN_MS = 10_000;

/**
 * Stops the server that a killed backend left running on a data folder, and deletes its socket folder unless a server
 * still uses it. Call this function only while this process holds the lock of the data folder.
 */
export async function stopOrphanedServer(directory: string): Promise<void> {
  const { text, pid, port, socketFolder } = await readPidFile(directory);
  if (!(pid > 0)) return;
  if (isServerOf(directory, pid)) {
    await stop(pid, directory);
  } else if (isAlive(pid)) {
    // A different process has this id now, and PostgreSQL would mistake it for a server. Write the id of this process:
    // PostgreSQL ignores the id of its parent, and still checks whether the old shared memory is in use.
    await writeFile(getPidFilePath(directory), text.replace(/^\d+/, String(process.pid)));
  }
  const isOurs = basename(socketFolder).startsWith(SOCKET_PREFIX);
  if (isOurs && !(await isInUse(socketFolder, port))) {
    await rm(socketFolder, { recursive: true, force: true });
  }
}

/**
 * Returns whether a process is the server of this folder. Compares the command line, because a different process can
 * have the same id now.
 */
function isServerOf(directory: string, pid: number) {
  return commandLine(pid).includes(`postgres -D ${directory} `);
}

/**
 * Returns whether a running server uses a socket folder. A copied data folder names the socket folder of the original's
 * server, which must stay reachable.
 */
async function isInUse(socketFolder: string, port: number) {
  const lock = await readFile(join(socketFolder, `.s.PGSQL.${port}.lock`), 'utf8').catch(() => '');
  const pid = Number(lock.split('\n')[0]);
  return pid > 0 && commandLine(pid).includes(`unix_socket_directories=${socketFolder} `);
}

/** Returns the command line of a process. Reads /proc if it exists, because small container images have no `ps`. */
function commandLine(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return (
      spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
    );
  }
}

async function stop(pid: number, directory: string) {
  for (const [signal, limit] of [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
  ] as const) {
    send(pid, signal, directory);
    if (await waitForEnd(directory, pid, limit)) return;
  }
  throw new OperatorError(`O PostgreSQL de uma execução anterior (processo ${pid}) não encerra.`);
}

function send(pid: number, signal: NodeJS.Signals, directory: string) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!isAlive(pid)) return;
    throw new OperatorError(
      `O PostgreSQL de uma execução anterior (processo ${pid}) usa ${directory} e é de outra conta: encerre-o.`,
      { cause: error },
    );
  }
}

/**
 * Waits until the server has ended, for at most `limit` ms; returns whether it has ended. Checks the command line,
 * because a zombie process keeps its id until its parent reads the exit status.
 */
async function waitForEnd(directory: string, pid: number, limit: number) {
  for (const deadline = Date.now() + limit; Date.now() < deadline; await wait(20)) {
    if (!isServerOf(directory, pid)) return true;
  }
  return false;
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
