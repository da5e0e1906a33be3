import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRestTestServer, type RestTestServer } from './testing/rest-test-server.ts';

let world: RestTestServer;
beforeAll(async () => {
  world = await startRestTestServer();
}, 60_000);
afterAll(() => world.stop());

describe('raw requests', () => {
  it('responds with the headers of PostgREST', async () => {
    const response = await world.request('/notes?select=code&order=code', {
      headers: { range: '0-1', prefer: 'count=exact' },
    });
    expect(response.status).toBe(206);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-range': '0-1/3',
      'preference-applied': 'count=exact',
    });
    const object = await world.request('/notes?id=eq.1', {
      headers: { accept: 'application/vnd.pgrst.object+json' },
    });
    expect(object.headers.get('content-type')).toBe(
      'application/vnd.pgrst.object+json; charset=utf-8',
    );
    expect(object.headers.get('content-range')).toBe('0-0/*');
  });

  it('compresses lists for clients that accept it, also a page with a count', async () => {
    await world.send('POST', '/notes', { code: 'long', body: 'texto '.repeat(500) });
    const request = async (encodings: string) => {
      const headers = { prefer: 'count=exact', 'accept-encoding': encodings };
      const response = await world.request('/notes?code=neq.a&order=code.desc&limit=1', {
        headers,
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const [plain, packed] = [await request('identity'), await request('br, gzip')];
    await world.request('/notes?code=eq.long', { method: 'DELETE' });
    expect([plain.status, plain.headers.get('content-encoding')]).toEqual([206, null]);
    expect([packed.status, packed.headers.get('content-encoding')]).toEqual([206, 'br']);
    expect(packed.headers.get('vary')).toContain('accept-encoding');
    expect(packed.headers.get('content-range')).toBe(plain.headers.get('content-range'));
    expect(packed.text).toBe(plain.text);
  });

  it('responds to HEAD with the count and without a body', async () => {
    const response = await world.request('/notes', {
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    });
    expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual(
      [200, '0-2/3', ''],
    );
    // The response to HEAD has no Content-Length, because the length of the body of GET is unknown.
    expect(response.headers.get('content-length')).toBeNull();
  });

  it('responds 416 to an offset beyond the counted rows', async () => {
    const response = await world.request('/notes?offset=10', {
      headers: { prefer: 'count=exact' },
    });
    expect(response.status).toBe(416);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-range': '*/3',
      'content-type': 'application/json; charset=utf-8',
      'preference-applied': 'count=exact',
    });
    expect(await response.json()).toEqual({
      code: 'PGRST103',
      details: 'An offset of 10 was requested, but there are only 3 rows.',
      hint: null,
      message: 'Requested range not satisfiable',
    });
  });

  it.each([
    ['/nowhere', 404, 'PGRST205', "Could not find the table 'public.nowhere' in the schema cache"],
    ['/notes?nothing=eq.1', 400, '42703', 'column notes.nothing does not exist'],
    ['/notes?select=nothing', 400, '42703', 'column notes.nothing does not exist'],
    [
      '/notes?select=id,folders!notes_folder(nothing)',
      400,
      '42703',
      'column folders_1.nothing does not exist',
    ],
    [
      '/notes?select=id,products(id)',
      400,
      'PGRST200',
      "Could not find a relationship between 'notes' and 'products' in the schema cache",
    ],
    [
      '/notes?select=id,folders(id)',
      300,
      'PGRST201',
      "Could not embed because more than one relationship was found for 'notes' and 'folders'",
    ],
    [
      '/albums?select=id,photos(id)',
      300,
      'PGRST201',
      "Could not embed because more than one relationship was found for 'albums' and 'photos'",
    ],
    [
      '/notes?folders.id=eq.1',
      400,
      'PGRST108',
      "'folders' is not an embedded resource in this request",
    ],
    ['/notes?id=eq.x', 400, '22P02', 'invalid input syntax for type integer: "x"'],
    ['/notes?id=ilike.x', 404, '42883', 'operator does not exist: integer ~~* unknown'],
    ['/notes?select=count', 400, 'PGRST123', 'Use of aggregate functions is not allowed'],
    [
      '/folders?select=*,notes!notes_folder(count)',
      400,
      'PGRST123',
      'Use of aggregate functions is not allowed',
    ],
    ['/notes?select=id.sum()', 400, 'PGRST123', 'Use of aggregate functions is not allowed'],
    [
      '/pg_authid',
      404,
      'PGRST205',
      "Could not find the table 'public.pg_authid' in the schema cache",
    ],
    ['/a/b/c', 404, 'PGRST125', 'Invalid path specified in request URL'],
    ['/', 404, 'PGRST126', 'Root endpoint metadata is disabled'],
  ])('refuses %s', async (path, status, code, message) => {
    const response = await world.request(path);
    expect(response.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`);
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ code, message }),
    ]);
  });

  it('lists many-to-many relationships among several relationships, as PostgREST does', async () => {
    const response = await world.request('/albums?select=id,photos(id)');
    expect(await response.json()).toMatchObject({
      hint: expect.stringContaining("'photos!albums_cover', 'photos!album_photos'"),
      details: [
        {
          cardinality: 'many-to-one',
          embedding: 'albums with photos',
          relationship: 'albums_cover using albums(cover) and photos(id)',
        },
        {
          cardinality: 'many-to-many',
          embedding: 'albums with photos',
          relationship: 'album_photos using of_album(album_id) and of_photo(photo_id)',
        },
      ],
    });
    expect((await world.request('/albums?select=id,photos!albums_cover(id)')).status).toBe(200);
  });

  it('reads and writes columns of a domain', async () => {
    const send = (said: string) => world.send('POST', '/words_said', { id: 1, said });
    expect((await send('much too long')).status).toBe(400);
    expect((await send('short')).status).toBe(201);
    const found = await world.request('/words_said?said=eq.short');
    expect(await found.json()).toEqual([{ id: 1, said: 'short' }]);
  });

  it('subtracts a negative offset from the limit, as PostgREST does', async () => {
    const response = await world.request('/notes?select=id&order=id&offset=-1&limit=3');
    expect(await response.json()).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('serves only the schema public', async () => {
    const response = await world.request('/users', { headers: { 'accept-profile': 'auth' } });
    expect([response.status, await response.json()]).toEqual([
      406,
      expect.objectContaining({ code: 'PGRST106' }),
    ]);
    expect(
      (await world.request('/notes', { headers: { 'accept-profile': 'public' } })).status,
    ).toBe(200);
  });

  it('finds a table that was created after the first request', async () => {
    await world.sql(
      'create table public.later (id integer); grant all on public.later to service_role',
    );
    await expect
      .poll(async () => (await world.request('/later')).status, { timeout: 10_000, interval: 500 })
      .toBe(200);
  });
});
