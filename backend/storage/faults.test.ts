import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { listStoredFiles } from './testing/files.ts';
import { createLargePng, createPicture } from './testing/pictures.ts';
import { createServiceClient, signIn, type SignedInUser } from './testing/people.ts';

let server: TestServer;
let ana: SignedInUser;

beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
  ana = await signIn(server, 'ana');
});
afterAll(() => server?.stop());

describe('a value that the database cannot store', () => {
  const nul = '\0';
  it.each([
    ['a name read', 'GET', '/object/public/images/a%00b', undefined],
    ['a bucket read', 'GET', '/object/public/x%00y/z', undefined],
    [
      'a name moved',
      'POST',
      '/object/move',
      { bucketId: 'images', sourceKey: nul, destinationKey: 'a.png' },
    ],
    ['names removed', 'DELETE', '/object/images', { prefixes: [nul] }],
    ['a bucket removed from', 'DELETE', '/object/x%00y', { prefixes: ['a.png'] }],
  ])('is refused as the fault of the caller: %s', async (_what, method, path, body) => {
    const response = await fetch(`${server.url}/storage/v1${path}`, {
      method,
      headers: { ...ana.headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ statusCode: '400' });
  });
});

describe('a failing upload', () => {
  it('stores nothing when the client disconnects, as bare bytes and as a form', async () => {
    const bytes = new Uint8Array(await (await createLargePng(200_000)).arrayBuffer());
    const form = 'content-type: multipart/form-data; boundary=xx';
    const part =
      '--xx\r\nContent-Disposition: form-data; name=""; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';

    for (const [type, head] of [
      ['content-type: image/png', ''],
      [form, part],
    ] as const) {
      const socket = await openSocket();
      socket.write(
        requestHead('POST', '/object/images/banners/cut.png', [type, 'content-length: 1000000']),
      );
      socket.write(head);
      socket.write(bytes);
      await until('the draft has bytes', async () => (await listStoredFiles(server)).length === 1);
      socket.destroy();
      await until('the draft is gone', async () => (await listStoredFiles(server)).length === 0);
    }

    const [count] = await server.sql('select count(*)::int as n from storage.objects');
    expect(count).toEqual({ n: 0 });
    const again = await ana.storage
      .from('images')
      .upload('banners/cut.png', await createPicture('png'));
    expect(again.error).toBeNull();
    await ana.storage.from('images').remove(['banners/cut.png']);
  });

  it('is refused before its body when Content-Length exceeds the limit', async () => {
    const socket = await openSocket();
    socket.write(
      requestHead('POST', '/object/images/banners/big.png', [
        'content-type: image/png',
        'content-length: 999999999',
      ]),
    );
    expect(await firstResponse(socket)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"statusCode":"413"/);
    await until('the connection is cut', async () => socket.destroyed);
    expect(await listStoredFiles(server)).toEqual([]);
  });

  it('stores no bytes when the row is refused at the end', async () => {
    await server.sql(
      `create policy "test: nothing large" on storage.objects as restrictive for insert to authenticated
       with check (coalesce((metadata->>'size')::int, 0) < 1000)`,
    );
    const { error } = await ana.storage
      .from('images')
      .upload('banners/late.png', await createLargePng(5000));
    await server.sql(`drop policy "test: nothing large" on storage.objects`);
    expect(error).toMatchObject({ statusCode: '403' });
    expect(await listStoredFiles(server)).toEqual([]);
  });

  it('is refused at once when it is compressed, and the connection stays usable', async () => {
    for (const type of ['image/png', 'multipart/form-data; boundary=xx']) {
      const socket = await openSocket();
      const head = (name: string, more: string[]) =>
        requestHead('POST', `/object/images/banners/${name}.png`, [
          `content-type: ${type}`,
          ...more,
        ]);
      socket.write(head('packed', ['content-encoding: gzip', 'content-length: 4']) + 'xxxx');
      expect(await firstResponse(socket)).toMatch(
        /^HTTP\/1\.1 400 [\s\S]*content-encoding is not enabled/,
      );
      socket.write(requestHead('GET', '/bucket/images', []));
      expect(await firstResponse(socket)).toMatch(/^HTTP\/1\.1 200 /);
      socket.destroy();
    }
  });

  it('is refused before its form is read, when the policies refuse the caller', async () => {
    const bruno = await signIn(server, 'bruno');
    const socket = await openSocket();
    const form = ['content-type: multipart/form-data; boundary=xx', 'content-length: 1000000'];
    socket.write(requestHead('POST', '/object/images/banners/no.png', form, bruno));
    expect(await firstResponse(socket)).toMatch(/^HTTP\/1\.1 400 [\s\S]*row-level security/);
    socket.destroy();
  });

  it('takes a place until it ends; further uploads are refused with SlowDown [STOR-13]', async () => {
    const form = ['content-type: multipart/form-data; boundary=xx', 'content-length: 1000000'];
    const bruno = await signIn(server, 'bruno');
    const open = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const socket = await openSocket();
        socket.write(requestHead('POST', `/object/logos/parceiros/${index}.png`, form, bruno));
        socket.write('--xx\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n');
        return { socket, response: once(socket, 'data').then(([chunk]) => String(chunk)) };
      }),
    );
    const refused: string[] = [];
    for (const { response } of open)
      void response.then(
        (text) => refused.push(text),
        () => undefined,
      );
    await until('eight are refused', async () => refused.length === 8);
    for (const text of refused) expect(text).toMatch(/^HTTP\/1\.1 429 [\s\S]*"code":"SlowDown"/);
    const other = await ana.storage
      .from('images')
      .upload('banners/other.png', await createPicture('png'));
    expect(other.error).toBeNull();

    for (const { socket } of open) socket.destroy();
    const file = await createPicture('png');
    await until('there is room again', async () => {
      const { error } = await bruno.storage.from('logos').upload('parceiros/room.png', file);
      return error === null;
    });
    await createServiceClient(server).from('logos').remove(['parceiros/room.png']);
    await createServiceClient(server).from('images').remove(['banners/other.png']);
    expect(await listStoredFiles(server)).toEqual([]);
  });

  it('is refused without a file, and with an invalid form', async () => {
    const form = new FormData();
    form.append('cacheControl', '3600');
    const send = async (body: FormData | string, headers: Record<string, string> = {}) => {
      const address = `${server.url}/storage/v1/object/images/banners/x.png`;
      const response = await fetch(address, {
        method: 'POST',
        headers: { ...ana.headers, ...headers },
        body,
      });
      return { status: response.status, body: await response.json() };
    };
    const broken = { 'content-type': 'multipart/form-data; boundary=yy' };

    expect(await send(form)).toMatchObject({
      status: 400,
      body: { statusCode: '400', code: 'InvalidRequest' },
    });
    expect(await send('nothing', broken)).toMatchObject({
      status: 400,
      body: { code: 'InvalidRequest' },
    });
    expect(
      await send('x', { 'cache-control': 'a'.repeat(300), 'content-type': 'image/png' }),
    ).toMatchObject({ status: 400 });
    expect(await listStoredFiles(server)).toEqual([]);
  });
});

describe('names', () => {
  it('refuses names that lead out of the bucket or could be read two ways', async () => {
    const names = [
      '..%2f..%2fsecrets.json',
      '%2e%2e/%2e%2e/secrets.json',
      '../secrets.json',
      'a/../../b.png',
      'a//b.png',
      './a.png',
      'a%00.png',
      'a%0d%0ab.png',
      'a%5c..%5cb.png',
      'a%23.png',
      'a%25.png',
      'a%3Cb.png',
      'a%C3%A7.png',
      'x'.repeat(1025),
    ];
    for (const name of names) {
      for (const method of ['POST', 'GET']) {
        const address =
          method === 'GET' ? `/object/public/images/${name}` : `/object/images/${name}`;
        const socket = await openSocket();
        socket.write(
          requestHead(method, address, ['content-type: image/png', 'content-length: 0']),
        );
        const response = await firstResponse(socket);
        expect(response, `${method} ${name}`).toMatch(/^HTTP\/1\.1 40[04] /);
        expect(response, `${method} ${name}`).toMatch(/InvalidKey|InvalidRequest|FST_ERR_BAD_URL/);
        socket.destroy();
      }
    }
    expect(await listStoredFiles(server)).toEqual([]);
  });

  it('accepts the characters that storage-api accepts', async () => {
    const name = "banners/a b!-_.*'()&$=@;:+,.png";
    const { error } = await ana.storage
      .from('images')
      .upload(encodeURIComponent(name).replaceAll('%2F', '/'), await createPicture('png'));
    expect(error).toBeNull();
    const [row] = await server.sql('select name from storage.objects');
    expect(row).toEqual({ name });
    await ana.storage.from('images').remove([name]);
  });
});

describe('any other request', () => {
  it('is refused by name', async () => {
    const bucket = ana.storage.from('images');
    const refused = await Promise.all([
      bucket.list(),
      bucket.listV2(),
      bucket.copy('a.png', 'b.png'),
      bucket.createSignedUrl('a.png', 60),
      bucket.createSignedUrls(['a.png'], 60),
      bucket.createSignedUploadUrl('a.png'),
      bucket.update('a.png', await createPicture('png')),
      bucket.upload('a.png', await createPicture('png'), { upsert: true }),
      bucket.upload('a.png', await createPicture('png'), { metadata: { a: 1 } }),
      bucket.upload('a.png', new ArrayBuffer(1), { metadata: { a: 1 } }),
      bucket.uploadToSignedUrl('a.png', 'x', await createPicture('png')),
      bucket.download('a.png', { transform: { width: 10 } }),
      ana.storage.createBucket('novo'),
      ana.storage.updateBucket('images', { public: false }),
      ana.storage.emptyBucket('images'),
      ana.storage.deleteBucket('images'),
    ]);
    for (const { error } of refused)
      expect(error?.message).toMatch(/^The feature .+ is not enabled for this resource$/);
    expect(await listStoredFiles(server)).toEqual([]);
  });

  it('requires a key for a bucket with the name of a public route', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await fetch(`${server.url}/storage/v1/object/public/a.png`, { method });
      expect(response.status).toBe(401);
    }
  });

  it('reports an expired token with the message that clients compare', async () => {
    const token = await server.platform.tokens.sign({ role: 'authenticated', sub: ana.id }, -10);
    const response = await fetch(`${server.url}/storage/v1/bucket/images`, {
      headers: { apikey: server.anonKey, authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      statusCode: '403',
      code: 'AccessDenied',
      error: 'Unauthorized',
      message: '"exp" claim timestamp check failed',
    });
  });

  it('responds to an unknown route in the format of the storage protocol', async () => {
    const response = await fetch(`${server.url}/storage/v1/nada?token=x`, { headers: ana.headers });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      statusCode: '404',
      message: 'Route GET:/storage/v1/nada not found',
    });
  });
});

function requestHead(method: string, path: string, headers: string[], { headers: key } = ana) {
  const own = Object.entries(key).map(([name, value]) => `${name}: ${value}`);
  return [
    `${method} /storage/v1${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...own,
    ...headers,
    '',
    '',
  ].join('\r\n');
}

async function openSocket() {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined); // an error is normal when the server closes the connection
  await once(socket, 'connect');
  return socket;
}

async function firstResponse(socket: Socket) {
  const [chunk] = (await once(socket, 'data', { signal: AbortSignal.timeout(5000) })) as [Buffer];
  return chunk.toString();
}

async function until(what: string, check: () => Promise<boolean>) {
  for (let tries = 0; tries < 120; tries += 1) {
    if (await check()) return;
    await wait(50);
  }
  throw new Error(`did not happen within 6 s: ${what}`);
}
