import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  isPostgresProcess,
  readPostmasterPid,
  startBackend,
  waitForCondition,
  type Backend,
} from '../../backend/database/testing/backend-process.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { ADMIN_SETTINGS, createChaosSession, type ChaosSession } from './session.ts';
import { findLosses } from './find-losses.ts';

/** A backend on its own data folder, a signed-in user, and the acknowledged writes. */
export type ChaosSetup = {
  dataDir: string;
  ledger: Ledger;
  session: ChaosSession;
  backend: Backend;
  /**
   * Starts the backend again on the same data folder.
   * @returns milliseconds until the backend prints its URL
   */
  start(): Promise<number>;
  losses(options?: { everything?: boolean }): Promise<string[]>;
  end(): Promise<void>;
};

/**
 * Time limit of a start. It is longer than the limits of the tests (`limitMs`), so that a slow start is reported with
 * its duration and does not throw.
 */
const START_LIMIT_MS = 60_000;
/** Settings without limits: clients send many requests, and `testDiskFailures` fills the disk. */
const NO_LIMITS = { REQUESTS_PER_MINUTE: '10000000', MIN_FREE_DISK_PERCENT: '0' };

/**
 * Starts a backend and signs in.
 * @param given a data folder that only this setup uses; by default a temporary one, which `end` deletes
 */
export async function startChaosSetup(given?: string): Promise<ChaosSetup> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'vitrine-chaos-')));
  await chmod(dataDir, 0o711);
  const ledger = createLedger();
  const backend = startBackend(dataDir, { ...ADMIN_SETTINGS, ...NO_LIMITS });
  const session = await backend
    .ready(START_LIMIT_MS)
    .then(({ url }) => createChaosSession(url, dataDir))
    .catch(async (error: unknown) => {
      await backend.end();
      throw error;
    });
  const world: ChaosSetup = {
    dataDir,
    ledger,
    backend,
    session,
    async start() {
      world.backend = startBackend(dataDir, NO_LIMITS);
      const ready = await world.backend.ready(START_LIMIT_MS);
      world.session = { ...world.session, url: ready.url };
      return ready.ms;
    },
    losses: (options) => findLosses(dataDir, world.session, ledger, options),
    async end() {
      await world.backend.end();
      const server = await readPostmasterPid(dataDir);
      if (server && (await isPostgresProcess(server.pid))) process.kill(server.pid, 'SIGINT');
      await waitForCondition(
        'PostgreSQL has ended',
        async () => !server || !(await isPostgresProcess(server.pid)),
      );
      if (!given) await rm(dataDir, { recursive: true, force: true });
    },
  };
  return world;
}
