import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { logFailureAndExit, logForOperator } from '../operator-log.ts';
import { findAccount } from './account.ts';
import { findFreeLoopbackPort, openSocketFolder, type ServerAddress } from './address.ts';
import { findOrCopyPrograms } from './binaries.ts';
import { lockFolder } from './folder-lock.ts';
import { createEmptyCluster } from './empty-cluster.ts';
import { stopOrphanedServer } from './orphan.ts';
import { OperatorError } from './operator-error.ts';
import { startServer, type ServerOptions, type ServerProcess } from './server-process.ts';
import { SUPERUSER } from './superuser.ts';

/** A running embedded PostgreSQL server on its own data folder. */
export type Cluster = {
  connection: { host: string; port: number; user: string; password: string };
  stop(): Promise<void>;
};
export type ClusterOptions = {
  /** Folder of the database files; created if missing. Its parent must exist. */
  directory: string;
  password: string;
  /** Whether the data is temporary (tests): then nothing is synced to disk. */
  volatile?: boolean;
  /**
   * The folder of an empty database, which is copied if initdb refuses this account; by default `TEMPLATE_FOLDER`
   * (template.ts).
   */
  template?: string;
  /** Called when the server has ended and cannot be restarted. By default, ends this process. */
  onLost?: (error: unknown) => void;
};

/** Maximum number of restarts within RESTART_WINDOW_MS, after unexpected exits of the server. */
const MAX_RESTARTS = 3;
const RESTART_WINDOW_MS = 60_000;
const RESTART_LIMIT_MS = 15_000;
const KEEPS_DYING = 'O PostgreSQL encerra repetidamente.';

/**
 * Starts PostgreSQL on a data folder in any state: without a database, with the running server of a killed backend, or
 * with the files of a crashed server. Restarts the server if it ends unexpectedly.
 * @throws OperatorError when a different process uses the folder, or when the server does not start (the error contains
 * the server's last messages)
 */
export async function startCluster(given: ClusterOptions): Promise<Cluster> {
  const parent = await realpath(dirname(given.directory));
  const options = { ...given, directory: join(parent, basename(given.directory)) };
  const lock = lockFolder(options.directory);
  try {
    const account = await findAccount(options.directory);
    const programs = await findOrCopyPrograms(account);
    await stopOrphanedServer(options.directory);
    await createEmptyCluster(programs, account, options);
    const { directory, password, volatile = false } = options;
    const server = { programs, account, directory, password, volatile };
    const { address, first } = await startSomewhere(server);
    const stop = keepRunning(first, server, address, options.onLost ?? endProcess);
    return {
      connection: { host: address.host, port: address.port, user: SUPERUSER, password },
      async stop() {
        await stop();
        await address.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Starts the server on a socket, or on a port of the loopback address if sockets do not work. */
async function startSomewhere(server: ServerOptions) {
  const socket = await openSocketFolder(server.account);
  if (socket) {
    try {
      return { address: socket, first: await startServer(server, socket) };
    } catch (error) {
      await socket.close();
      if (!/unix.domain socket/i.test(String(error))) throw error;
    }
  }
  const address = await findFreeLoopbackPort();
  return { address, first: await startServer(server, address) };
}

/**
 * Restarts the server at the same address when it ends unexpectedly, so that the connection pools recover.
 * @returns a function that stops the server
 */
function keepRunning(
  first: ServerProcess,
  server: ServerOptions,
  address: ServerAddress,
  onLost: (error: unknown) => void,
) {
  let current = first;
  let stopping = false;
  let restarting: Promise<void> | undefined;
  const deaths: number[] = [];
  void watch();

  async function watch() {
    await current.ended;
    if (!stopping) restarting = restart().catch(onLost);
  }

  async function restart() {
    const now = Date.now();
    deaths.push(now);
    const recent = deaths.filter((time) => time > now - RESTART_WINDOW_MS).length;
    if (recent > MAX_RESTARTS) throw new Error(KEEPS_DYING);
    logForOperator('error', 'O PostgreSQL encerrou inesperadamente; iniciando de novo.');
    current = await startAgain(server, address);
    void watch();
    if (stopping) await current.stop();
  }

  return async () => {
    stopping = true;
    await current.stop();
    await restarting;
  };
}

/**
 * Starts the server again. Retries for up to 15 s, because processes of the dead server can still hold its shared
 * memory.
 */
async function startAgain(server: ServerOptions, address: ServerAddress) {
  for (const deadline = Date.now() + RESTART_LIMIT_MS; ; await wait(250)) {
    try {
      return await startServer(server, address);
    } catch (error) {
      if (Date.now() > deadline)
        throw new Error(`${KEEPS_DYING} ${String(error)}`, { cause: error });
    }
  }
}

function endProcess(error: unknown) {
  const reason = error instanceof Error ? error.message : String(error);
  logFailureAndExit(
    new OperatorError(
      `${reason}\nSem banco de dados a Vitrine não continua. Veja o registro do PostgreSQL ao lado dos dados.`,
    ),
  );
}
