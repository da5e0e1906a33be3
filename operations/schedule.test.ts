import { buildDatabaseUrl } from '../backend/testing/cluster.ts';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readConfig } from '../backend/config.ts';
import { withClient } from '../backend/database/superuser.ts';
import { startBackend, waitForCondition } from '../backend/database/testing/backend-process.ts';
import { findRunningServer } from '../backend/database/running.ts';
import { readOrCreateSecrets } from '../backend/secrets.ts';
import { startTestServer } from '../backend/testing/server.ts';
import {
  formatBackupName,
  claimBackupFolder,
  selectRetainedBackups,
  formatPreMigrationBackupName,
  pruneBackups,
} from './folder.ts';
import { findLastBackupTime } from './backup-outcome.ts';
import { readBackup } from './read-backup.ts';
import { findLastOccurrence, scheduleBackups } from './schedule.ts';

const PASSPHRASE = 'quinze tulipas azuis';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-schedule-'));
  await chmod(folder, 0o711);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it.each([
  ['03:00', '2026-11-22T02:59:59', '2026-11-21T03:00:00'],
  ['03:00', '2026-11-22T03:00:00', '2026-11-22T03:00:00'],
  ['23:30', '2026-03-01T10:00:00', '2026-02-28T23:30:00'],
])('finds the last occurrence of %s, at %s', (time, now, last) => {
  expect(findLastOccurrence(time, new Date(now))).toEqual(new Date(last));
});

it('retains by age, and ignores other files', async () => {
  const days = [1, 2, 3].map((day) => formatBackupName(new Date(2026, 0, day, 3)));
  const earlier = formatBackupName(new Date(2026, 0, 3, 2));
  const preMigration = formatPreMigrationBackupName(
    new Date(2020, 0, 1, 3),
    '20260101000000-0123abcd',
  );
  for (const name of [...days, earlier, preMigration, 'mine.backup', 'notes.txt'])
    await writeFile(join(folder, name), '');

  await pruneBackups(folder);

  expect((await readdir(folder)).toSorted()).toEqual(
    [...days, preMigration, 'mine.backup', 'notes.txt'].toSorted(),
  );
});

it('retains the newest of 7 days, 4 weeks and 6 months, on any day of pruning', () => {
  let names: string[] = [];
  for (let day = 0; day < 500; day += 1) {
    names.push(formatBackupName(new Date(2026, 0, 1 + day, 3)));
    names = selectRetainedBackups(names);
    expect(names.length).toBeLessThanOrEqual(7 + 4 + 6);
  }
  // The last day is Saturday, 15 May 2027. The three weeks before it end on Sundays: 25 April, 2 May and 9 May.
  const days =
    '2026-12-31 2027-01-31 2027-02-28 2027-03-31 2027-04-25 2027-04-30 2027-05-02 2027-05-09 ' +
    '2027-05-10 2027-05-11 2027-05-12 2027-05-13 2027-05-14 2027-05-15';
  expect(names).toEqual(days.split(' ').map((day) => `vitrine-${day}-030000.backup`));
});

it('counts only days with a backup: after a year without one it deletes none', () => {
  const names = [1, 2, 3, 4].map((day) => formatBackupName(new Date(2025, 0, day, 3)));
  const now = formatBackupName(new Date(2026, 5, 1, 3));
  expect(selectRetainedBackups([now, ...names])).toEqual([...names, now]);
});

it('makes a backup at once after a missed time, and then none before the next time', async () => {
  const backups = join(folder, 'backups');
  const backend = startBackend(join(folder, 'data'), {
    BACKUP_AT: '03:00',
    BACKUP_DIR: backups,
    BACKUP_PASSPHRASE: PASSPHRASE,
  });
  try {
    await backend.ready(60_000);
    expect(backend.output()).not.toContain('Sem BACKUP_AT');
    const made = async () =>
      (await readdir(backups).catch(() => [])).filter((name) => name.endsWith('.backup'));
    const { databasePassword } = await readOrCreateSecrets(join(folder, 'data'));
    const running = await findRunningServer(join(folder, 'data', 'postgres'), databasePassword);
    await waitForCondition(
      'one is written down',
      async () => Boolean(await findLastBackupTime(running!)),
      60_000,
    );
    expect(await made()).toHaveLength(1);
    expect(backend.output()).toContain('no mesmo disco que os dados');
    await backend.signal('SIGTERM');

    const again = startBackend(join(folder, 'data'), { BACKUP_AT: '03:00', BACKUP_DIR: backups });
    await again.ready(60_000);
    await again.signal('SIGTERM');
    const [file = '', ...more] = await made();
    expect(more).toEqual([]);
    await readBackup(join(backups, file), PASSPHRASE);
  } finally {
    await backend.end();
  }
}, 120_000);

it('makes a backup although the last one has a time in the future, which is none for the metric either', async () => {
  const server = await startTestServer({ seed: 'staff' });
  const backups = join(folder, 'backups');
  vi.stubEnv('DATABASE_URL', buildDatabaseUrl(server.superuser));
  vi.stubEnv('BACKUP_DIR', backups);
  await server.sql(`select private.note_backup('made', null)`);
  await server.sql(`update private.backups set at = now() + interval '20 years'`);
  expect(await findLastBackupTime(server.superuser)).toBeUndefined();
  const { config, log } = server.platform;
  const stop = await scheduleBackups({
    config: { ...config, BACKUP_AT: '03:00', BACKUP_DIR: backups },
    superuser: server.superuser,
    log,
  });
  try {
    await waitForCondition(
      'one is made',
      async () => Boolean(await findLastBackupTime(server.superuser)),
      60_000,
    );
    expect((await readdir(backups)).filter((name) => name.endsWith('.backup'))).toHaveLength(1);
  } finally {
    await stop();
    vi.unstubAllEnvs();
    await server.stop();
  }
}, 90_000);

it('makes no daily backup in the folder of another installation, and deletes nothing there', async () => {
  const backups = join(folder, 'backups');
  const start = (data: string) =>
    startBackend(join(folder, data), { BACKUP_AT: '03:00', BACKUP_DIR: backups });
  const outcomeOf = async (data: string) => {
    const { databasePassword } = await readOrCreateSecrets(join(folder, data));
    const running = await findRunningServer(join(folder, data, 'postgres'), databasePassword);
    return withClient(running!, async (client) => {
      const { rows } = await client.query('select outcome, problem from private.backups');
      return rows[0] as { outcome: string; problem: string } | undefined;
    });
  };
  const first = start('data');
  let file = '';
  try {
    await first.ready(60_000);
    await waitForCondition('one is made', async () => Boolean(await outcomeOf('data')), 60_000);
    [file = ''] = (await readdir(backups)).filter((name) => name.endsWith('.backup'));
    await first.signal('SIGTERM');
  } finally {
    await first.end();
  }
  const copy = start('copy');
  try {
    await copy.ready(60_000);
    await waitForCondition(
      'it has an outcome',
      async () => Boolean(await outcomeOf('copy')),
      60_000,
    );
    expect(await outcomeOf('copy')).toEqual({
      outcome: 'failed',
      problem: expect.stringContaining(`${hostname()}:${join(folder, 'data')}`),
    });
    expect((await readdir(backups)).filter((name) => name.endsWith('.backup'))).toEqual([file]);
  } finally {
    await copy.end();
  }
}, 240_000);

it.each([
  ['refuses', 'a restored copy with the same path on another host', () => ['other-host:DATA', 'a']],
  ['accepts', 'a data folder at another place', (own: string) => ['other-host:/other', own]],
  ['accepts', 'a data folder that a restore replaced', () => [`${hostname()}:DATA`, 'a']],
  ['accepts', 'the path alone, as an earlier version noted it', () => ['DATA']],
])('%s %s as owner of the daily backups', async (verdict, _what, note) => {
  const [backups, data] = [join(folder, 'backups'), join(folder, 'data')];
  const marker = join(backups, '.vitrine-data');
  await claimBackupFolder(backups, data);
  const own = await readFile(marker, 'utf8');
  const noted = note(own.split('\n')[1] ?? '')
    .join('\n')
    .replace('DATA', data);
  await writeFile(marker, `${noted}\n`);

  const claimed = claimBackupFolder(backups, data);

  if (verdict === 'refuses') await expect(claimed).rejects.toThrow(/other-host:.*apague .*-data/);
  else await claimed;
  expect(await readFile(marker, 'utf8')).toBe(verdict === 'refuses' ? `${noted}\n` : own);
});

it('writes nothing into the data folder to claim the daily backups again', async () => {
  const [backups, data] = [join(folder, 'backups'), join(folder, 'data')];
  await claimBackupFolder(backups, data);
  await utimes(join(data, 'files'), 1, 1);

  await claimBackupFolder(backups, data);

  expect((await stat(join(data, 'files'))).mtimeMs).toBe(1000);
  expect(await readdir(join(data, 'files'))).toEqual(['installation-id']);
});

it('stores a failure, which the panel shows to an Administrador', async () => {
  const server = await startTestServer({ seed: 'staff' });
  const noFolder = join(folder, 'file');
  await writeFile(noFolder, '');
  vi.stubEnv('DATABASE_URL', buildDatabaseUrl(server.superuser));
  vi.stubEnv('BACKUP_DIR', noFolder);
  const { config, log } = server.platform;
  const stop = await scheduleBackups({
    config: { ...config, BACKUP_AT: '03:00', BACKUP_DIR: noFolder },
    superuser: server.superuser,
    log,
  });
  try {
    const failed = () => server.sql(`select problem from private.backups where outcome = 'failed'`);
    await waitForCondition('it has failed', async () => (await failed()).length > 0, 15_000);
    expect(await failed()).toEqual([{ problem: expect.stringContaining('não pode ser usada') }]);
  } finally {
    await stop();
    vi.unstubAllEnvs();
    await server.stop();
  }
});

it('leaves the rest of a nearly full disk to the data, with no draft, also of an earlier attempt', async () => {
  const server = await startTestServer({ seed: 'staff' });
  const backups = join(folder, 'backups');
  const named = (pid: number) => `${formatBackupName(new Date(2026, 0, 1, 3))}.${pid}.unfinished`;
  const [interrupted, underWay] = [named(12), named(13)];
  await mkdir(backups);
  for (const name of [interrupted, underWay]) await writeFile(join(backups, name), '');
  const twoHoursAgo = Date.now() / 1000 - 2 * 60 * 60;
  await utimes(join(backups, interrupted), twoHoursAgo, twoHoursAgo);
  vi.stubEnv('DATABASE_URL', buildDatabaseUrl(server.superuser));
  vi.stubEnv('BACKUP_DIR', backups);
  vi.stubEnv('MIN_FREE_DISK_PERCENT', '101');
  const { config, log } = server.platform;
  const stop = await scheduleBackups({
    config: { ...config, BACKUP_AT: '03:00', BACKUP_DIR: backups },
    superuser: server.superuser,
    log,
  });
  try {
    const outcomes = () => server.sql('select outcome, problem from private.backups');
    await waitForCondition('it has an outcome', async () => (await outcomes()).length > 0, 60_000);
    expect(await outcomes()).toEqual([
      { outcome: 'failed', problem: expect.stringContaining('MIN_FREE_DISK_PERCENT') },
    ]);
    expect((await readdir(backups)).toSorted()).toEqual(['.vitrine-data', underWay]);
  } finally {
    await stop();
    vi.unstubAllEnvs();
    await server.stop();
  }
}, 90_000);

it.each([
  ['with BACKUP_AT', '23:59'],
  ['without', undefined],
])('reports at the start that BACKUP_DIR cannot be used, %s', async (_what, BACKUP_AT) => {
  const server = await startTestServer({ seed: 'staff' });
  const logged = vi.spyOn(console, 'log').mockReturnValue();
  const file = join(folder, 'file');
  await writeFile(file, '');
  // A recent backup exists, so none is due: only the check at the start can report the folder.
  await server.sql(`select private.note_backup('made', null)`);
  const { config, log } = server.platform;
  const stop = await scheduleBackups({
    config: { ...config, BACKUP_AT, BACKUP_DIR: join(file, 'backups') },
    superuser: server.superuser,
    log,
  });
  try {
    expect(logged.mock.calls.flat().join()).toContain(`BACKUP_DIR: a pasta ${file}`);
    const failed = await server.sql(`select problem from private.backups where outcome = 'failed'`);
    expect(failed).toHaveLength(BACKUP_AT ? 1 : 0);
    expect(await server.sql(`select from private.backups where outcome = 'made'`)).toHaveLength(1);
  } finally {
    await stop();
    vi.restoreAllMocks();
    await server.stop();
  }
});

it('names every invalid variable of a schedule', () => {
  expect(() => readConfig({ BACKUP_AT: '24:00', BACKUP_PASSPHRASE: 'curta' })).toThrow(
    /BACKUP_AT[^]*BACKUP_PASSPHRASE/,
  );
});
