import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const post = (name: string, body: unknown, headers?: Record<string, string>) =>
  world.send('POST', `/rpc/${name}`, body, headers);

describe('functions through the official client', () => {
  it('returns nothing, a value, JSON and a list of values', async () => {
    expect(await world.service.rpc('nothing')).toMatchObject({
      status: 204,
      data: null,
      error: null,
    });
    expect((await world.service.rpc('add', { a: 1 })).data).toBe(11);
    expect((await world.service.rpc('add', { b: 2, a: 1 })).data).toBe(3);
    expect((await world.service.rpc('echo', { value: { a: [1, null, 'ç'] } })).data).toEqual({
      a: [1, null, 'ç'],
    });
    expect((await world.service.rpc('echo', { value: null })).data).toBeNull();
    expect((await world.service.rpc('count_to', { last: 3 })).data).toEqual([1, 2, 3]);
  });

  it('calls read-only functions by GET and HEAD', async () => {
    expect((await world.service.rpc('add', { a: 1, b: 5 }, { get: true })).data).toBe(6);
    const head = await world.service.rpc('notes_of', { folder: 1 }, { head: true });
    expect(head).toMatchObject({ data: null, status: 200 });
  });

  it('returns rows, one row, or one object', async () => {
    const rows = await world.service.rpc('notes_of', { folder: 1 });
    expect(rows.data).toMatchObject([{ code: 'a' }, { code: 'b' }]);
    expect((await world.service.rpc('pairs')).data).toEqual([
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
    ]);
    expect((await world.service.rpc('one_note', { wanted: 1 })).data).toMatchObject({ code: 'a' });
    const one = await world.service.rpc('notes_of', { folder: 2 }).single();
    expect(one.data).toMatchObject({ code: 'c' });
  });

  it('passes texts and lists of any length without truncation', async () => {
    const { data } = await world.service.rpc('words', { list: ['açaí', 'x'], bits: ['101'] });
    expect(data).toEqual([['açaí', 'x'], ['101']]);
  });

  it('rolls back the changes of a function when its result is not one object', async () => {
    const refused = await world.service.rpc('write_notes', { code: 'new' }).single();
    expect([refused.status, refused.error?.code]).toEqual([406, 'PGRST116']);
    expect(await world.sql("select from public.notes where code = 'new'")).toEqual([]);
    expect((await world.service.rpc('write_notes', { code: 'new' })).data).toMatchObject([
      { code: 'new' },
      { code: 'new2' },
    ]);
  });

  it('passes on errors raised by a function', async () => {
    const raised = await world.service.rpc('fail_as', { state: 'P0001' });
    expect(raised).toMatchObject({
      status: 400,
      error: { code: 'P0001', message: 'failed on purpose', details: 'secret detail', hint: null },
    });
    expect((await world.service.rpc('fail_as', { state: 'PT409' })).status).toBe(409);
    const internal = await world.service.rpc('fail_as', { state: 'XX001' });
    expect(internal).toMatchObject({
      status: 500,
      error: { code: 'XX001', message: 'Internal error', details: null },
    });
  });
});

describe('raw requests', () => {
  it('responds with the headers of PostgREST', async () => {
    const value = await post('add', { a: 1 });
    expect([
      value.status,
      value.headers.get('content-range'),
      value.headers.get('content-type'),
      await value.text(),
    ]).toEqual([200, '0-0/*', 'application/json; charset=utf-8', '11']);
    const nothing = await post('nothing', '');
    expect([nothing.status, nothing.headers.get('content-type'), await nothing.text()]).toEqual([
      204,
      null,
      '',
    ]);
  });

  it.each([
    [
      'nowhere',
      {},
      404,
      'PGRST202',
      'Could not find the function public.nowhere without parameters in the schema cache',
    ],
    [
      'add',
      { b: 1 },
      404,
      'PGRST202',
      'Could not find the function public.add(b) in the schema cache',
    ],
    [
      'add',
      { a: 1, x: 2 },
      404,
      'PGRST202',
      'Could not find the function public.add(a, x) in the schema cache',
    ],
    [
      'either',
      { a: 1 },
      300,
      'PGRST203',
      'Could not choose the best candidate function between: public.either(a => integer), public.either(a => text)',
    ],
    ['add', [{ a: 1 }], 400, 'PGRST127', 'Feature not implemented'],
    ['add', '{"a":', 400, 'PGRST102', 'Empty or invalid json'],
    ['add', { a: 'x' }, 400, '22P02', 'invalid input syntax for type integer: "x"'],
    [
      'mixed',
      { a: 1 },
      300,
      'PGRST203',
      'Could not choose the best candidate function between: public.mixed(a => integer), public.mixed(a => integer, others => integer[])',
    ],
    [
      'unnamed',
      { list: [1] },
      404,
      'PGRST202',
      'Could not find the function public.unnamed(list) in the schema cache',
    ],
    [
      'pg_sleep',
      { a: 1 },
      404,
      'PGRST202',
      'Could not find the function public.pg_sleep(a) in the schema cache',
    ],
  ])('refuses %s %j', async (name, body, status, code, message) => {
    const response = await post(name, body);
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ code, message }),
    ]);
  });

  it.each([
    ['/rpc/write_notes?code=x', 405, 'PGRST101'],
    ['/rpc/add?a=1&c=2', 404, 'PGRST202'],
    ['/rpc/add?a=x', 400, '22P02'],
  ])('refuses GET %s', async (path, status, code) => {
    const response = await world.request(path);
    expect([response.status, await readErrorCode(response)]).toEqual([status, code]);
  });

  it('ignores a Range header of a request that reads nothing', async () => {
    const response = await post('pairs', {}, { range: '0-0' });
    expect(await response.json()).toHaveLength(2);
  });

  it('supports no other method', async () => {
    const response = await world.request('/rpc/add?a=1', { method: 'DELETE' });
    expect([response.status, await readErrorCode(response)]).toEqual([405, 'PGRST101']);
  });
});
