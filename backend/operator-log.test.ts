import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  startBackend,
  waitForCondition,
  type Backend,
} from './database/testing/backend-process.ts';
import { buildServer } from './build-server.ts';
import { createLogger } from './log.ts';
import { STAFF, STAFF_PASSWORD, buildDatabaseUrl } from './testing/cluster.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

type Line = { level: number; time: number; msg: string } & Record<string, unknown>;

let server: TestServer;
let folder: string;
const backends: Backend[] = [];
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
  folder = await mkdtemp(join(tmpdir(), 'vitrine-log-'));
  await chmod(folder, 0o711);
});
afterEach(async () => {
  for (const backend of backends.splice(0)) await backend.end();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

function start(env: Record<string, string>) {
  const backend = startBackend(server.dataDir, {
    DATABASE_URL: buildDatabaseUrl(server.superuser),
    ...env,
  });
  backends.push(backend);
  return backend;
}

/** Parses the lines of a journal: each of them must be one JSON object. */
function lines(text: string) {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line); // the format of pino
}

it('has JSON lines for the start, the nightly backup and the stop', async () => {
  await server.sql('delete from private.backups');
  const backups = join(folder, 'backups');
  const backend = start({ BACKUP_AT: '03:00', BACKUP_DIR: backups });
  await backend.ready();
  await waitForCondition(
    'a backup is told',
    () => backend.output().includes('Backup feito'),
    60_000,
  );
  expect(await backend.signal('SIGTERM')).toBe(0);

  const logged = lines(backend.output());

  expect(logged.every(({ level, time, msg }) => level >= 30 && time > 0 && msg.length > 0)).toBe(
    true,
  );
  const messages = logged.map(({ msg }) => msg);
  expect(messages[0]).toMatch(/^Vitrine em http:/);
  expect(messages[1]).toMatch(/^Versão \d+\.\d+\.\d+$/);
  const file = (await readdir(backups)).find((name) => name.endsWith('.backup')) ?? '';
  expect(messages.find((msg) => msg.startsWith('Backup feito'))).toContain(join(backups, file));
  expect(messages.at(-1)).toBe('A Vitrine parou (SIGTERM).');
}, 90_000);

it.each([
  ['an address of another host', { HOST: '192.0.2.1' }, 'não é um endereço desta máquina'],
  ['a host without an address', { HOST: 'nowhere.invalid' }, 'nowhere.invalid'],
  ['a wrong setting', { PORT: 'x' }, 'PORT: esperado um número de porta'],
  ['a mail server said as http', { SMTP_URL: 'http://smtp.exemplo' }, 'SMTP_URL: esperado'],
  ['a database said as http', { DATABASE_URL: 'http://db.exemplo' }, 'DATABASE_URL: esperado'],
  [
    'a database with an unknown form of TLS',
    { DATABASE_URL: 'postgres://vitrine:x@127.0.0.1:1/x?sslmode=prefer' },
    'DATABASE_URL: sslmode é um de',
  ],
])(
  'has one line, and no stack, for %s',
  async (_what, env, why) => {
    const backend = start(env);
    await waitForCondition('the start has failed', backend.hasEnded, 40_000);
    expect(await backend.exitCode()).toBe(1);
    const last = lines(backend.output()).at(-1);
    expect(last).toMatchObject({ level: 60, msg: expect.stringContaining(why) });
    expect(backend.output()).not.toMatch(/\bat .*:\d+:\d+/);
  },
  60_000,
);

it('has one line for a nearly full disk, and none for each refused request', async () => {
  let text = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const { platform } = server;
  const config = { ...platform.config, MIN_FREE_DISK_PERCENT: 101 };
  const app = await buildServer({ ...platform, config, log: createLogger('warn', destination) });
  try {
    const diskWarnings = () => lines(text).filter(({ msg }) => msg.includes('disk is nearly full'));
    await waitForCondition('the log warns without a request', () => diskWarnings().length === 1);
    expect(diskWarnings()).toMatchObject([{ level: 50, freePercent: expect.any(Number) }]);
    for (let count = 0; count < 3; count += 1) await app.inject('/readyz');
    expect(diskWarnings()).toHaveLength(1);
  } finally {
    await app.close();
  }
});

it('has one line for each request: route, status, time and user, never a value', async () => {
  let text = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const app = await buildServer({ ...server.platform, log: createLogger('info', destination) });
  try {
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const headers = { apikey: server.anonKey, 'content-type': 'application/json' };
    const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: STAFF[0].email, password: STAFF_PASSWORD }),
    });
    const { access_token: token, user } = (await response.json()) as {
      access_token: string;
      user: { id: string };
    }; // GoTrue's response
    const authorization = `Bearer ${token}`;
    await fetch(`${url}/rest/v1/categories?name=eq.Segredo`, {
      headers: { ...headers, authorization },
    });
    await fetch(`${url}/nothing/Segredo?token=Segredo`);

    const requests = () => lines(text).filter(({ msg }) => msg === 'request');
    await waitForCondition('all are logged', () => requests().length >= 3);
    expect(requests()).toMatchObject([
      { level: 30, method: 'POST', route: '/auth/v1/token', status: 200, ms: expect.any(Number) },
      {
        method: 'GET',
        route: '/rest/v1/:name',
        status: 200,
        person: user.id,
        reqId: expect.any(String),
      },
      { method: 'GET', status: 404 },
    ]);
    expect(text).not.toContain('Segredo');
    expect(text).not.toContain('incoming request');
  } finally {
    await app.close();
  }
});
