import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createPicture } from './testing/pictures.ts';
import { createPrivateBucket } from './testing/private-bucket.ts';
import {
  createAnonymousClient,
  createServiceClient,
  signIn,
  type SignedInUser,
} from './testing/people.ts';

let server: TestServer;
let ana: SignedInUser;
let url: string;
let bytes: Uint8Array;

beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
  ana = await signIn(server, 'ana');
  const file = await createPicture('png');
  bytes = new Uint8Array(await file.arrayBuffer());
  await ana.storage.from('images').upload('banners/b.png', file);
  url = ana.storage.from('images').getPublicUrl('banners/b.png').data.publicUrl;
});
afterAll(() => server?.stop());

describe('reading a public file', () => {
  it('needs no key and responds to HEAD like to GET, without the bytes [STOR-13]', async () => {
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
    // Other sites can embed the file, but not an error response.
    expect(get.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const missing = await fetch(`${url}x`);
    expect(missing.headers.get('cross-origin-resource-policy')).toBe('same-site');
    expect(Number(get.headers.get('content-length'))).toBe(bytes.length);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  });

  it('responds with 304 to a current ETag, and with the file to any other', async () => {
    const first = await fetch(url);
    const tag = first.headers.get('etag') ?? '';
    const date = first.headers.get('last-modified') ?? '';
    const request = (headers: Record<string, string>) =>
      fetch(url, { headers }).then((response) => response.status);

    expect(await request({ 'if-none-match': tag })).toBe(304);
    expect(await request({ 'if-none-match': `"x", W/${tag}` })).toBe(304);
    expect(await request({ 'if-none-match': '*' })).toBe(304);
    expect(await request({ 'if-modified-since': date })).toBe(304);
    expect(await request({ 'if-none-match': '"other"', 'if-modified-since': date })).toBe(200);
    expect(await request({ 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).toBe(200);
    const fresh = await fetch(url, { headers: { 'if-none-match': tag } });
    expect(fresh.headers.get('etag')).toBe(tag);
    expect(fresh.headers.get('cache-control')).toBe('max-age=3600');
  });

  it('serves one range of bytes and refuses an invalid range', async () => {
    const request = (range: string, more: Record<string, string> = {}) =>
      fetch(url, { headers: { range, ...more } });

    const middle = await request('bytes=2-5');
    expect(middle.status).toBe(206);
    expect(middle.headers.get('content-range')).toBe(`bytes 2-5/${bytes.length}`);
    expect(new Uint8Array(await middle.arrayBuffer())).toEqual(bytes.subarray(2, 6));
    expect(new Uint8Array(await (await request('bytes=-4')).arrayBuffer())).toEqual(
      bytes.subarray(-4),
    );
    expect(new Uint8Array(await (await request('bytes=4-')).arrayBuffer())).toEqual(
      bytes.subarray(4),
    );
    for (const range of [
      'bytes=9-3',
      `bytes=${bytes.length}-`,
      'bytes=-0',
      'bytes=0-1,3-4',
      'lines=1-2',
    ]) {
      const refused = await request(range);
      expect(refused.status).toBe(416);
      expect(await refused.json()).toEqual({
        statusCode: '416',
        code: 'InvalidRange',
        error: 'invalid_range',
        message: 'invalid range provided',
      });
    }
    expect((await request('bytes=2-5', { 'if-range': '"other"' })).status).toBe(200);
  });

  it('offers a download under the requested name, and shows only pictures inline', async () => {
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

  it("reports missing files with storage-api's messages, and forbids caching of errors", async () => {
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

  it('responds like for a missing file when the bytes are lost', async () => {
    await ana.storage.from('images').upload('banners/lost.png', await createPicture('png'));
    await server.sql(
      `update storage.objects set version = gen_random_uuid()::text where name = 'banners/lost.png'`,
    );
    const response = await fetch(url.replace('b.png', 'lost.png'));
    expect(response.status).toBe(400);
    expect(response.headers.get('etag')).toBeNull();
    expect(await response.json()).toMatchObject({ code: 'NoSuchKey' });
  });
});

describe('reading with a session', () => {
  it('downloads a file of a public bucket, and describes it', async () => {
    const files = ana.storage.from('images');
    const { data, error } = await files.download('banners/b.png');
    expect(error).toBeNull();
    expect(new Uint8Array((await data?.arrayBuffer()) ?? [])).toEqual(bytes);
    expect(await files.exists('banners/b.png')).toEqual({ data: true, error: null });
    const [row] = await server.sql(
      `select id, version, metadata ->> 'eTag' as etag from storage.objects where name = 'banners/b.png'`,
    );
    expect((await files.info('banners/b.png')).data).toEqual({
      ...row,
      name: 'banners/b.png',
      bucketId: 'images',
      size: bytes.length,
      contentType: 'image/png',
      cacheControl: 'max-age=3600',
      metadata: {},
      lastModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    for (const path of ['', 'public/', 'authenticated/']) {
      const address = `${server.url}/storage/v1/object/info/${path}images/banners/b.png`;
      expect(await (await fetch(address, { headers: ana.headers })).json()).toMatchObject(
        row ?? {},
      );
    }
  });

  it('responds to a missing file with an error', async () => {
    const files = ana.storage.from('images');
    expect(await files.exists('nada.png')).toMatchObject({ data: false });
    expect((await files.info('nada.png')).error).toMatchObject({ code: 'NoSuchKey' });
    expect((await files.download('nada.png')).error).toMatchObject({ status: 400 });
    const elsewhere = await ana.storage.from('nada').info('b.png');
    expect(elsewhere.error).toMatchObject({ code: 'NoSuchBucket' });
  });

  it('of a closed bucket needs a policy, and its response is not cached', async () => {
    await createPrivateBucket(server, 'de-ana', { select: ana.id });
    await createServiceClient(server)
      .from('de-ana')
      .upload('a.png', bytes, { contentType: 'image/png' });
    const bruno = await signIn(server, 'bruno');
    const address = `${server.url}/storage/v1/object/de-ana/a.png`;
    for (const path of [address, address.replace('object/', 'object/authenticated/')]) {
      for (const method of ['GET', 'HEAD']) {
        const response = await fetch(path, { method, headers: ana.headers });
        expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
        expect((await fetch(path, { method, headers: bruno.headers })).status).toBe(400);
      }
    }
    expect((await ana.storage.from('de-ana').info('a.png')).error).toBeNull();
    for (const files of [
      bruno.storage.from('de-ana'),
      createAnonymousClient(server).from('de-ana'),
    ]) {
      expect((await files.info('a.png')).error).toMatchObject({ code: 'NoSuchKey' });
      expect((await files.download('a.png')).error).toMatchObject({ status: 400 });
    }
  });

  it('serves no file of the trash, not even to an Administrador', async () => {
    const trash = createServiceClient(server).from('lixeira');
    await trash.upload('images/banners/z.png', bytes, { contentType: 'image/png' });
    const files = ana.storage.from('lixeira');
    expect((await files.download('images/banners/z.png')).error).toMatchObject({ status: 400 });
    expect((await files.info('images/banners/z.png')).error).toMatchObject({ code: 'NoSuchKey' });
    expect((await trash.download('images/banners/z.png')).error).toBeNull();
  });
});

describe('a private bucket', () => {
  it('cannot be read by any user at any URL until it is public', async () => {
    const closed = createServiceClient(server).from('fechado');
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
      const response = await fetch(address, { headers });
      expect(response.status, address).toBeGreaterThanOrEqual(400);
      expect(await response.json(), address).toMatchObject({
        code:
          address.includes('/sign/') || address.includes('/render/') ? 'NotSupported' : /^NoSuch/,
      });
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
    const response = await readClosed(server.serviceKey);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    for (const name of ['none.png', 'b%2f..%2fa.png'])
      expect((await readClosed(server.serviceKey, name)).status).toBe(400);
    expect((await readClosed(server.anonKey)).status).toBe(400);
  });
});

it('lists the buckets that the policies show, in pages and in the requested order', async () => {
  const names = async (options?: Parameters<typeof ana.storage.listBuckets>[0]) => {
    const { data, error } = await ana.storage.listBuckets(options);
    expect(error).toBeNull();
    return data?.map(({ id }) => id);
  };
  expect((await names())?.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'avatars',
    'images',
    'lixeira',
    'logos',
    'product-images',
  ]);
  const options = { sortColumn: 'name', sortOrder: 'desc', limit: 2, offset: 1 } as const;
  expect(await names(options)).toEqual(['logos', 'lixeira']);
  expect(await names({ search: 'IMAGE', sortColumn: 'id' })).toEqual(['images', 'product-images']);
  expect(await names({ search: '_' })).toEqual([]);
  const { data: buckets } = await ana.storage.listBuckets();
  expect(buckets?.find(({ id }) => id === 'product-images')).toEqual({
    ...(await ana.storage.getBucket('product-images')).data,
    type: 'STANDARD',
  });
  expect((await createAnonymousClient(server).listBuckets()).data).toEqual([]);
  for (const query of ['limit=0', 'offset=-1', 'sortColumn=owner', 'sortOrder=up', 'limit=x']) {
    const response = await fetch(`${server.url}/storage/v1/bucket?${query}`, {
      headers: ana.headers,
    });
    expect(response.status, query).toBe(400);
    expect(await response.json(), query).toMatchObject({ code: 'InvalidRequest' });
  }
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
  expect((await createAnonymousClient(server).getBucket('product-images')).error).toMatchObject({
    message: 'Bucket not found',
    statusCode: '404',
  });
});
