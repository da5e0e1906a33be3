import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  readErrorCode,
  startRestTestServer,
  type RestTestServer,
} from './testing/rest-test-server.ts';

let world: RestTestServer;
beforeAll(async () => {
  world = await startRestTestServer({ CONNECTIONS_PER_ADDRESS: '1000' });
  await world.sql(`create table public."a""b; --" ("c""d" text);
    grant all on public."a""b; --" to service_role;
    create function public.slow() returns void language sql as $$ select pg_sleep(10) $$;
    grant execute on function public.slow to service_role`);
}, 60_000);
afterAll(() => world.stop());

const PIECES = [
  'select= order= limit= offset= or= and= not.or= columns= on_conflict= & ? =',
  'id code name * folders!notes_folder notes x ( ) , . : ! " \' \\ é + ` { } $1 ; -- /* / ../',
  "eq. in. is.null not. asc desc -> :: %00 % %25 0 1 -1 9999999999999999999 null ');drop--",
].flatMap((line) => line.split(' '));

/** A long timeout, because 600 concurrent requests are slow on a busy host. */
const patient = { timeout: 60_000 };

it(
  'refuses every malformed request with a clear error, never a server failure',
  patient,
  async () => {
    const next = createRandom(20261121);
    const pick = () => PIECES[Math.floor(next() * PIECES.length)] ?? '';
    const searches = Array.from({ length: 600 }, () =>
      Array.from({ length: 1 + Math.floor(next() * 8) }, pick).join(''),
    );
    const responses = await Promise.all(
      searches.map(async (search) => {
        const response = await world.request(`/notes?${search}`);
        const isClear = response.ok || (await readErrorCode(response)) !== undefined;
        return { search, status: response.status, isClear };
      }),
    );
    expect(responses.filter(({ status, isClear }) => status >= 500 || !isClear)).toEqual([]);
    expect(responses.filter(({ status }) => status === 400).length).toBeGreaterThan(100);
    expect(await world.sql('select count(*)::int as notes from public.notes')).toEqual([
      { notes: 3 },
    ]);
  },
);

it('escapes quotation marks in names and values', async () => {
  const table = `/${encodeURIComponent('a"b; --')}`;
  const value = `x"'; select 1; --\\`;
  const column = encodeURIComponent('"c\\"d"');
  const inserted = await world.request(table, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'return=representation' },
    body: JSON.stringify({ 'c"d': value }),
  });
  expect(await inserted.json()).toEqual([{ 'c"d': value }]);
  const alias = encodeURIComponent('"x\\"y":"c\\"d"');
  const found = await world.request(
    `${table}?select=${alias}&${column}=eq.${encodeURIComponent(value)}`,
  );
  expect(await found.json()).toEqual([{ 'x"y': value }]);
});

it('reports no details when the database ends a connection, and continues', async () => {
  const cut = world.request('/rpc/slow', { method: 'POST' });
  const kill = `select pg_terminate_backend(pid) from pg_stat_activity
    where query like '%slow%' and pid <> pg_backend_pid() and datname = current_database()`;
  await expect.poll(() => world.sql(kill), { timeout: 10_000 }).not.toEqual([]);
  const response = await cut;
  expect([response.status, await response.json()]).toEqual([
    503,
    { code: '57P01', details: null, hint: null, message: 'Internal error' },
  ]);
  expect((await world.request('/notes?select=id')).status).toBe(200);
});

it('refuses bodies and URLs that are too long', async () => {
  const long = await world.request('/notes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ body: 'x'.repeat(1_100_000) }),
  });
  expect(long.status).toBe(413);
  const address = await rawStatus(
    `GET /rest/v1/notes?select=${'id,'.repeat(6_000)}id HTTP/1.1\r\nhost: x\r\n\r\n`,
  );
  expect([414, 431]).toContain(address);
});

function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function rawStatus(request: string) {
  return new Promise<number>((resolve, reject) => {
    const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
    socket.on('error', reject);
    socket.once('data', (chunk) => {
      resolve(Number(chunk.toString().split(' ')[1]));
      socket.destroy();
    });
    socket.write(request);
  });
}
