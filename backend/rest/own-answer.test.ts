import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, startWorld, type World } from './test-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.sql(`
    create function public.set_answer(status text default null, headers text default null) returns json
      language plpgsql stable as $$ begin
        perform set_config('response.status', status, true), set_config('response.headers', headers, true);
        return '{"a": 1}';
      end $$;
    create function public.write_answer(status text) returns json language plpgsql as $$ begin
      perform set_config('response.status', status, true);
      insert into public.notes (code) values ('own');
      return '1';
    end $$;
    create function public.request_seen() returns json language sql stable as $$
      select json_build_array(
        nullif(current_setting('request.method', true), ''),
        nullif(current_setting('request.headers', true), '')::json
      ) $$;`);
}, 60_000);
afterAll(() => world.stop());

const get = (query: string, headers: Record<string, string> = {}) =>
  world.ask(`/rpc/${query}`, { headers });
const withHeaders = (headers: unknown) =>
  get(`set_answer?headers=${encodeURIComponent(JSON.stringify(headers))}`);

describe('the response that a function sets', () => {
  it('has its status and headers, over those of the protocol', async () => {
    const headers = JSON.stringify([{ 'Cache-Control': 'public, max-age=5' }, { ETag: 'W/"a"' }]);
    const answer = await get(`set_answer?status=202&headers=${encodeURIComponent(headers)}`);
    expect(answer.status).toBe(202);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=5');
    expect(answer.headers.get('etag')).toBe('W/"a"');
    expect(await answer.json()).toEqual({ a: 1 });
  });

  it('is the one of this request alone', async () => {
    await get('set_answer?status=202');
    const next = await get('add?a=1');
    expect([next.status, next.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it('joins headers of one name, and adds to Vary', async () => {
    const answer = await withHeaders([{ Vary: 'Authorization' }, { 'X-A': '1' }, { 'x-a': '2' }]);
    expect(answer.headers.get('x-a')).toBe('1, 2');
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('authorization');
  });

  it('has no body with 304', async () => {
    const answer = await get('set_answer?status=304');
    expect([answer.status, await answer.text()]).toEqual([304, '']);
    expect(answer.headers.get('content-type')).toBeNull();
  });

  it('answers HEAD and POST alike', async () => {
    const head = await world.ask('/rpc/set_answer?status=203', { method: 'HEAD' });
    expect(head.status).toBe(203);
    const post = await world.send('POST', '/rpc/set_answer', { status: '203' });
    expect(post.status).toBe(203);
  });

  it.each(['600', '99', 'ok', '304x'])('is no status: %s', async (status) => {
    const answer = await get(`set_answer?status=${status}`);
    expect([answer.status, await codeOf(answer)]).toEqual([500, 'PGRST112']);
  });

  it.each([
    [{ a: 'b' }],
    [[{ a: 'b', c: 'd' }]],
    [[{ a: 1 }]],
    [['a']],
    [[{ 'a b': 'c' }]],
    [[{ a: 'b\r\nc: d' }]],
    [[{ 'Content-Length': '1' }]],
  ])('is no list of headers: %j', async (headers) => {
    const answer = await withHeaders(headers);
    expect([answer.status, await codeOf(answer)]).toEqual([500, 'PGRST111']);
  });

  it('leaves nothing written where it is refused', async () => {
    const answer = await world.send('POST', '/rpc/write_answer', { status: 'x' });
    expect(answer.status).toBe(500);
    expect(await world.sql(`select from public.notes where code = 'own'`)).toEqual([]);
  });
});

describe('the request that a function sees', () => {
  it('has the method and the headers of a GET, but no secrets', async () => {
    const answer = await get('request_seen', { 'if-none-match': '"a"', cookie: 'a=b' });
    const [method, headers] = (await answer.json()) as [string, Record<string, string>];
    expect(method).toBe('GET');
    expect(headers['if-none-match']).toBe('"a"');
    for (const secret of ['apikey', 'authorization', 'cookie'])
      expect(headers).not.toHaveProperty(secret);
  });

  it('is hidden from a POST', async () => {
    const answer = await world.send('POST', '/rpc/request_seen', {});
    expect(await answer.json()).toEqual([null, null]);
  });
});
