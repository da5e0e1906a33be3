import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../backend/config.ts';
import { asOneClient, type Superuser } from '../backend/database/superuser.ts';
import { tellOperator } from '../backend/operator-log.ts';
import { folderOfBackups, keepNewest } from './folder.ts';
import { lastMade, noteOutcome } from './outcome.ts';
import { isOnSameDisk } from './write-backup.ts';

const BACKUP = fileURLToPath(new URL('./backup.ts', import.meta.url));
const LOOK_MS = 60_000;
const TRY_AGAIN_MS = 60 * 60_000;
const MAX_WORDS = 1_000;
const ONE_AT_A_TIME = `select pg_try_advisory_lock(hashtext('vitrine.backup')) as free`;

type Scheduled = {
  config: Config & { DATA_DIR: string; BACKUP_AT: string };
  superuser: Superuser;
  log: FastifyBaseLogger;
};

/**
 * Makes a backup whenever the newest is older than the last time of BACKUP_AT: every day, and at once after a night that
 * the machine was off. One that failed is tried again an hour later, and told in the panel until one is made.
 * @returns what stops it
 */
export async function scheduleBackups(scheduled: Scheduled): Promise<() => Promise<void>> {
  const { config, superuser, log } = scheduled;
  const folder = folderOfBackups(config, config.DATA_DIR);
  await warnOfSameDisk(folder, config.DATA_DIR);
  const stopping = new AbortController();
  let tried = -Infinity;
  let working = Promise.resolve();

  async function look() {
    const now = Date.now();
    const due = lastTimeOf(config.BACKUP_AT, new Date(now)).getTime();
    if (tried >= due && tried > now - TRY_AGAIN_MS) return;
    if (((await lastMade(superuser))?.getTime() ?? -Infinity) >= due) return;
    tried = now;
    await asOneClient(superuser, async (client) => {
      const { rows } = await client.query<{ free: boolean }>(ONE_AT_A_TIME);
      if (rows[0]?.free) await backUp(scheduled, folder, stopping.signal);
    });
  }

  function lookAgain() {
    working = working.then(look).catch((error: unknown) => {
      if (!stopping.signal.aborted) log.error({ err: error }, 'the backup could not be scheduled');
    });
  }
  const timer = setInterval(lookAgain, LOOK_MS).unref();
  lookAgain();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await working;
  };
}

/** In a process of its own: people's requests share nothing with it but the database. */
async function backUp({ config, superuser, log }: Scheduled, folder: string, signal: AbortSignal) {
  const child = spawn(process.execPath, [BACKUP], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATA_DIR: config.DATA_DIR },
  });
  const end = () => child.kill();
  signal.addEventListener('abort', end);
  let words = '';
  let told = '';
  child.stdout.on('data', (chunk: Buffer) => {
    told = `${told}${chunk.toString()}`.slice(0, MAX_WORDS);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    words = `${words}${chunk.toString()}`.slice(-MAX_WORDS);
  });
  const [code] = (await once(child, 'close')) as [number | null]; // Node's signature
  signal.removeEventListener('abort', end);
  if (signal.aborted) return;
  if (code === 0) {
    tellOperator('info', `Backup feito: ${told.trim()}`);
    await keepNewest(folder, config.BACKUP_KEEP);
    return;
  }
  const problem = words.trim() || `O processo do backup terminou com ${code}.`;
  log.error({ problem }, 'the backup has failed');
  await noteOutcome(superuser, 'failed', problem);
}

/** The last moment, up to now, at which the clock of this machine showed that time: '03:00'. */
export function lastTimeOf(time: string, now: Date) {
  const [hours, minutes] = time.split(':').map(Number);
  const last = new Date(now);
  last.setHours(hours ?? 0, minutes ?? 0, 0, 0);
  if (last > now) last.setDate(last.getDate() - 1);
  return last;
}

async function warnOfSameDisk(folder: string, dataDir: string) {
  // One that cannot be made is the failure of the first backup.
  const isThere = await mkdir(folder, { recursive: true, mode: 0o700 }).then(
    () => true,
    () => false,
  );
  if (isThere && (await isOnSameDisk(folder, dataDir)))
    tellOperator('warn', `Os backups vão para ${folder}, no mesmo disco que os dados.`);
}
