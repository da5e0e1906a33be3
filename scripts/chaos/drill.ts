import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { UNFINISHED_RESTORE_FILE } from '../../backend/database/data-folder.ts';
import { openDatabaseServer } from '../../backend/database/open-server.ts';
import { findRunningServer } from '../../backend/database/running.ts';
import { withClient } from '../../backend/database/superuser.ts';
import {
  isPostgresProcess,
  readPostmasterPid,
  startBackend,
  waitForCondition,
} from '../../backend/database/testing/backend-process.ts';
import { readOrCreateSecrets } from '../../backend/secrets.ts';
import { getVersionPath } from '../../backend/storage/disk-store.ts';
import { computeTableChecksum } from '../../operations/checksums.ts';
import { readBackup } from '../../operations/read-backup.ts';
import { listTables, setCopySettings } from '../../operations/tables.ts';
import { fillCatalogue } from '../../operations/testing/catalogue.ts';
import type { Ledger } from './ledger.ts';
import type { ChaosReport } from './report.ts';
import { findLosses } from './find-losses.ts';
import { startChaosSetup, type ChaosSetup } from './chaos-setup.ts';
import { startWriters } from './writers.ts';

export const PASSPHRASE = 'quinze tulipas azuis';
const LIMITS = { REQUESTS_PER_MINUTE: '10000000', MIN_FREE_DISK_PERCENT: '0' };

type Drill = { products: number; kills: number };

/**
 * Simulates the loss of a host: backs up a catalogue with pictures and history under load, kills and deletes the
 * installation, restores it, and compares all tables and files with the backup. Before that backup, starts and kills
 * several backups; before that restore, starts and kills several restores.
 */
export async function runRestoreDrill({ products, kills }: Drill, report: ChaosReport) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-drill-'));
  await chmod(folder, 0o711);
  const file = join(folder, 'vitrine.backup');
  const world = await startChaosSetup();
  try {
    await fill(world, products);
    const stopWriters = startWriters(world.session, world.ledger);
    await killBackups(world.dataDir, file, kills, report);
    const acknowledged = structuredClone(world.ledger);
    const backup = await startOperation('backup', world.dataDir, file).ended;
    await stopWriters();
    if (!backup.ok) report.problem(`the backup: ${backup.output}`);
    report.line(`backup under writes: ${backup.ms} ms, ${backup.output.split('\n')[0]}`);
    await destroy(world);

    const restoredFolder = join(folder, 'data');
    await killRestores(restoredFolder, file, kills, report);
    const restored = await startOperation('restore', restoredFolder, file).ended;
    if (!restored.ok) report.problem(`the restore: ${restored.output}`);
    report.line(`restore: ${restored.ms} ms, ${restored.output.split('\n')[0]}`);
    await compareWithBackup(restoredFolder, file, report);
    await expectAcknowledged(world, restoredFolder, acknowledged, report);
  } finally {
    await world.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Inserts rows by SQL, as an import from another system would, and uploads pictures through the storage API. */
async function fill({ dataDir, session }: ChaosSetup, products: number) {
  const { databasePassword, serviceKey } = await readOrCreateSecrets(dataDir);
  const running = await findRunningServer(join(dataDir, 'postgres'), databasePassword);
  if (!running) throw new Error('no PostgreSQL is running');
  await withClient(running, (client) =>
    fillCatalogue(
      {
        url: session.url,
        serviceKey,
        sql: async <Row>(text: string, values?: unknown[]) =>
          (await client.query(text, values)).rows as Row[], // `Row` names the columns of the query
      },
      products,
    ),
  );
}

export function startOperation(name: 'backup' | 'restore', dataDir: string, file: string) {
  const startedAt = Date.now();
  const program = fileURLToPath(new URL(`../../operations/${name}.ts`, import.meta.url));
  const env = { ...process.env, DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE };
  const child = spawn(process.execPath, [program, file], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<{ ok: boolean; output: string; ms: number }>((resolve) => {
    child.once('close', (code) => resolve({ ok: code === 0, output, ms: Date.now() - startedAt }));
  });
  return { ended, pid: child.pid ?? 0, kill: () => child.kill('SIGKILL') };
}

/** Kills backups, and checks each time that the backup's file does not exist or is complete. */
async function killBackups(dataDir: string, file: string, times: number, report: ChaosReport) {
  let interrupted = 0;
  for (let n = 0; n < times; n += 1) {
    const backup = startOperation('backup', dataDir, file);
    await wait(300 + Math.random() * 1_500);
    backup.kill();
    await backup.ended;
    if (await pathExists(file)) await readBackup(file, PASSPHRASE);
    else interrupted += 1;
    await rm(file, { force: true });
  }
  report.line(`${times} × kill -9 of a backup: ${interrupted} interrupted, no partial file`);
}

/**
 * Kills restores, and checks that the server does not start with an incomplete folder. The next restore starts over in
 * that folder.
 */
async function killRestores(dataDir: string, file: string, times: number, report: ChaosReport) {
  let interrupted = 0;
  for (let n = 0; n < times; n += 1) {
    const restore = startOperation('restore', dataDir, file);
    await wait(500 + Math.random() * 4_000);
    restore.kill();
    await restore.ended;
    if (await pathExists(join(dataDir, UNFINISHED_RESTORE_FILE))) {
      interrupted += 1;
      const refused = startBackend(dataDir);
      if ((await refused.exitCode()) !== 1)
        report.problem('a partially restored folder was served');
      await refused.end();
    } else {
      await rm(dataDir, { recursive: true, force: true }); // the restore had not begun, or was complete
    }
  }
  report.line(`${times} × kill -9 of a restore: ${interrupted} interrupted, none served`);
}

export async function pathExists(path: string) {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function destroy(world: ChaosSetup) {
  const server = await readPostmasterPid(world.dataDir);
  await world.backend.signal('SIGKILL');
  if (server) process.kill(server.pid, 'SIGKILL');
  await waitForCondition(
    'PostgreSQL is gone',
    async () => !server || !(await isPostgresProcess(server.pid)),
  );
  await rm(world.dataDir, { recursive: true });
}

/** Compares an installation with a backup: the checksum of every table, and the bytes of every file. */
export async function compareWithBackup(dataDir: string, file: string, report: ChaosReport) {
  let files = 0;
  const manifest = await readBackup(file, PASSPHRASE, {
    async file(version, content) {
      const hash = createHash('sha256');
      for await (const bytes of content) hash.update(bytes);
      const stored = await readFile(getVersionPath(join(dataDir, 'files'), version)).catch(
        () => undefined,
      );
      files += 1;
      if (!stored || createHash('sha256').update(stored).digest('hex') !== hash.digest('hex'))
        report.problem(`the file ${version} differs`);
    },
  });
  const server = await openDatabaseServer({ DATA_DIR: dataDir });
  try {
    await withClient(server.superuser, async (client) => {
      await setCopySettings(client);
      for (const table of await listTables(client)) {
        const found = await computeTableChecksum(client, table);
        const expected = manifest.tables.find((each) => each.table === table.table);
        if (found.sha256 !== expected?.sha256) report.problem(`the table ${table.table} differs`);
      }
    });
  } finally {
    await server.stop();
  }
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  report.line(`compared: ${rows} rows of ${manifest.tables.length} tables, ${files} files`);
}

/** Checks that no write that was acknowledged before the backup is lost. */
async function expectAcknowledged(
  { session }: ChaosSetup,
  dataDir: string,
  acknowledged: Ledger,
  report: ChaosReport,
) {
  const backend = startBackend(dataDir, LIMITS);
  try {
    const { url } = await backend.ready(60_000);
    const losses = await findLosses(dataDir, { ...session, url }, acknowledged, {
      everything: true,
    });
    report.losses('the loss of the host', losses);
  } finally {
    await backend.signal('SIGTERM');
    await backend.end();
  }
}
