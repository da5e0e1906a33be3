import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  readErrorCode,
  startRestTestServer,
  type RestTestServer,
} from './testing/rest-test-server.ts';

let world: RestTestServer;
beforeAll(async () => {
  world = await startRestTestServer();
  await world.sql(`
    create function public.set_response(status text default null, headers text default null) returns json
      language plpgsql stable as $$ begin
        perform set_config('response.status', status, true), set_config('response.headers', headers, true);
        return '{"a": 1}';
      end $$;
    create function public.write_response(status text) returns json language plpgsql as $$ begin
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
  world.request(`/rpc/${query}`, { headers });
const withHeaders = (headers: unknown) =>
  get(`set_response?headers=${encodeURIComponent(JSON.stringify(headers))}`);

describe('the response that a function sets', () => {
  it('has its own status and headers, which replace those of the protocol', async () => {
    const headers = JSON.stringify([{ 'Cache-Control': 'public, max-age=5' }, { ETag: 'W/"a"' }]);
    const response = await get(`set_response?status=202&headers=${encodeURIComponent(headers)}`);
    expect(response.status).toBe(202);
    expect(response.headers.get('cache-control')).toBe('public, max-age=5');
    expect(response.headers.get('etag')).toBe('W/"a"');
    expect(await response.json()).toEqual({ a: 1 });
  });

  it('applies to this request only', async () => {
    await get('set_response?status=202');
    const next = await get('add?a=1');
    expect([next.status, next.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it('joins headers of one name, and extends Vary', async () => {
    const response = await withHeaders([{ Vary: 'Authorization' }, { 'X-A': '1' }, { 'x-a': '2' }]);
    expect(response.headers.get('x-a')).toBe('1, 2');
    expect(response.headers.get('vary')?.toLowerCase()).toContain('authorization');
  });

  it('has no body with 304', async () => {
    const response = await get('set_response?status=304');
    expect([response.status, await response.text()]).toEqual([304, '']);
    expect(response.headers.get('content-type')).toBeNull();
  });

  it('has the same status for HEAD and POST', async () => {
    const head = await world.request('/rpc/set_response?status=203', { method: 'HEAD' });
    expect(head.status).toBe(203);
    const post = await world.send('POST', '/rpc/set_response', { status: '203' });
    expect(post.status).toBe(203);
  });

  it.each(['600', '99', 'ok', '304x'])('is refused for the status %s', async (status) => {
    const response = await get(`set_response?status=${status}`);
    expect([response.status, await readErrorCode(response)]).toEqual([500, 'PGRST112']);
  });

  it.each([
    [{ a: 'b' }],
    [[{ a: 'b', c: 'd' }]],
    [[{ a: 1 }]],
    [['a']],
    [[{ 'a b': 'c' }]],
    [[{ a: 'b\r\nc: d' }]],
    [[{ 'Content-Length': '1' }]],
  ])('is refused for the headers %j', async (headers) => {
    const response = await withHeaders(headers);
    expect([response.status, await readErrorCode(response)]).toEqual([500, 'PGRST111']);
  });

  it('rolls back the changes of the function when it is refused', async () => {
    const response = await world.send('POST', '/rpc/write_response', { status: 'x' });
    expect(response.status).toBe(500);
    expect(await world.sql(`select from public.notes where code = 'own'`)).toEqual([]);
  });
});

describe('the request that a function sees', () => {
  it('has the method and the headers of a GET, but no secrets', async () => {
    const response = await get('request_seen', { 'if-none-match': '"a"', cookie: 'a=b' });
    const [method, headers] = (await response.json()) as [string, Record<string, string>];
    expect(method).toBe('GET');
    expect(headers['if-none-match']).toBe('"a"');
    for (const secret of ['apikey', 'authorization', 'cookie'])
      expect(headers).not.toHaveProperty(secret);
  });

  it('is hidden from a POST', async () => {
    const response = await world.send('POST', '/rpc/request_seen', {});
    expect(await response.json()).toEqual([null, null]);
  });
});
