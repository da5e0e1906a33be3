import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REST_LIMITS } from './limits.ts';
import {
  readErrorCode,
  startRestTestServer,
  type RestTestServer,
} from './testing/rest-test-server.ts';

let world: RestTestServer;
beforeAll(async () => {
  world = await startRestTestServer();
}, 60_000);
afterAll(() => world.stop());

describe('filters are counted at any place', () => {
  const comparisons = (count: number) =>
    Array.from({ length: count }, () => 'id.not.is.null').join();
  const columns = (count: number) =>
    Array.from({ length: count }, () => 'id=not.is.null').join('&');

  it.each([
    [columns(100), 200],
    [columns(101), 400],
    [`or=(${comparisons(100)})`, 200],
    [`or=(${comparisons(101)})`, 400],
    [`or=(${comparisons(60)})&and=(${comparisons(41)})`, 400],
    [`${columns(60)}&or=(${comparisons(40)})`, 200],
    [`${columns(99)}&select=id,labels(label)&labels.label=eq.x`, 200],
    [`${columns(100)}&select=id,labels(label)&labels.label=eq.x`, 400],
  ])('%.40s: %s', async (search, status) => {
    const response = await world.request(`/notes?${search}`);
    expect(response.status).toBe(status);
    if (status === 400) expect(await readErrorCode(response)).toBe('PGRST127');
  });
});

describe('a response', () => {
  const tooLong = {
    code: 'PGRST127',
    message: `The response would be longer than ${REST_LIMITS.responseBytes} bytes`,
    details: null,
    hint: 'Request fewer rows or columns.',
  };

  it('is refused when it is too long, and complete otherwise', async () => {
    const long = await world.request('/pages?select=id,text');
    expect([long.status, await long.json()]).toEqual([413, tooLong]);
    const rows = await world.request('/pages?select=id,text&limit=80');
    expect(await rows.json()).toHaveLength(80);
    const without = await world.request('/pages?select=id');
    expect(await without.json()).toHaveLength(200);
  });

  it('has the same limit for a function', async () => {
    const long = await world.service.rpc('long_text', { length: REST_LIMITS.responseBytes });
    expect([long.status, long.error]).toEqual([413, tooLong]);
    const { data } = await world.service.rpc('long_text', { length: 1_000_000 });
    expect(data).toHaveLength(1_000_000);
  });

  it('rolls back a change whose returned rows would be too long', async () => {
    const shown = await world.service.from('pages').delete().gt('id', 0).select('id,text');
    expect([shown.status, shown.error]).toEqual([413, tooLong]);
    const { count } = await world.service.from('pages').select('id', { count: 'exact' });
    expect(count).toBe(200);
  });
});

it('embedded rows have the same limit, and PostgreSQL does not hold the excess in memory', async () => {
  await world.sql(`
    create table public.books (id integer primary key);
    create table public.chapters (id integer primary key, book_id integer references public.books, text text);
    insert into public.books values (1), (2);
    insert into public.chapters select id, 1, repeat('x', 150000) from generate_series(1, 1000) as id;
    insert into public.chapters values (2001, 2, 'a'), (2002, 2, null);
    grant all on public.books, public.chapters to service_role`);
  const request = (book: number) =>
    world.request(`/books?select=id,chapters(id,text)&chapters.order=id&id=eq.${book}`);
  await expect.poll(async () => (await request(2)).status, { timeout: 10_000 }).toBe(200);
  expect(await (await request(2)).json()).toEqual([
    {
      id: 2,
      chapters: [
        { id: 2001, text: 'a' },
        { id: 2002, text: null },
      ],
    },
  ]);

  expect((await request(1)).status).toBe(413);
  const own = `select pid from pg_stat_activity where datname = current_database() and usename = 'authenticator'`;
  const peaks = (await world.sql<{ pid: number }>(own)).map(({ pid }) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  });
  expect(Math.max(...peaks)).toBeLessThan(250);
});

describe('an anonymous client', () => {
  const request = (path: string, method = 'GET') =>
    fetch(`${world.url}/rest/v1${path}`, {
      method,
      headers: { apikey: world.anonKey, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{}' }),
    });

  it.each([
    ['GET', '/products?select=id,categories(name)', 'permission denied for table products'],
    ['GET', '/note_view', 'permission denied for view note_view'],
    ['POST', '/categories', 'permission denied for table categories'],
    ['DELETE', '/categories?id=eq.1', 'permission denied for table categories'],
    ['POST', '/rpc/pairs', 'permission denied for function pairs'],
  ])('gets the error of PostgreSQL for %s %s: %s', async (method, path, message) => {
    const response = await request(path, method);
    expect([
      response.status,
      response.headers.get('www-authenticate'),
      await response.json(),
    ]).toEqual([401, 'Bearer', { code: '42501', details: null, hint: null, message }]);
  });

  it('is refused even if PostgreSQL could not plan the request', async () => {
    await request('/products?select=id');
    const held = world
      .sql('do $$ begin lock table public.products; perform pg_sleep(30); end $$')
      .catch(() => 'cancelled');
    // Compare the database too: a table in the database of a different test file can have the same id.
    const holders = `from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where relation = 'public.products'::regclass and granted and datname = current_database()`;
    await expect.poll(() => world.sql(`select ${holders}`), { timeout: 15_000 }).toHaveLength(1);
    const first = await Promise.race([held, request('/products?select=id,name&name=ilike.*a*')]);
    expect(first).toMatchObject({ status: 401 });
    await world.sql(`select pg_cancel_backend(pid) ${holders}`);
    expect(await held).toBe('cancelled');
  });

  it('gets syntax errors first, as from PostgreSQL', async () => {
    expect(await readErrorCode(await request('/products?select=nothing'))).toBe('42703');
  });

  it('may read the columns that the database grants to anonymous clients', async () => {
    await world.sql('grant select (code) on public.note_view to anon');
    await expect
      .poll(async () => (await request('/note_view?select=code')).status, { timeout: 10_000 })
      .toBe(200);
  });
});
