import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, startWorld, type World } from './test-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ MAX_ROWS: '5' });
  await world.sql(`create table public.many (id integer primary key, even boolean);
    insert into public.many select n, n % 2 = 0 from generate_series(1, 2000) as n;
    grant all on public.many to service_role; analyze public.many;
    create function public.wipe() returns void language sql volatile as 'delete from public.labels';
    create function public.lies() returns void language sql stable as 'select public.wipe()';
    grant execute on function public.lies, public.wipe to service_role`);
}, 60_000);
afterAll(() => world.stop());

describe('counts without counting', () => {
  it('answers with what the planner expects', async () => {
    const response = await world.ask('/many?limit=2', { headers: { prefer: 'count=planned' } });
    expect([
      response.status,
      response.headers.get('content-range'),
      response.headers.get('preference-applied'),
    ]).toEqual([206, '0-1/2000', 'count=planned']);
  });

  it('estimates only what is longer than the longest page', async () => {
    const count = async (search: string) => {
      const { headers } = await world.ask(`/many?${search}`, {
        headers: { prefer: 'count=estimated' },
      });
      return headers.get('content-range');
    };
    expect(await count('id=lt.4')).toBe('0-2/3');
    expect(await count('')).toBe('0-4/2000');
    // The planner expects some rows where there are none; few are counted.
    expect(await count('id=lt.0')).toBe('*/0');
  });

  it('answers HEAD and the official client', async () => {
    const head = await world.service.from('many').select('*', { count: 'planned', head: true });
    expect(head).toMatchObject({ count: 2000, data: null, error: null });
    const { count } = await world.service
      .from('many')
      .select('id', { count: 'estimated' })
      .is('even', true);
    expect(count).toBeGreaterThan(900);
  });

  it('counts the rows of a change and of a function exactly, or not at all', async () => {
    const change = async (prefer: string) => {
      const response = await world.send('PATCH', '/many?id=in.(1,2)', { even: null }, { prefer });
      return response.headers.get('content-range');
    };
    expect(await change('count=estimated')).toBe('0-1/2');
    expect(await change('count=planned')).toBe('0-1/*');
    const call = async (prefer: string) => {
      const response = await world.ask('/rpc/count_to?last=7', { headers: { prefer } });
      return response.headers.get('content-range');
    };
    expect(await call('count=estimated')).toBe('0-4/7');
    expect(await call('count=planned')).toBe('0-4/*');
  });

  it('cannot satisfy an offset beyond what is expected', async () => {
    const response = await world.ask('/many?offset=9000', { headers: { prefer: 'count=planned' } });
    expect([response.status, await codeOf(response)]).toEqual([416, 'PGRST103']);
  });
});

describe('CSV', () => {
  const accept = 'text/csv';

  it('has a header and the rows as PostgreSQL writes them', async () => {
    const response = await world.ask('/notes?select=code,body,tags,extra&order=code', {
      headers: { accept },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/csv; charset=utf-8',
    ]);
    expect(await response.text()).toBe(
      'code,body,tags,extra\na,um,"{x,""y z""}","{""k"": [1, null]}"\nb,dois,,\nc,,{},',
    );
  });

  it('has no header without rows, and no body for HEAD', async () => {
    const none = await world.ask('/notes?code=eq.zz', { headers: { accept } });
    expect(await none.text()).toBe('\n');
    const head = await world.ask('/notes', { method: 'HEAD', headers: { accept } });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('serves changes, functions and the official client', async () => {
    expect((await world.service.from('labels').select('label').csv()).data).toBe('label\nnovo');
    const inserted = await world.send(
      'POST',
      '/folders?select=id,name',
      { id: 50, name: 'a,b' },
      { accept, prefer: 'return=representation' },
    );
    expect([inserted.status, await inserted.text()]).toEqual([201, 'id,name\n50,"a,b"']);
    const rows = await world.ask('/rpc/pairs', { headers: { accept } });
    expect(await rows.text()).toBe('a,b\n1,x\n2,y');
    const scalar = await world.ask('/rpc/add?a=1', { headers: { accept } });
    expect([scalar.status, await codeOf(scalar)]).toEqual([400, 'PGRST127']);
  });
});

describe('rows without their nulls', () => {
  it('strips them from lists and objects', async () => {
    const { data } = await world.service
      .from('notes')
      .select('code,body,archive_id,folders!notes_archive(id,size)')
      .order('code')
      .stripNulls();
    expect(data).toEqual([
      { code: 'a', body: 'um', archive_id: 2, folders: { id: 2, size: 5 } },
      { code: 'b', body: 'dois' },
      { code: 'c' },
    ]);
    const accept = 'application/vnd.pgrst.object+json;nulls=stripped';
    const one = await world.ask('/notes?select=code,archive_id&code=eq.b', { headers: { accept } });
    expect([one.headers.get('content-type'), await one.json()]).toEqual([
      'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
      { code: 'b' },
    ]);
    const two = await world.ask('/notes', { headers: { accept } });
    expect([two.status, await codeOf(two)]).toEqual([406, 'PGRST116']);
  });

  it('strips them from what functions return', async () => {
    const accept = 'application/vnd.pgrst.array+json;nulls=stripped';
    const value = await world.send('POST', '/rpc/echo', { value: { a: null, b: 1 } }, { accept });
    expect([value.headers.get('content-type'), await value.json()]).toEqual([
      'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
      { b: 1 },
    ]);
    const row = await world.ask('/rpc/one_note?wanted=2', { headers: { accept } });
    expect(await row.json()).toEqual({
      id: 2,
      code: 'b',
      body: 'dois',
      folder_id: 1,
      amount: 20,
    });
  });
});

describe('OPTIONS', () => {
  it.each([
    ['/notes', 200, 'OPTIONS,GET,HEAD,POST,PATCH,DELETE'],
    ['/rpc/add', 200, 'OPTIONS,GET,HEAD,POST'],
    ['/rpc/write_notes', 200, 'OPTIONS,POST'],
    ['/', 200, 'OPTIONS,GET,HEAD'],
    ['/nowhere', 404, null],
    ['/rpc/nowhere', 404, null],
  ])('of %s: %s, %s', async (path, status, allow) => {
    const response = await world.ask(path, { method: 'OPTIONS' });
    expect([response.status, response.headers.get('allow')]).toEqual([status, allow]);
  });
});

describe('questions that must not change anything', () => {
  it('run in a transaction that cannot', async () => {
    const call = async (method: string) => {
      const response = await world.ask('/rpc/lies', { method });
      return [response.status, await codeOf(response)];
    };
    expect(await call('GET')).toEqual([405, '25006']);
    expect(await call('POST')).toEqual([405, '25006']);
    expect(await world.sql('select from public.labels')).toHaveLength(1);
    // The connections that were used take changes again.
    expect((await world.send('PATCH', '/labels?note_id=eq.1', { label: 'novo' })).status).toBe(204);
  });
});
