import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../backend/config.ts';
import { withClient, type ConnectionSettings } from '../backend/database/superuser.ts';
import { logForOperator } from '../backend/operator-log.ts';
import { resolveBackupFolder, pruneBackups } from './folder.ts';
import { findLastBackupTime, storeBackupOutcome } from './backup-outcome.ts';
import { isOnSameDisk, DRAFT_SUFFIX } from './write-backup.ts';

const BACKUP = fileURLToPath(new URL('./backup.ts', import.meta.url));
const CHECK_INTERVAL_MS = 60_000;
const TRY_AGAIN_MS = 60 * 60_000;
const MAX_OUTPUT = 1_000;
const ONE_AT_A_TIME = `select pg_try_advisory_lock(hashtext('vitrine.backup')) as free`;

type Scheduled = {
  config: Config & { DATA_DIR: string };
  superuser: ConnectionSettings;
  log: FastifyBaseLogger;
};

/**
 * Checks the backup folder once. With BACKUP_AT, also makes a backup every day at this time, and at once if the last
 * backup that was due is missing. Repeats a failed backup after an hour. The panel shows the failure until a backup
 * succeeds.
 * @returns a function that stops the schedule and a backup in progress
 */
export async function scheduleBackups(scheduled: Scheduled): Promise<() => Promise<void>> {
  const { config, superuser, log } = scheduled;
  const folder = resolveBackupFolder(config, config.DATA_DIR);
  await checkFolder(folder, scheduled);
  const time = config.BACKUP_AT;
  if (!time) return async () => undefined;
  const dueBefore = (now: number) => findLastOccurrence(time, new Date(now)).getTime();
  const stopping = new AbortController();
  let tried = -Infinity;
  let working = Promise.resolve();

  async function backUpIfDue() {
    const now = Date.now();
    const due = dueBefore(now);
    if (tried >= due && tried > now - TRY_AGAIN_MS) return;
    if (((await findLastBackupTime(superuser))?.getTime() ?? -Infinity) >= due) return;
    tried = now;
    await withClient(superuser, async (client) => {
      const { rows } = await client.query<{ free: boolean }>(ONE_AT_A_TIME);
      if (rows[0]?.free) await backUp(scheduled, folder, stopping.signal);
    });
  }

  function scheduleCheck() {
    working = working.then(backUpIfDue).catch((error: unknown) => {
      if (!stopping.signal.aborted) log.error({ err: error }, 'the backup could not be scheduled');
    });
  }
  const timer = setInterval(scheduleCheck, CHECK_INTERVAL_MS).unref();
  scheduleCheck();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await working;
  };
}

/** Makes a backup in a separate process, so that it slows down requests only by its load on the database. */
async function backUp({ config, superuser, log }: Scheduled, folder: string, signal: AbortSignal) {
  const child = spawn(process.execPath, [BACKUP], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATA_DIR: config.DATA_DIR },
  });
  const end = () => child.kill();
  signal.addEventListener('abort', end);
  let errors = '';
  let summary = '';
  child.stdout.on('data', (chunk: Buffer) => {
    summary = `${summary}${chunk.toString()}`.slice(0, MAX_OUTPUT);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors = `${errors}${chunk.toString()}`.slice(-MAX_OUTPUT);
  });
  const [code] = (await once(child, 'close')) as [number | null]; // `close` passes the exit code first
  signal.removeEventListener('abort', end);
  if (signal.aborted) return;
  if (code === 0) {
    logForOperator('info', `Backup feito: ${summary.trim()}`);
    await pruneBackups(folder);
    return;
  }
  const problem = errors.trim() || `O processo do backup terminou com ${code}.`;
  log.error({ problem }, 'the backup has failed');
  await storeBackupOutcome(superuser, 'failed', problem);
}

/** Returns the most recent occurrence of a local time ('03:00'), today or yesterday. */
export function findLastOccurrence(time: string, now: Date) {
  const [hours, minutes] = time.split(':').map(Number);
  const last = new Date(now);
  last.setHours(hours ?? 0, minutes ?? 0, 0, 0);
  if (last > now) last.setDate(last.getDate() - 1);
  return last;
}

/**
 * Checks the folder when the server starts, so that the operator learns of a problem before the first backup. Reports a
 * folder that is not writable, because backups would fail. Reports a folder on the disk of the data, because a failure
 * of this disk would destroy the data and the backups.
 */
async function checkFolder(folder: string, { config, superuser }: Scheduled) {
  const probe = join(folder, `start-${process.pid}${DRAFT_SUFFIX}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(probe, '', { mode: 0o600 });
    await rm(probe);
  } catch (error) {
    const problem = `BACKUP_DIR: a pasta ${folder} não pode ser usada: ${String(error)}`;
    logForOperator('error', problem);
    if (config.BACKUP_AT) await storeBackupOutcome(superuser, 'failed', problem);
    return;
  }
  if (await isOnSameDisk(folder, config.DATA_DIR))
    logForOperator('warn', `Os backups vão para ${folder}, no mesmo disco que os dados.`);
}
