import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HEAVY_FUNCTIONS } from './shares.ts';
import {
  readErrorCode,
  startRestTestServer,
  type RestTestServer,
} from './testing/rest-test-server.ts';

let world: RestTestServer;
let ana: string;
let bruno: string;
/** Options of `expect.poll` with a longer timeout than the default, because a busy host responds slowly. */
const PATIENT = { timeout: 5_000 };
let abandoned = new AbortController();
beforeAll(async () => {
  world = await startRestTestServer({ REQUESTS_PER_MINUTE: '100000' });
  ana = (await world.signIn('ana@vitrine.exemplo')).token;
  bruno = (await world.signIn('bruno@vitrine.exemplo')).token;
  await world.sql(`
    create function public.wait_for(seconds float) returns void language sql as $$ select pg_sleep(seconds) $$;
    -- Of a heavy function only the name counts.
    create or replace function public.record_history(
      area text, record_id text, before bigint default null, size integer default 20
    ) returns jsonb language sql volatile as $$ select to_jsonb(pg_sleep(size)::text) $$;`);
}, 60_000);
afterEach(async () => {
  abandoned.abort();
  abandoned = new AbortController();
  for (let waited = 0; waited < 50 && (await working()) !== 0; waited += 1) await wait(100);
});
afterAll(() => world.stop());

/** Calls a function as the user of the token, or anonymously without a token. */
function call(name: string, body: object, token = world.anonKey) {
  return fetch(`${world.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    signal: abandoned.signal,
    headers: {
      apikey: world.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
}

/** Starts concurrent calls. A call without a response resolves to undefined. */
function crowd(count: number, send: () => Promise<Response>) {
  return Array.from({ length: count }, () => send().catch(() => undefined));
}

const sleep = (token?: string, seconds = 30) => call('wait_for', { seconds }, token);
const history = (token: string, size = 30) =>
  call('record_history', { area: 'products', record_id: 'x', size }, token);

/** Counts the statements of requests that sleep in PostgreSQL. */
async function working() {
  const [row] = await world.sql<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where usename = 'authenticator' and wait_event = 'PgSleep' and datname = current_database()`,
  );
  return row?.count;
}

describe('one client never takes all of the database', () => {
  it('a user runs 6 requests at once, and another user does not wait for them', async () => {
    void crowd(20, () => sleep(ana));
    await expect.poll(working, PATIENT).toBe(6);
    const begun = Date.now();
    expect((await sleep(bruno, 0)).status).toBe(204);
    expect(Date.now() - begun).toBeLessThan(1_500);
    expect(await working()).toBe(6);
  });

  it('an anonymous client runs 2 requests at once, and staff do not wait for them', async () => {
    void crowd(20, () => sleep());
    await expect.poll(working, PATIENT).toBe(2);
    expect((await sleep(bruno, 0)).status).toBe(204);
  });

  it('a user runs one heavy function at a time, all users together two', async () => {
    void crowd(5, () => history(ana));
    await expect.poll(working, PATIENT).toBe(1);
    expect((await sleep(ana, 0)).status).toBe(204);
    expect((await history(bruno, 0)).status).toBe(200);
    void crowd(5, () => history(bruno));
    void crowd(5, () => history(world.serviceKey));
    await expect.poll(working, PATIENT).toBe(2);
    await wait(300);
    expect(await working()).toBe(2);
  });

  it('refuses further requests of a user with too many waiting requests', async () => {
    const statuses: number[] = [];
    const refused = await new Promise<Response>((resolve) => {
      for (let sent = 0; sent < 130; sent += 1) {
        void sleep(ana).then(
          (response) => statuses.push(response.status) && resolve(response),
          () => undefined,
        );
      }
    });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await readErrorCode(refused)).toBe('over_request_rate_limit');
    expect((await sleep(bruno, 0)).status).toBe(204);
  });

  it('is ready while all places are taken', async () => {
    void crowd(10, () => sleep(ana));
    void crowd(10, () => sleep(bruno));
    await expect.poll(working, PATIENT).toBe(12);
    expect((await fetch(`${world.url}/readyz`)).status).toBe(200);
    expect((await world.signIn('bruno@vitrine.exemplo')).token).toBeTruthy();
  });

  it('lists only existing functions as heavy', async () => {
    const rows = await world.sql<{ name: string }>(
      `select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    const names = new Set(rows.map(({ name }) => name));
    expect([...HEAVY_FUNCTIONS].filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('a client that hangs up', () => {
  it('leaves no running and no waiting request', async () => {
    const requests = crowd(40, () => sleep(ana));
    await expect.poll(working, PATIENT).toBe(6);
    abandoned.abort();
    await Promise.all(requests);
    await wait(1_000);
    expect(await working()).toBe(0);
  });

  it('stops writes that have not been committed', async () => {
    await world.sql('create table public.marks (at timestamptz default now())');
    await world.sql(
      `create function public.mark_late() returns integer language plpgsql as $$
        begin insert into public.marks default values; perform pg_sleep(2); return 1; end $$`,
    );
    await world.sql('grant insert on public.marks to authenticated');
    const request = call('mark_late', {}, ana).catch(() => undefined);
    await expect.poll(working, PATIENT).toBe(1);
    abandoned.abort();
    await request;
    await wait(2_500);
    expect(await world.sql('select count(*)::int as count from public.marks')).toEqual([
      { count: 0 },
    ]);
  });

  it('never affects the next request on its connection', async () => {
    const responses: Promise<Response>[] = [];
    for (let round = 0; round < 30; round += 1) {
      const leaving = new AbortController();
      const headers = { apikey: world.anonKey, authorization: `Bearer ${ana}` };
      for (let each = 0; each < 6; each += 1) {
        // The statement takes 130 to 155 ms and is cancelled after about 130 ms (30 ms here, then 100 ms in cancel.ts).
        // So it ends at about the moment of the cancellation.
        const path = `${world.url}/rest/v1/rpc/wait_for`;
        const body = JSON.stringify({ seconds: 0.13 + each / 200 });
        const init = { method: 'POST', body, signal: leaving.signal };
        void fetch(path, {
          ...init,
          headers: { ...headers, 'content-type': 'application/json' },
        }).catch(() => undefined);
      }
      await wait(30);
      leaving.abort();
      await wait(90);
      for (let each = 0; each < 6; each += 1) responses.push(sleep(bruno, 0.02));
    }
    const statuses = new Set((await Promise.all(responses)).map(({ status }) => status));
    expect([...statuses]).toEqual([204]);
  }, 60_000);
});

describe('patterns', () => {
  const patterns = (count: number) =>
    `/folders?or=(${Array.from({ length: count }, (_, n) => `name.ilike.*${n}*`).join()})`;
  const request = (path: string, token = world.anonKey) =>
    fetch(`${world.url}/rest/v1${path}`, {
      headers: { apikey: world.anonKey, authorization: `Bearer ${token}` },
    });

  it('are at most 10 in a request, and 3 in one of an anonymous client', async () => {
    await world.sql('grant select on public.folders to anon');
    expect((await request(patterns(10), ana)).status).toBe(200);
    await expect
      .poll(async () => (await request(patterns(3))).status, { timeout: 5_000 })
      .toBe(200);
    const tooMany = [await request(patterns(11), ana), await request(patterns(4))];
    expect(tooMany.map(({ status }) => status)).toEqual([400, 400]);
    expect(await readErrorCode(tooMany[1] ?? new Response())).toBe('PGRST127');
    const mixed = '&name=like.*x*&name=not.ilike.*y*';
    expect((await request(`${patterns(8)}${mixed}`, ana)).status).toBe(200);
    expect((await request(`${patterns(9)}${mixed}`, ana)).status).toBe(400);
  });
});

describe('JSON that is nested deeper than 64 levels', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  it.each([
    [
      'as a body',
      (levels: number) => world.send('POST', '/rpc/echo', `{"value":${nested(levels - 1)}}`),
    ],
    [
      'as an argument in an address',
      (levels: number) => world.request(`/rpc/echo?value=${nested(levels)}`),
    ],
    [
      'in a filter of a JSON column',
      (levels: number) => world.request(`/notes?extra=eq.${nested(levels)}`),
    ],
    [
      'in a list of them',
      (levels: number) => world.request(`/notes?extra=in.("${nested(levels)}")`),
    ],
  ])('is refused before PostgreSQL reads it, %s', async (_where, request) => {
    expect((await request(64)).status).toBe(200);
    for (const levels of [65, 7_000]) {
      const refused = await request(levels);
      expect([refused.status, await readErrorCode(refused)]).toEqual([400, 'PGRST102']);
    }
  });
});
