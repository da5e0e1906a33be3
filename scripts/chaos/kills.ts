import { setTimeout as wait } from 'node:timers/promises';
import {
  isPostgresProcess,
  readPostmasterPid,
  waitForCondition,
} from '../../backend/database/testing/backend-process.ts';
import type { ChaosReport } from './report.ts';
import type { ChaosSetup } from './chaos-setup.ts';
import { createLedger } from './ledger.ts';
import { saveProduct, startWriters, uploadPicture } from './writers.ts';

/**
 * Number of kills before this test restarts the backend. After more kills within a minute, the backend would give up
 * and end.
 */
const KILLS_PER_START = 3;

/** `times`: the number of kills. `limitMs`: the maximum time after a kill until the backend works again. */
type Kills = { times: number; limitMs: number };

/** Kills the Node process (kill -9) while clients write. The next start finds PostgreSQL still running. */
export async function killNode(world: ChaosSetup, { times, limitMs }: Kills, report: ChaosReport) {
  const restarts: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const stopWriters = startWriters(world.session, world.ledger);
    await waitForWrites(world);
    await world.backend.signal('SIGKILL');
    await stopWriters();
    restarts.push(await world.start());
    report.losses(`kill ${n + 1} of Node`, await world.losses());
  }
  report.times(`${times} × kill -9 of Node: restart`, restarts, limitMs);
}

/** Kills the postmaster (kill -9) while clients write. The backend must restart PostgreSQL. */
export async function killPostgres(
  world: ChaosSetup,
  { times, limitMs }: Kills,
  report: ChaosReport,
) {
  const recoveries: number[] = [];
  for (let n = 0; n < times; n += 1) {
    if (n > 0 && n % KILLS_PER_START === 0) {
      const code = await world.backend.signal('SIGTERM');
      if (code !== 0) report.problem(`SIGTERM ended with ${code}`);
      await world.start();
    }
    const stopWriters = startWriters(world.session, world.ledger);
    await waitForWrites(world);
    const server = await readPostmasterPid(world.dataDir);
    if (!server) throw new Error('no PostgreSQL to kill');
    const killedAt = Date.now();
    process.kill(server.pid, 'SIGKILL');
    await waitForCondition(
      'PostgreSQL has ended',
      async () => !(await isPostgresProcess(server.pid)),
    );
    await waitForCondition('a write succeeds again', () => canWrite(world), 30_000);
    recoveries.push(Date.now() - killedAt);
    await stopWriters();
    report.losses(`kill ${n + 1} of PostgreSQL`, await world.losses());
  }
  report.times(`${times} × kill -9 of PostgreSQL: first write`, recoveries, limitMs);
}

/** Waits until clients write, then for a random time, so that any kind of write can be in flight. */
export async function waitForWrites(world: ChaosSetup) {
  const before = world.ledger.files.length;
  const arrived = waitForCondition(
    'files arrive',
    () => world.ledger.files.length >= before + 3,
    60_000,
  );
  await arrived.catch((error: unknown) => {
    const responses = [...world.ledger.refused].map(
      ([response, times]) => `${times} × ${response}`,
    );
    throw new Error(`nothing is written: ${responses.join(', ')}`, { cause: error });
  });
  await wait(Math.random() * 400);
}

async function canWrite({ session }: ChaosSetup) {
  const scratch = createLedger(); // these writes are not checked for losses
  try {
    await saveProduct(session, scratch, [await uploadPicture(session, scratch)]);
    return true;
  } catch {
    return false;
  }
}
