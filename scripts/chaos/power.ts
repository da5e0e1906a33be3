import { spawnSync } from 'node:child_process';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UNFINISHED_RESTORE_FILE } from '../../backend/database/data-folder.ts';
import {
  isPostgresProcess,
  readPostmasterPid,
  startBackend,
  waitForCondition,
} from '../../backend/database/testing/backend-process.ts';
import { readBackup } from '../../operations/read-backup.ts';
import { mount, unmount } from './disk.ts';
import { compareWithBackup, pathExists, PASSPHRASE, startOperation } from './drill.ts';
import { waitForWrites } from './kills.ts';
import type { ChaosReport } from './report.ts';
import { startChaosSetup, type ChaosSetup } from './chaos-setup.ts';
import { startWriters } from './writers.ts';

const DISK_BYTES = 900_000_000;

/**
 * Simulates power cuts, which lose unsynced writes. The data is on a file system in a file (the disk image), and writes
 * stay in memory until they are synced. At a random moment, `Disk.cut` stops all processes, copies the image, and
 * replaces the image with the copy. If this account cannot mount a disk, only reports that the test is skipped.
 */
export async function testPowerCuts(times: number, report: ChaosReport) {
  const disk = await makeDisk();
  if (!disk) return report.line('power cuts: skipped, because this account may not mount');
  try {
    const dataDir = join(disk.root, 'data');
    await mkdir(dataDir);
    const world = await startChaosSetup(dataDir);
    try {
      await whileWriting(world, disk, times, report);
      await whileBackingUp(world, disk, times, report);
    } finally {
      await world.end();
    }
    await whileRestoring(disk, times, report);
  } finally {
    await disk.remove();
  }
}

/** Cuts the power during writes: all acknowledged rows and files must survive. */
async function whileWriting(world: ChaosSetup, disk: Disk, times: number, report: ChaosReport) {
  let lost = 0;
  for (let n = 0; n < times; n += 1) {
    const stopWriters = startWriters(world.session, world.ledger);
    await waitForWrites(world);
    const unsynced = join(disk.root, `unsynced-${n}`);
    await writeFile(unsynced, Buffer.alloc(100_000, 1));
    await disk.cut(await processesOf(world));
    await stopWriters();
    const left = await stat(unsynced).catch(() => undefined);
    if (!left?.size) lost += 1;
    await world.start();
    report.losses(`power cut ${n + 1}`, await world.losses());
  }
  report.losses('the power cuts', await world.losses({ everything: true }));
  report.line(`${times} × power cut during writes: no acknowledged write is lost`);
  if (lost === 0) report.problem('the power cuts lost no unsynced file: they were no power cuts');
}

/**
 * Cuts the power during backups: if the backup's file exists, it must be complete. A backup that has reported success
 * must survive a power cut right after it.
 */
async function whileBackingUp(world: ChaosSetup, disk: Disk, times: number, report: ChaosReport) {
  let complete = 0;
  for (let n = 0; n < times; n += 1) {
    const file = join(disk.root, `cut-${n}.backup`);
    const backup = startOperation('backup', world.dataDir, file);
    await wait(300 + Math.random() * 1_500);
    await disk.cut([...(await processesOf(world)), backup.pid]);
    await backup.ended;
    if (await pathExists(file)) {
      await readBackup(file, PASSPHRASE);
      complete += 1;
    }
    await world.start();
  }
  const made = await startOperation('backup', world.dataDir, disk.backup).ended;
  await disk.cut(await processesOf(world));
  if (!made.ok) report.problem(`the backup: ${made.output}`);
  await readBackup(disk.backup, PASSPHRASE);
  report.line(
    `${times} × power cut during a backup: ${complete} complete, no partial file; one survives a power cut right after it`,
  );
  await world.start();
}

/**
 * Cuts the power during restores: the server must not start with an incomplete installation. A restore that has
 * reported success must survive a power cut right after it.
 */
async function whileRestoring(disk: Disk, times: number, report: ChaosReport) {
  const elsewhere = join(disk.root, 'restored');
  let interrupted = 0;
  for (let n = 0; n < times; n += 1) {
    const restore = startOperation('restore', elsewhere, disk.backup);
    await wait(500 + Math.random() * 4_000);
    await disk.cut([...(await processesIn(elsewhere)), restore.pid]);
    await restore.ended;
    if (await pathExists(join(elsewhere, UNFINISHED_RESTORE_FILE))) {
      interrupted += 1;
      const refused = startBackend(elsewhere);
      if ((await refused.exitCode()) !== 1)
        report.problem('a partially restored folder was served');
      await refused.end();
    } else {
      await rm(elsewhere, { recursive: true, force: true }); // the restore had not begun, or was complete
    }
  }
  const restored = await startOperation('restore', elsewhere, disk.backup).ended;
  await disk.cut([]);
  if (!restored.ok) report.problem(`the restore: ${restored.output}`);
  report.line(
    `${times} × power cut during a restore: ${interrupted} interrupted, none served; after a complete one:`,
  );
  await compareWithBackup(elsewhere, disk.backup, report);
}

/** Returns the process ids of the backend, of its PostgreSQL, and of PostgreSQL's child processes. */
async function processesOf({ backend, dataDir }: ChaosSetup) {
  return [backend.pid, ...(await processesIn(dataDir))];
}

async function processesIn(dataDir: string) {
  const server = await readPostmasterPid(dataDir);
  if (!server || !(await isPostgresProcess(server.pid))) return [];
  const children = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8');
  return [server.pid, ...children.trim().split(' ').filter(Boolean).map(Number)];
}

type Disk = NonNullable<Awaited<ReturnType<typeof makeDisk>>>;

async function makeDisk() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-power-'));
  const image = join(folder, 'disk');
  const root = join(folder, 'mounted');
  await mkdir(root);
  // With `commit=600`, ext4 commits its journal every 10 minutes instead of every 5 s: a power cut loses more writes.
  const attach = () => mount('-o', 'loop,commit=600', image, root);
  await writeFile(image, '');
  await truncate(image, DISK_BYTES);
  const isMade = spawnSync('/sbin/mkfs.ext4', ['-q', '-F', image]).status === 0;
  if (!isMade || !attach()) {
    await rm(folder, { recursive: true, force: true });
    return undefined;
  }
  // If this process is root, PostgreSQL runs under a different account, which must enter these folders.
  for (const path of [folder, root]) await chmod(path, 0o711);
  return {
    root,
    backup: join(root, 'vitrine.backup'),
    /**
     * Stops `processes`, copies the disk image, kills the processes, and mounts the copy, which lacks unsynced writes.
     * `processes` must contain all processes that write.
     */
    async cut(processes: number[]) {
      for (const pid of processes) signal(pid, 'SIGSTOP');
      const copy = join(folder, 'copy');
      await copyFile(image, copy);
      for (const pid of processes) signal(pid, 'SIGKILL');
      await waitForCondition('everything has ended', () =>
        processes.every((pid) => !signal(pid, 0)),
      );
      unmount(root);
      await rename(copy, image);
      if (!attach()) throw new Error('the disk is not readable after the power cut');
    },
    async remove() {
      unmount(root);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Sends a signal; 0 only checks that the process exists.
 * @returns whether the process exists
 */
function signal(pid: number, name: NodeJS.Signals | 0) {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
