import { buildDatabaseUrl } from '../../backend/testing/cluster.ts';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, copyFile, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { lockFolder } from '../../backend/database/folder-lock.ts';
import {
  startTestMailServer,
  type TestMailServer,
} from '../../backend/mail/testing/test-mail-server.ts';
import { readOrCreateSecrets } from '../../backend/secrets.ts';
import { startTestServer, type TestServer } from '../../backend/testing/server.ts';
import { formatBackupName } from '../folder.ts';
import { storeBackupOutcome } from '../backup-outcome.ts';
import { createLocalSource } from '../source.ts';
import { writeBackup } from '../write-backup.ts';
import { formatFindings, chooseExitCode } from './finding.ts';
import { checkInstallation } from './installation.ts';

const DOCTOR = fileURLToPath(new URL('../doctor.ts', import.meta.url));

let server: TestServer;
let mail: TestMailServer;
let folder: string;
let backup: string;
let env: Record<string, string>;
beforeAll(async () => {
  // Hides the command timedatectl, whose result depends on the host of the tests.
  vi.stubEnv('PATH', '/nonexistent');
  folder = await mkdtemp(join(tmpdir(), 'vitrine-doctor-'));
  mail = await startTestMailServer();
  server = await startTestServer({ seed: 'staff' });
  const { superuser, dataDir, url } = server;
  const backups = await mkdtemp(join(await otherDisk(dataDir), 'vitrine-doctor-'));
  backup = join(backups, formatBackupName(new Date()));
  const source = createLocalSource({
    superuser,
    dataDir,
    secrets: await readOrCreateSecrets(dataDir),
  });
  await writeBackup(source, backup, undefined);
  await storeBackupOutcome(superuser, 'made');
  await chmod(dataDir, 0o700);
  env = {
    PORT: new URL(url).port,
    DATA_DIR: dataDir,
    DATABASE_URL: buildDatabaseUrl(superuser),
    BACKUP_AT: '03:00',
    BACKUP_DIR: backups,
    SMTP_URL: mail.url,
    PUBLIC_URL: 'https://painel.exemplo',
    MIN_FREE_DISK_PERCENT: '1',
  };
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(join(backup, '..'), { recursive: true, force: true });
  await server.stop();
  await mail.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns a folder that is not on the disk of the data: either /dev/shm (memory) or /var/tmp. */
async function otherDisk(dataDir: string) {
  const { dev } = await stat(dataDir);
  for (const place of ['/dev/shm', '/var/tmp']) if ((await stat(place)).dev !== dev) return place;
  throw new Error(`There is no other disk than that of ${dataDir}.`);
}

async function examine(more: Record<string, string> = {}, to?: string, startLimitMs?: number) {
  const file = join(folder, '.env');
  const given = { env: { ...env, ...more }, file, mail: to, startLimitMs };
  const findings = await checkInstallation(given);
  // Leaves out the check of the built panel (dist/): the tests must pass when the panel is not built.
  return findings.filter(({ check }) => check !== 'Versão');
}

async function faults(more: Record<string, string> = {}, to?: string, startLimitMs?: number) {
  const findings = await examine(more, to, startLimitMs);
  return findings
    .filter(({ level }) => level === 'atenção' || level === 'falha')
    .map(({ check, level, found, advice }) => ({ line: `${level} ${check}: ${found}`, advice }));
}

it('finds no fault in a correct installation', async () => {
  const findings = await examine({}, 'ana@vitrine.exemplo');

  expect(findings.filter(({ level }) => level === 'atenção' || level === 'falha')).toEqual([]);
  expect(chooseExitCode(findings)).toBe(0);
  expect(formatFindings(findings)).toMatch(/^certo +Configuração: /m);
  expect(mail.deliveries.at(-1)?.to).toEqual(['ana@vitrine.exemplo']);
});

type Fault = {
  name: string;
  line: RegExp;
  plant?(): Promise<unknown>;
  heal?(): Promise<unknown>;
  env?: Record<string, string>;
  mail?: string;
};

let hook: string;
const FAULTS: Fault[] = [
  {
    name: 'an unknown setting in the file',
    plant: () => writeFile(join(folder, '.env'), 'PORTA=8080\n', { mode: 0o600 }),
    heal: () => rm(join(folder, '.env')),
    line: /^falha Configuração: PORTA não é .* PORT\?/,
  },
  {
    name: 'an unknown setting in the environment',
    env: { BACKUP_PASSFRASE: 'quinze tulipas azuis' },
    line: /^falha Configuração: BACKUP_PASSFRASE .* BACKUP_PASSPHRASE\?/,
  },
  {
    name: 'a wrong setting',
    env: { BACKUP_AT: '25:00' },
    line: /^falha Configuração: .*BACKUP_AT: esperado uma hora/s,
  },
  {
    name: 'links of e-mails without PUBLIC_URL',
    env: { PUBLIC_URL: '' },
    line: /^atenção Configuração: sem PUBLIC_URL, .* só abrem neste computador/,
  },
  {
    name: 'a wrong mode',
    plant: () => chmod(join(server.dataDir, 'secrets.json'), 0o644),
    heal: () => chmod(join(server.dataDir, 'secrets.json'), 0o600),
    line: /^falha Modos: secrets\.json /,
  },
  {
    name: 'a full disk',
    env: { MIN_FREE_DISK_PERCENT: '101' },
    line: /^falha Disco dos dados: \d+ % livres/,
  },
  {
    name: 'an old backup',
    plant: () => server.sql(`update private.backups set at = at - interval '3 days'`),
    heal: () => server.sql(`update private.backups set at = at + interval '3 days'`),
    line: /^falha Backup: .*há 3 dias/,
  },
  {
    name: 'a backup with a time in the future',
    plant: () => server.sql(`update private.backups set at = at + interval '20 years'`),
    heal: () => server.sql(`update private.backups set at = at - interval '20 years'`),
    line: /^falha Backup: nenhum foi feito/,
  },
  {
    name: 'an unreadable backup',
    plant: async () => {
      await copyFile(backup, join(folder, 'whole'));
      await truncate(backup, 2_000);
    },
    heal: () => copyFile(join(folder, 'whole'), backup),
    line: /^falha Backup: .* não pode ser lido: .*cortado/,
  },
  {
    name: 'a missing migration',
    plant: () =>
      server.sql(`delete from vitrine_backend.applied_files where name =
        (select max(name) from vitrine_backend.applied_files where kind = 'migration')`),
    line: /^falha Migrações: .* faltam 1/,
  },
  {
    name: 'another ICU version',
    plant: () =>
      server.sql(`update pg_database set datcollversion = '0' where datname = current_database()`),
    heal: () =>
      server.sql(
        `update pg_database set datcollversion = pg_database_collation_actual_version(oid) where datname = current_database()`,
      ),
    line: /^falha Ordenação \(ICU\): /,
  },
  {
    name: 'refused mail',
    plant: async () => mail.refuse(1),
    mail: 'ana@vitrine.exemplo',
    line: /^falha E-mail: o servidor recusou: .*451/,
  },
  {
    name: 'a mail server that is not there',
    env: { SMTP_URL: 'smtp://127.0.0.1:1' },
    line: /^falha E-mail: o servidor recusou: .*ECONNREFUSED/,
  },
  {
    name: 'an open sign-up',
    plant: async () => {
      const oid = `'public.before_user_created_hook(jsonb)'::regprocedure`;
      const [row] = await server.sql<{ text: string }>(`select pg_get_functiondef(${oid}) as text`);
      hook = row?.text ?? '';
      await server.sql(`create or replace function public.before_user_created_hook(event jsonb) returns jsonb
        language sql stable security definer set search_path = '' as $$ select '{}'::jsonb $$`);
    },
    heal: () => server.sql(hook),
    line: /^falha Cadastro: aberto/,
  },
];

it.each(FAULTS)(
  'finds $name, and nothing else',
  async ({ line, plant, heal, env: more, mail: to }) => {
    const removed = await server.sql('select * from vitrine_backend.applied_files');
    await plant?.();
    try {
      const found = await faults(more, to);

      expect(found).toEqual([{ line: expect.stringMatching(line), advice: expect.any(String) }]);
    } finally {
      await heal?.();
      await server.sql(
        `insert into vitrine_backend.applied_files
       select * from json_populate_recordset(null::vitrine_backend.applied_files, $1) on conflict do nothing`,
        [JSON.stringify(removed)],
      );
    }
  },
);

it.runIf(process.getuid?.() === 0)('finds a wrong owner, and nothing else', async () => {
  const path = join(server.dataDir, 'files');
  await chown(path, 65_534, 65_534);
  try {
    expect(await faults()).toEqual([
      { line: expect.stringMatching(/^falha Donos: files /), advice: expect.any(String) },
    ]);
  } finally {
    await chown(path, 0, 0);
  }
});

it('waits for a server that is starting, and advises no restart when it needs longer', async () => {
  const directory = join(server.dataDir, 'postgres');
  const lock = lockFolder(directory);
  await chmod(`${directory}.lock`, 0o600);
  const body = { database: 'ok', disk: 'ok', writes: 'ok' };
  const late = createServer((_request, response) => response.end(JSON.stringify(body)));
  const listen = (port = 0) => once(late.listen(port, '127.0.0.1'), 'listening');
  await listen();
  const { port } = late.address() as AddressInfo; // the address of a TCP server
  const close = () => new Promise((closed) => late.close(closed));
  await close();
  try {
    expect(await faults({ PORT: String(port) }, undefined, 1_000)).toEqual([
      {
        line: expect.stringMatching(/^atenção Servidor: .*está iniciando/),
        advice: expect.stringMatching(/^Espere/),
      },
    ]);
    const waiting = faults({ PORT: String(port) });
    await setTimeout(7_000);
    await listen(port);
    expect(await waiting).toEqual([]);
  } finally {
    await close();
    lock.release();
    await rm(`${directory}.lock`);
  }
  expect(await faults({ PORT: String(port) })).toEqual([
    { line: expect.stringMatching(/^falha Servidor: não responde/), advice: expect.any(String) },
  ]);
});

it('exits with 2 for a fault and prints advice, also without an installation', async () => {
  const run = (more: Record<string, string>) =>
    promisify(execFile)(process.execPath, [DOCTOR], { env: { ...env, ...more } }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    );
  const { code, stdout } = await run({ MIN_FREE_DISK_PERCENT: '101' });
  expect([code, stdout]).toEqual([2, expect.stringMatching(/^falha .*Disco dos dados:.*\n +→ /m)]);
  expect((await run({ DATA_DIR: join(folder, 'none') })).stdout).toContain(
    `Não há instalação da Vitrine em ${join(folder, 'none')}`,
  );
});
