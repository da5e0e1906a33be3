import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { picture } from './testing/pictures.ts';
import { anonymous, service, signIn, type Person } from './testing/people.ts';

let server: TestServer;
let ana: Person;
let url: string;
let bytes: Uint8Array;

beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
  ana = await signIn(server, 'ana');
  const file = await picture('png');
  bytes = new Uint8Array(await file.arrayBuffer());
  await ana.storage.from('images').upload('banners/b.png', file);
  url = ana.storage.from('images').getPublicUrl('banners/b.png').data.publicUrl;
});
afterAll(() => server?.stop());

describe('reading a public file', () => {
  it('needs no key and answers HEAD like GET without the bytes [STOR-13]', async () => {
    const get = await fetch(url);
    const head = await fetch(url, { method: 'HEAD' });

    expect([get.status, head.status]).toEqual([200, 200]);
    for (const name of [
      'content-type',
      'content-length',
      'etag',
      'last-modified',
      'cache-control',
      'accept-ranges',
    ]) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
      expect(get.headers.get(name)).not.toBeNull();
    }
    expect(get.headers.get('x-content-type-options')).toBe('nosniff');
    // Other sites show it; nothing else of the server is theirs to embed.
    expect(get.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const missing = await fetch(`${url}x`);
    expect(missing.headers.get('cross-origin-resource-policy')).toBe('same-site');
    expect(Number(get.headers.get('content-length'))).toBe(bytes.length);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  });

  it('answers 304 to a copy that is still good, and the file to any other tag', async () => {
    const first = await fetch(url);
    const tag = first.headers.get('etag') ?? '';
    const date = first.headers.get('last-modified') ?? '';
    const ask = (headers: Record<string, string>) =>
      fetch(url, { headers }).then((answer) => answer.status);

    expect(await ask({ 'if-none-match': tag })).toBe(304);
    expect(await ask({ 'if-none-match': `"x", W/${tag}` })).toBe(304);
    expect(await ask({ 'if-none-match': '*' })).toBe(304);
    expect(await ask({ 'if-modified-since': date })).toBe(304);
    expect(await ask({ 'if-none-match': '"other"', 'if-modified-since': date })).toBe(200);
    expect(await ask({ 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).toBe(200);
    const fresh = await fetch(url, { headers: { 'if-none-match': tag } });
    expect(fresh.headers.get('etag')).toBe(tag);
    expect(fresh.headers.get('cache-control')).toBe('max-age=3600');
  });

  it('serves one range of bytes and refuses what is no range of the file', async () => {
    const ask = (range: string, more: Record<string, string> = {}) =>
      fetch(url, { headers: { range, ...more } });

    const middle = await ask('bytes=2-5');
    expect(middle.status).toBe(206);
    expect(middle.headers.get('content-range')).toBe(`bytes 2-5/${bytes.length}`);
    expect(new Uint8Array(await middle.arrayBuffer())).toEqual(bytes.subarray(2, 6));
    expect(new Uint8Array(await (await ask('bytes=-4')).arrayBuffer())).toEqual(bytes.subarray(-4));
    expect(new Uint8Array(await (await ask('bytes=4-')).arrayBuffer())).toEqual(bytes.subarray(4));
    for (const range of [
      'bytes=9-3',
      `bytes=${bytes.length}-`,
      'bytes=-0',
      'bytes=0-1,3-4',
      'lines=1-2',
    ]) {
      const refused = await ask(range);
      expect(refused.status).toBe(416);
      expect(await refused.json()).toEqual({
        statusCode: '416',
        code: 'InvalidRange',
        error: 'invalid_range',
        message: 'invalid range provided',
      });
    }
    expect((await ask('bytes=2-5', { 'if-range': '"other"' })).status).toBe(200);
  });

  it('offers a download under the name asked for, and never shows what is no picture', async () => {
    await server.sql(
      `insert into storage.buckets (id, name, public) values ('livre', 'livre', true) on conflict do nothing`,
    );
    const key = { apikey: server.serviceKey };
    const html = await fetch(`${server.url}/storage/v1/object/livre/pagina.html`, {
      method: 'POST',
      headers: { ...key, 'content-type': 'text/html' },
      body: '<script>alert(1)</script>',
    });
    expect(html.status).toBe(200);

    const disposition = async (address: string) =>
      (await fetch(address)).headers.get('content-disposition');
    expect(await disposition(url)).toBeNull();
    expect(await disposition(`${url}?download=`)).toBe('attachment;');
    expect(await disposition(`${url}?download=Promo%C3%A7%C3%A3o.png`)).toBe(
      "attachment; filename=Promo%C3%A7%C3%A3o.png; filename*=UTF-8''Promo%C3%A7%C3%A3o.png",
    );
    const page = await fetch(`${server.url}/storage/v1/object/public/livre/pagina.html`);
    expect(page.headers.get('content-type')).toBe('application/octet-stream');
    expect(page.headers.get('content-disposition')).toBe('attachment;');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it("says in storage-api's words what does not exist, and keeps no error in caches", async () => {
    const missing = await fetch(url.replace('b.png', 'nada.png'));
    const elsewhere = await fetch(`${server.url}/storage/v1/object/public/nada/b.png`);

    expect(missing.status).toBe(400);
    expect(missing.headers.get('cache-control')).toBe('no-store');
    expect(await missing.json()).toEqual({
      statusCode: '404',
      code: 'NoSuchKey',
      error: 'not_found',
      message: 'Object not found',
    });
    expect(elsewhere.status).toBe(400);
    expect(await elsewhere.json()).toMatchObject({ statusCode: '404', error: 'Bucket not found' });
  });

  it('answers like a missing file when the bytes are lost', async () => {
    await ana.storage.from('images').upload('banners/lost.png', await picture('png'));
    await server.sql(
      `update storage.objects set version = gen_random_uuid()::text where name = 'banners/lost.png'`,
    );
    const answer = await fetch(url.replace('b.png', 'lost.png'));
    expect(answer.status).toBe(400);
    expect(answer.headers.get('etag')).toBeNull();
    expect(await answer.json()).toMatchObject({ code: 'NoSuchKey' });
  });
});

describe('a private bucket', () => {
  it('is read by nobody, whatever the address, until its bucket is public', async () => {
    const closed = service(server).from('fechado');
    await server.sql(
      `insert into storage.buckets (id, name, public) values ('fechado', 'fechado', false)`,
    );
    expect((await closed.upload('a.png', bytes, { contentType: 'image/png' })).error).toBeNull();
    const open = `${server.url}/storage/v1/object/public/fechado/a.png`;

    const { headers } = ana;
    for (const address of [
      open,
      open.replace('public/', ''),
      open.replace('public', 'authenticated'),
      `${open.replace('public', 'sign')}?token=x`,
      open.replace('public', 'info/public'),
      open.replace('object', 'render/image'),
    ]) {
      const answer = await fetch(address, { headers });
      expect(answer.status, address).toBeGreaterThanOrEqual(400);
      expect(await answer.json(), address).toMatchObject({ statusCode: '404' });
    }
    await server.sql(`update storage.buckets set public = true where id = 'fechado'`);
    expect((await fetch(open)).status).toBe(200);
    await server.sql(`update storage.buckets set public = false where id = 'fechado'`);
  });

  it('can be read with the service key', async () => {
    const address = `${server.url}/storage/v1/object/authenticated/fechado/a.png`;
    const readClosed = (key: string, name = 'a.png') =>
      fetch(address.replace('a.png', name), {
        headers: { apikey: key, authorization: `Bearer ${key}` },
      });
    const answer = await readClosed(server.serviceKey);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    for (const name of ['none.png', 'b%2f..%2fa.png'])
      expect((await readClosed(server.serviceKey, name)).status).toBe(400);
    expect((await readClosed(server.anonKey)).status).toBe(400);
  });
});

it('shows a bucket to staff with its limits, and none to anonymous clients', async () => {
  const { data, error } = await ana.storage.getBucket('product-images');
  expect(error).toBeNull();
  expect(data).toEqual({
    id: 'product-images',
    name: 'product-images',
    owner: '',
    public: true,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    file_size_limit: 10 * 1024 * 1024,
    allowed_mime_types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'],
  });
  expect((await anonymous(server).getBucket('product-images')).error).toMatchObject({
    message: 'Bucket not found',
    statusCode: '404',
  });
});
