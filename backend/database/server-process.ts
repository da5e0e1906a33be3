import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Account } from './account.ts';
import { listenSettings, type Address } from './address.ts';
import { SUPERUSER } from './initialise.ts';
import { StartError } from './start-error.ts';

export type ServerOptions = {
  programs: string;
  account: Account;
  directory: string;
  password: string;
  /** Throw-away data (tests): no waiting for the disk. */
  volatile: boolean;
};

/** One run of the PostgreSQL server. */
export type ServerProcess = {
  pid: number;
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>;
  /** Ends connections and writes everything down; after 20 s without waiting for that. */
  stop(): Promise<void>;
};

/** Long enough to replay the log after a crash; a server that has ended is noticed at once. */
const READY_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 20_000;
const MAX_LOG_BYTES = 5_000_000;

/** Starts the server; resolves when it takes connections. @throws StartError with its last words */
export async function startServer(
  options: ServerOptions,
  address: Address,
): Promise<ServerProcess> {
  const log = `${options.directory}.log`;
  const logged = await logSize(log);
  const output = await open(log, 'a', 0o600);
  const child = spawn(
    join(options.programs, 'postgres'),
    ['-D', options.directory, ...settings(options, address)],
    {
      ...options.account,
      cwd: '/',
      // Not in this terminal's group: Ctrl+C is for this process, which stops the server last.
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    },
  );
  const ended = once(child, 'exit').then(() => undefined);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const stopWithUs = () => child.kill('SIGINT');
  process.on('exit', stopWithUs);
  void ended.then(() => process.off('exit', stopWithUs));
  await once(child, 'spawn');
  await output.close();

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
    if (error instanceof StartError) throw error;
    const said = (await readFile(log, 'utf8')).slice(logged).trim();
    throw new StartError(`O PostgreSQL não iniciou: ${said || String(error)}`, { cause: error });
  }
  return { pid: child.pid ?? 0, ended, stop };
}

function settings({ volatile }: ServerOptions, address: Address) {
  const values = [
    ...listenSettings(address),
    'max_connections=100',
    'password_encryption=scram-sha-256',
    'timezone=UTC',
    'log_timezone=UTC',
    // Rows in its error messages and statements with a password in them are nothing for a log.
    'log_min_messages=warning',
    'log_error_verbosity=terse',
    'log_min_error_statement=panic',
    'log_checkpoints=off',
    ...(volatile ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : []),
  ];
  return values.flatMap((value) => ['-c', value]);
}

async function waitUntilReady(
  { password }: ServerOptions,
  address: Address,
  isRunning: () => boolean,
) {
  const { host, port } = address;
  for (const deadline = Date.now() + READY_LIMIT_MS; ; await wait(20)) {
    if (!isRunning()) throw new Error('ended');
    const client = new pg.Client({ host, port, user: SUPERUSER, password, database: 'postgres' });
    client.on('error', () => undefined); // the connection may break while the server is starting
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (isWrongPassword(error)) {
        throw new StartError(
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

/** The log of PostgreSQL itself, warnings and worse; begun anew when it has grown large. */
async function logSize(log: string) {
  const size = await stat(log).then(
    (found) => found.size,
    () => 0,
  );
  if (size < MAX_LOG_BYTES) return size;
  await truncate(log);
  return 0;
}
