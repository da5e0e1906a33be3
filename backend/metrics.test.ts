import { request as httpRequest } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeBackupOutcome } from '../operations/backup-outcome.ts';
import {
  startBackend,
  waitForCondition,
  type Backend,
} from './database/testing/backend-process.ts';
import { STAFF, STAFF_PASSWORD, buildDatabaseUrl } from './testing/cluster.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

let server: TestServer;
/**
 * A second server, in its own process, because each process has its own metrics. It uses the folder and database of
 * `server`; the tests scrape its metrics.
 */
let backend: Backend;
let url: string;
const METRICS_PORT = 20_000 + (process.pid % 20_000);
const SCRAPE = `http://127.0.0.1:${METRICS_PORT}/metrics`;
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
  await storeBackupOutcome(server.superuser, 'made');
  backend = startBackend(server.dataDir, {
    DATABASE_URL: buildDatabaseUrl(server.superuser),
    METRICS_PORT: String(METRICS_PORT),
    BACKUP_DIR: `${server.dataDir}/backups`,
  });
  ({ url } = await backend.ready());
});
afterAll(async () => {
  await backend.end();
  await server.stop();
});

async function scrape() {
  return (await fetch(SCRAPE)).text();
}

/** Returns the values of one metric, keyed by name and labels. */
function values(text: string, name: string) {
  const lines = text.split('\n').filter((line) => line.startsWith(name) && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

function signIn(password: string, email: string = STAFF[0].email) {
  return fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: server.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
}

it('counts responses and latency by kind of route, failed sign-ins, and resources of the process', async () => {
  expect((await signIn('errada')).status).toBe(400);
  expect((await signIn(STAFF_PASSWORD)).status).toBe(200);
  await fetch(`${url}/rest/v1/products`, { headers: { apikey: server.anonKey } });

  const counted = (name: string) =>
    waitForCondition(`${name} is counted`, async () => (await scrape()).includes(name));
  await counted('kind="read"');
  const text = await scrape();

  expect(values(text, 'vitrine_failed_sign_ins_total')).toEqual(
    new Map([['vitrine_failed_sign_ins_total', 1]]),
  );
  const requests = values(text, 'vitrine_request_duration_seconds_count');
  const of = (kind: string, method: string, status: string) =>
    requests.get(
      `vitrine_request_duration_seconds_count{kind="${kind}",method="${method}",status="${status}"}`,
    );
  expect([
    of('sign-in', 'POST', '4xx'),
    of('sign-in', 'POST', '2xx'),
    of('read', 'GET', '4xx'),
  ]).toEqual([1, 1, 1]);
  for (const queue of ['heavy', 'person', 'connection', 'anonymous', 'passwords'])
    expect(text).toContain(`vitrine_queue_requests{queue="${queue}",state="waiting"} 0`);
  expect(values(text, 'vitrine_pool_connections').size).toBe(6 * 3);
  for (const name of [
    'process_resident_memory_bytes',
    'vitrine_database_bytes',
    'vitrine_disk_free_bytes{folder="data"}',
    'vitrine_backup_age_seconds',
  ])
    expect([...values(text, name).values()][0], name).toBeGreaterThan(0);
});

it('does not count a sign-in as failed when the server failed', async () => {
  const failed = async () => values(await scrape(), 'vitrine_failed_sign_ins_total');
  const before = await failed();
  await server.sql('alter table auth.users rename to hidden_users');
  expect((await signIn(STAFF_PASSWORD)).status).toBe(500);
  await server.sql('alter table auth.hidden_users rename to users');
  await waitForCondition('the response is counted', async () =>
    (await scrape()).includes('kind="sign-in",method="POST",status="5xx"'),
  );
  expect(await failed()).toEqual(before);
});

it('contains no personal data, and no series that clients add', async () => {
  const secrets = [
    'ana%40vitrine.exemplo',
    'Maria-da-Silva',
    '123.456.789-09',
    '%22%7D%0Aevil%201',
  ];
  const prefixes = [
    '/rest/v1/',
    '/rest/v1/rpc/',
    '/auth/v1/',
    '/storage/v1/object/public/',
    '/',
    '/readyz/',
    '/produtos/',
  ];
  for (const prefix of prefixes)
    for (const secret of secrets)
      for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND'])
        await send(method, `${prefix}${secret}?grant_type=${secret}&email=${secret}`);
  await signIn('Maria-da-Silva', 'maria@vitrine.exemplo');

  const text = await scrape();

  expect(text).not.toMatch(/vitrine\.exemplo|Maria|123\.456|evil|[0-9a-f]{8}-[0-9a-f]{4}-/i);
  const series = [...values(text, 'vitrine_request_duration_seconds_count').keys()];
  expect(series.length).toBeGreaterThan(10);
  for (const name of series) expect(name).toMatch(CLOSED_LISTS);
});

it('is served on this host only, at one path, and off by default', async () => {
  expect((await fetch(SCRAPE.replace('/metrics', '/'))).status).toBe(404);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  const others = Object.values(networkInterfaces())
    .flat()
    .filter((each) => each?.family === 'IPv4' && !each.internal);
  for (const other of others)
    await expect(fetch(SCRAPE.replace('127.0.0.1', other?.address ?? ''))).rejects.toThrow();

  const second = startBackend(server.dataDir, {
    DATABASE_URL: buildDatabaseUrl(server.superuser),
    METRICS_PORT: String(METRICS_PORT),
  });
  try {
    await waitForCondition('it has ended', second.hasEnded, 40_000);
    expect(second.output()).toContain(`METRICS_PORT: 127.0.0.1:${METRICS_PORT} não pode ser usado`);
  } finally {
    await second.end();
  }
  expect(server.platform.observe).toBeUndefined();
});

const CLOSED_LISTS =
  /\{kind="(auth|file-read|file-write|function|health|panel|read|sign-in|write)",method="(GET|HEAD|POST|PATCH|PUT|DELETE|OPTIONS|other)",status="[2-5]xx"\}$/;

/** Sends a request; resolves after the response. Uses Node's http, because it sends any path and method unchanged. */
function send(method: string, path: string) {
  const { hostname, port } = new URL(url);
  return new Promise<void>((resolve, reject) => {
    const headers = { apikey: server.anonKey, accept: 'text/html' };
    httpRequest({ hostname, port, method, path, headers }, (response) => {
      response.resume().once('end', () => resolve());
    })
      .once('error', reject)
      .end();
  });
}
