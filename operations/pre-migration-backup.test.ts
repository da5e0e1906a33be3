import { buildDatabaseUrl } from '../backend/testing/cluster.ts';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startBackend, waitForCondition } from '../backend/database/testing/backend-process.ts';
import { OperatorError } from '../backend/database/operator-error.ts';
import { createLogger } from '../backend/log.ts';
import { openPlatform } from '../backend/open-platform.ts';
import { startTestServer, type TestServer } from '../backend/testing/server.ts';
import { formatBackupName, formatPreMigrationBackupName } from './folder.ts';
import { readBackup } from './read-backup.ts';

const DAILY = [1, 2, 3].map((day) => formatBackupName(new Date(2026, 0, day, 3)));

let server: TestServer;
let folder: string;
let backups: string;
beforeEach(async () => {
  server = await startTestServer({ seed: 'staff' });
  folder = await mkdtemp(join(tmpdir(), 'vitrine-upgrade-'));
  backups = join(folder, 'backups');
  await mkdir(backups);
  for (const name of DAILY) await writeFile(join(backups, name), '');
  vi.spyOn(console, 'log').mockReturnValue();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Removes all migrations but the first from the list of applied migrations, so that the next start runs the second
 * migration again and fails.
 * @returns the name of the second migration, and a function that restores the list
 */
async function forgetMigrations() {
  const forgotten = await server.sql<{ name: string; sha256: string }>(
    `delete from vitrine_backend.applied_files where kind = 'migration' and name > (
      select min(name) from vitrine_backend.applied_files where kind = 'migration'
    ) returning name, sha256`,
  );
  const names = forgotten.map(({ name }) => name).toSorted();
  const versions = names.map((name) => name.split('_')[0]);
  await server.sql('delete from supabase_migrations.schema_migrations where version = any ($1)', [
    versions,
  ]);
  return {
    name: names[0] ?? '',
    async putBack() {
      for (const { name, sha256 } of forgotten)
        await server.sql(
          `insert into vitrine_backend.applied_files (kind, name, sha256) values ('migration', $1, $2)`,
          [name, sha256],
        );
      await server.sql(
        'insert into supabase_migrations.schema_migrations (version) select unnest($1::text[])',
        [versions],
      );
    },
  };
}

async function start(BACKUP_DIR = backups) {
  const config = { ...server.platform.config, BACKUP_DIR };
  const { close } = await openPlatform(config, createLogger('silent'));
  await close();
}

async function preMigrationBackups() {
  const names = await readdir(backups);
  expect(names).toEqual(expect.arrayContaining(DAILY));
  return names.filter((name) => !DAILY.includes(name));
}

it('is made once for a target version, and replaces no daily backup', async () => {
  const { name, putBack } = await forgetMigrations();
  for (let count = 0; count < 4; count += 1) await expect(start()).rejects.toThrow(name);

  const [file = '', ...more] = await preMigrationBackups();

  expect(more).toEqual([]);
  const { applied } = await readBackup(join(backups, file), undefined);
  expect(applied.map((each) => each.name)).not.toContain(name);
  await putBack();
}, 60_000);

it('is made again when it was deleted, or after a successful start', async () => {
  const first = await forgetMigrations();
  await expect(start()).rejects.toThrow(first.name);
  const [deleted = ''] = await preMigrationBackups();
  await rm(join(backups, deleted));
  await expect(start()).rejects.toThrow(first.name);
  const [old = '', ...more] = await preMigrationBackups();
  expect(more).toEqual([]);
  await rename(join(backups, old), join(backups, old.replace('2026', '2025')));
  await first.putBack();
  await start(); // succeeds, as with a version that needs no migration
  const second = await forgetMigrations();

  await expect(start()).rejects.toThrow(second.name);

  expect(await preMigrationBackups()).toHaveLength(2);
}, 60_000);

it('replaces the new draft of an interrupted start, and leaves that of a daily backup', async () => {
  const { name } = await forgetMigrations();
  const moment = new Date(2026, 0, 4, 3);
  const interrupted = `${formatPreMigrationBackupName(moment, '20260101000000-0123abcd')}.12.unfinished`;
  const draftInProgress = `${formatBackupName(moment)}.13.unfinished`;
  for (const draft of [interrupted, draftInProgress]) await writeFile(join(backups, draft), '');

  await expect(start()).rejects.toThrow(name);

  const names = await preMigrationBackups();
  expect(names.filter((each) => each.endsWith('.unfinished'))).toEqual([draftInProgress]);
  expect(names).toHaveLength(2);
}, 60_000);

it('is required: without it the database does not change', async () => {
  const { name } = await forgetMigrations();
  await writeFile(join(folder, 'file'), '');
  await expect(start(join(folder, 'file'))).rejects.toThrow('sem backup não se atualiza');
  expect(
    await server.sql('select from vitrine_backend.applied_files where name = $1', [name]),
  ).toEqual([]);
});

it('is named by the start that fails, with the migration and the reason, without a stack', async () => {
  const { name } = await forgetMigrations();
  await expect(start()).rejects.toThrow(OperatorError);
  const [file = ''] = await preMigrationBackups();
  const backend = startBackend(server.dataDir, {
    DATABASE_URL: buildDatabaseUrl(server.superuser),
    BACKUP_DIR: backups,
  });
  try {
    await waitForCondition('the start has failed', backend.hasEnded, 40_000);
    expect(await backend.exitCode()).toBe(1);
    const output = backend.output();
    expect(output).toContain(`A migração ${name} falhou: `);
    expect(output).toContain('already exists');
    expect(output).toContain(join(backups, file));
    expect(output).not.toMatch(/^ +at /m);
  } finally {
    await backend.end();
  }
}, 60_000);
