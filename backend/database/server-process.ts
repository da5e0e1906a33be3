import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresAccount } from './account.ts';
import { toListenSettings, type ServerAddress } from './address.ts';
import { pickPostgresEnvironment } from './binaries.ts';
import { probeConnection } from './connection-probe.ts';
import { openRotatingLog } from './rotating-log.ts';
import { OperatorError } from './operator-error.ts';
import { SUPERUSER } from './superuser.ts';

export type ServerOptions = {
  programs: string;
  account: PostgresAccount;
  directory: string;
  password: string;
  /** Whether the data is temporary (tests): then nothing is synced to disk. */
  volatile: boolean;
};

/** A running PostgreSQL server. */
export type ServerProcess = {
  pid: number;
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<void>;
  /** Ends all connections, writes a checkpoint and stops the server. After 20 s, stops it without a checkpoint. */
  stop(): Promise<void>;
};

/**
 * Time limit of a start, long enough to replay the write-ahead log after a crash. If the server ends earlier, the start
 * fails at once.
 */
const READY_LIMIT_MS = 120_000;
const PROBE_LIMIT_MS = 5_000;
const STOP_LIMIT_MS = 20_000;
const MAX_LAST_WORDS = 4_000;

/**
 * Starts the server; resolves when it accepts connections.
 * @throws OperatorError if the server does not start (with its last messages), or if it refuses the password
 */
export async function startServer(
  options: ServerOptions,
  address: ServerAddress,
): Promise<ServerProcess> {
  const log = openRotatingLog(`${options.directory}.log`);
  const child = spawn(
    join(options.programs, 'postgres'),
    ['-D', options.directory, ...settings(options, address)],
    {
      ...options.account,
      cwd: '/',
      env: pickPostgresEnvironment(),
      // Its own process group, so that Ctrl+C signals only this Node process, which stops PostgreSQL last.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log.write(chunk);
    words = `${words}${chunk.toString()}`.slice(-MAX_LAST_WORDS);
  });
  const ended = once(child, 'exit').then(() => undefined);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const stopWithUs = () => child.kill('SIGINT');
  process.on('exit', stopWithUs);
  void ended.then(() => process.off('exit', stopWithUs));
  await once(child, 'spawn');

  async function stop() {
    if (!isRunning()) return;
    child.kill('SIGINT');
    const timeout = new AbortController();
    const late = wait(STOP_LIMIT_MS, 'late', { signal: timeout.signal }).catch(() => undefined);
    if ((await Promise.race([ended, late])) === 'late') child.kill('SIGQUIT');
    timeout.abort();
    await ended;
  }

  try {
    await waitUntilReady(options, address, isRunning);
  } catch (error) {
    await stop();
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`O PostgreSQL não iniciou: ${words.trim() || String(error)}`, {
      cause: error,
    });
  }
  return { pid: child.pid ?? 0, ended, stop };
}

function settings({ volatile }: ServerOptions, address: ServerAddress) {
  const values = [
    ...toListenSettings(address),
    'max_connections=100',
    `shared_buffers=${sharedMegabytes()}MB`,
    'password_encryption=scram-sha-256',
    'timezone=UTC',
    'log_timezone=UTC',
    // Keep request data out of the log. Errors of sessions are not logged (platform/01-roles.sql), only warnings of the
    // server itself.
    'log_min_messages=warning',
    'log_error_verbosity=terse',
    'log_statement=none',
    'log_min_duration_statement=-1',
    'log_min_error_statement=panic',
    'log_parameter_max_length=0',
    'log_parameter_max_length_on_error=0',
    'log_checkpoints=off',
    ...(volatile ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : []),
  ];
  return values.flatMap((value) => ['-c', value]);
}

/**
 * Returns the size of the shared buffers in MB: an eighth of the memory that this process can use, but at least 128
 * (PostgreSQL's default) and at most 1,024, the size for a million products.
 */
function sharedMegabytes() {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return Math.round(Math.min(Math.max(memory / 8 / 2 ** 20, 128), 1024));
}

async function waitUntilReady(
  { password }: ServerOptions,
  address: ServerAddress,
  isRunning: () => boolean,
) {
  const { host, port } = address;
  const server = { host, port, user: SUPERUSER, password, database: 'postgres' };
  for (const deadline = Date.now() + READY_LIMIT_MS; ; await wait(20)) {
    if (!isRunning()) throw new Error('ended');
    try {
      return await probeConnection(server, PROBE_LIMIT_MS);
    } catch (error) {
      if (isWrongPassword(error)) {
        throw new OperatorError(
          'A senha em secrets.json não é a deste banco: restaure a pasta de dados por inteiro.',
          { cause: error },
        );
      }
      if (Date.now() > deadline) throw error;
    }
  }
}

function isWrongPassword(error: unknown) {
  return error instanceof pg.DatabaseError && error.code === '28P01';
}
