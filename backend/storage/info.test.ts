import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { makeClosedBucket } from './testing/closed-bucket.ts';
import { anonymous, service, signIn, type Person } from './testing/people.ts';
import { picture } from './testing/pictures.ts';

let server: TestServer;
let ana: Person;
let bruno: Person;
let file: File;

beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
  [ana, bruno] = await Promise.all([signIn(server, 'ana'), signIn(server, 'bruno')]);
  await makeClosedBucket(server, 'fechado', { select: ana.id });
  file = await picture('webp');
  await service(server).from('fechado').upload('a.webp', file);
  await bruno.storage
    .from('logos')
    .upload('a.webp', file, { cacheControl: '60', metadata: { cor: 'azul' } });
});
afterAll(() => server?.stop());

it('says what is known of a file, to everybody in a public bucket', async () => {
  for (const client of [bruno.storage, anonymous(server)]) {
    const { data, error } = await client.from('logos').info('a.webp');
    expect(error).toBeNull();
    expect(data).toMatchObject({
      name: 'a.webp',
      bucketId: 'logos',
      size: file.size,
      contentType: 'image/webp',
      cacheControl: 'max-age=60',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      metadata: { cor: 'azul' },
      lastModified: expect.stringMatching(/^\d{4}-/),
      createdAt: expect.stringMatching(/^\d{4}-/),
    });
  }
});

it('says it in a closed bucket to whom a policy shows the file', async () => {
  expect((await ana.storage.from('fechado').info('a.webp')).data?.size).toBe(file.size);
  expect((await bruno.storage.from('fechado').info('a.webp')).error).toMatchObject({
    status: 400,
    statusCode: '404',
    code: 'NoSuchKey',
  });
});

it('tells whether a file exists', async () => {
  const bucket = bruno.storage.from('logos');
  expect((await bucket.exists('a.webp')).data).toBe(true);
  expect((await bucket.exists('nada.webp')).data).toBe(false);
  await expect(bruno.storage.from('nada').exists('a.webp')).rejects.toMatchObject({
    code: 'NoSuchBucket',
  });
});

it('answers HEAD of the file itself, as older clients ask', async () => {
  const head = (name: string) =>
    fetch(`${server.url}/storage/v1/object/logos/${name}`, {
      method: 'HEAD',
      headers: bruno.headers,
    });
  expect((await head('a.webp')).status).toBe(200);
  expect((await head('nada.webp')).status).toBe(400);
});

it('has its open and its closed address', async () => {
  const path = (kind: string, bucket: string) =>
    `${server.url}/storage/v1/object/info/${kind}/${bucket}/a.webp`;
  expect((await fetch(path('public', 'logos'))).status).toBe(200);
  expect(await (await fetch(path('public', 'fechado'))).json()).toMatchObject({
    code: 'NoSuchBucket',
  });
  expect((await fetch(path('authenticated', 'logos'))).status).toBe(401);
  const closed = await fetch(path('authenticated', 'fechado'), { headers: ana.headers });
  expect(closed.status).toBe(200);
  expect(closed.headers.get('etag')).toMatch(/^"/);
  expect(closed.headers.get('cache-control')).toBe('no-store');
});
