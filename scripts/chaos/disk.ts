import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startBackend } from '../../backend/database/testing/backend-process.ts';
import type { ChaosReport } from './report.ts';
import { startChaosSetup, type ChaosSetup } from './chaos-setup.ts';
import { startWriters, tryAddLongCategories } from './writers.ts';

const DISK = 'size=220m,mode=711';
const LEFT_BYTES = 1_000_000;
const LONG_ROWS = 40;
const MAX_REQUESTS = 300;

/**
 * Tests a full and a read-only disk, on a separate file system. If this account cannot mount a file system, only
 * reports that the test is skipped.
 */
export async function testDiskFailures(report: ChaosReport) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-disk-'));
  if (!mount('-t', 'tmpfs', '-o', DISK, 'tmpfs', dataDir)) {
    report.line('disk full, read-only: skipped, because this account may not mount');
    await rm(dataDir, { recursive: true, force: true });
    return;
  }
  try {
    const world = await startChaosSetup(dataDir);
    try {
      await write(world, 1_000);
      await fillDisk(world, report);
      await makeFilesReadOnly(world, report);
      await makeFolderReadOnly(world, report);
      report.losses('the failures of the disk', await world.losses({ everything: true }));
    } finally {
      await world.end();
    }
  } finally {
    unmount(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function fillDisk(world: ChaosSetup, report: ChaosReport) {
  const filler = join(world.dataDir, 'filler');
  const { bavail, bsize } = await statfs(world.dataDir);
  await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - LEFT_BYTES)));
  world.ledger.refused.clear();
  await write(world, 2_000);
  await writeRows(world);
  const responses = refusals(world);
  await rm(filler);

  report.line(`disk full: responses ${responses}`);
  if (!/ 507 |^507 /.test(responses)) report.problem('no upload was refused for the full disk');
  await expectRecovery(world, report, 'a full disk');
}

/** Writes rows until the backend refuses or ends, at most `MAX_REQUESTS` times. */
async function writeRows(world: ChaosSetup) {
  for (let n = 0; n < MAX_REQUESTS && !world.backend.hasEnded(); n += 1) {
    if ((await tryAddLongCategories(world.session, world.ledger, LONG_ROWS)) === 'refused') return;
  }
}

/**
 * Makes the folder of uploaded files read-only, but not the database, and checks that the backend refuses an upload.
 */
async function makeFilesReadOnly(world: ChaosSetup, report: ChaosReport) {
  const files = join(world.dataDir, 'files');
  mount('--bind', files, files);
  mount('-o', 'remount,bind,ro', files);
  world.ledger.refused.clear();
  await write(world, 1_000);
  const responses = refusals(world);
  unmount(files);

  report.line(`files read-only: responses ${responses}`);
  if (!responses.includes('507')) report.problem('no upload was refused for the read-only folder');
  await expectRecovery(world, report, 'a read-only folder of files');
}

async function makeFolderReadOnly(world: ChaosSetup, report: ChaosReport) {
  await world.backend.signal('SIGTERM');
  mount('-o', 'remount,ro', world.dataDir);
  const refused = startBackend(world.dataDir);
  const code = await refused.exitCode();
  mount('-o', 'remount,rw', world.dataDir);
  await world.start();

  const reason = refused.output().trim();
  report.line(`data folder read-only: ends with ${code}: ${reason.split('\n')[0]}`);
  if (code !== 1 || !reason || reason.includes('    at ')) {
    report.problem(`the read-only data folder is not explained: ${reason}`);
  }
}

/**
 * Checks that writes succeed again and that nothing was lost. If the backend has ended, reports the last line of its
 * output and restarts it.
 */
async function expectRecovery(world: ChaosSetup, report: ChaosReport, after: string) {
  if (world.backend.hasEnded()) {
    report.line(`the backend ended: ${world.backend.output().trim().split('\n').at(-1)}`);
    await world.start();
  }
  const before = world.ledger.files.length;
  await write(world, 2_000);
  if (world.ledger.files.length === before) report.problem(`nothing is written after ${after}`);
  report.losses(after, await world.losses());
}

async function write(world: ChaosSetup, milliseconds: number) {
  const stop = startWriters(world.session, world.ledger);
  await wait(milliseconds);
  await stop();
}

function refusals({ ledger }: ChaosSetup) {
  const counts = new Map<string, number>();
  for (const [response, times] of ledger.refused) {
    const message = /"message":"([^"]*)"/.exec(response)?.[1] ?? '';
    const key = `${response.split(' ')[0]} ${message}`.trim();
    counts.set(key, (counts.get(key) ?? 0) + times);
  }
  return [...counts].map(([response, times]) => `${response} (${times}×)`).join(', ') || 'nothing';
}

export function mount(...args: string[]) {
  return spawnSync('/bin/mount', args).status === 0;
}

export function unmount(folder: string) {
  spawnSync('/bin/umount', ['-l', folder]);
}
