import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { makeClosedBucket } from './testing/closed-bucket.ts';
import { storedFiles } from './testing/files.ts';
import { anonymous, service, signIn, type Person } from './testing/people.ts';
import { largePng, picture } from './testing/pictures.ts';

const NOT_FOUND = {
  status: 400,
  statusCode: '404',
  code: 'NoSuchKey',
  message: 'Object not found',
};
const TAKEN = { status: 400, statusCode: '409', message: 'The resource already exists' };

let server: TestServer;
let ana: Person;
let bruno: Person;
let file: File;
let made = 0;
let name: string;

beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
  [ana, bruno] = await Promise.all([signIn(server, 'ana'), signIn(server, 'bruno')]);
  await makeClosedBucket(server, 'movel', { select: ana.id, insert: ana.id, update: ana.id });
  file = await picture('png');
});
beforeEach(() => {
  name = `f${(made += 1)}.png`;
});
afterAll(() => server?.stop());

describe('move', () => {
  it('gives a file another name and bucket, bytes and all, to whom a policy lets update it', async () => {
    const bucket = ana.storage.from('movel');
    await bucket.upload(name, file, { cacheControl: '60' });

    const { data, error } = await bucket.move(name, `pasta/${name}`);

    expect(error).toBeNull();
    expect(data).toEqual({ message: 'Successfully moved' });
    expect((await bucket.download(name)).error).toMatchObject({ message: 'Object not found' });
    expect((await bucket.download(`pasta/${name}`)).data?.size).toBe(file.size);
    const all = service(server).from('movel');
    await all.move(`pasta/${name}`, name, { destinationBucket: 'logos' });
    const url = bruno.storage.from('logos').getPublicUrl(name).data.publicUrl;
    expect((await fetch(url)).headers.get('cache-control')).toBe('max-age=60');
  });

  it('is no such file to whom no policy lets update it: nobody overwrites here [STOR-08]', async () => {
    const bucket = bruno.storage.from('logos');
    await bucket.upload(name, file);

    expect((await bucket.move(name, 'novo.png')).error).toMatchObject(NOT_FOUND);
    expect((await anonymous(server).from('logos').move(name, 'n.png')).error).toMatchObject(
      NOT_FOUND,
    );
    expect((await bucket.exists(name)).data).toBe(true);
  });

  it('refuses a name that is taken, a file or bucket that is missing, and a bad name', async () => {
    const bucket = service(server).from('logos');
    await bucket.upload(name, file);
    await bucket.upload(`x${name}`, file);

    expect((await bucket.move(name, `x${name}`)).error).toMatchObject({
      ...TAKEN,
      code: 'ResourceAlreadyExists',
    });
    expect((await bucket.move('nada.png', 'n.png')).error).toMatchObject(NOT_FOUND);
    expect((await bucket.move(name, 'n.png', { destinationBucket: 'nada' })).error).toMatchObject({
      statusCode: '404',
      message: 'The related resource does not exist',
    });
    expect((await bucket.move(name, '../n.png')).error).toMatchObject({ code: 'InvalidKey' });
    expect((await bucket.exists(name)).data).toBe(true);
  });

  it('puts nothing into a bucket that it would not take', async () => {
    const bucket = service(server).from('product-images');
    await bucket.upload(name, await largePng(6 * 1024 * 1024));

    const { error } = await bucket.move(name, name, { destinationBucket: 'logos' });

    expect(error).toMatchObject({ statusCode: '413' });
    expect((await bucket.exists(name)).data).toBe(true);
  });
});

describe('copy', () => {
  it('makes a file of its own with the same bytes, owned by whoever copied', async () => {
    const bucket = bruno.storage.from('product-images');
    await ana.storage.from('product-images').upload(name, file, { cacheControl: '60' });
    const before = (await storedFiles(server)).length;

    const { data, error } = await bucket.copy(name, `copia/${name}`);

    expect(error).toBeNull();
    expect(data).toEqual({ path: `product-images/copia/${name}` });
    expect(await storedFiles(server)).toHaveLength(before + 1);
    await service(server).from('product-images').remove([name]);
    const { publicUrl } = bucket.getPublicUrl(`copia/${name}`).data;
    const answer = await fetch(publicUrl);
    expect((await answer.arrayBuffer()).byteLength).toBe(file.size);
    expect(answer.headers.get('cache-control')).toBe('max-age=60');
    const [row] = await server.sql('select owner from storage.objects where name = $1', [
      `copia/${name}`,
    ]);
    expect(row).toEqual({ owner: bruno.id });
  });

  it('answers with the new row', async () => {
    await bruno.storage.from('logos').upload(name, file);
    const answer = await fetch(`${server.url}/storage/v1/object/copy`, {
      method: 'POST',
      headers: { ...bruno.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ bucketId: 'logos', sourceKey: name, destinationKey: `c/${name}` }),
    });
    const body = (await answer.json()) as Record<string, unknown>;
    expect(body).toMatchObject({
      Key: `logos/c/${name}`,
      name: `c/${name}`,
      bucket_id: 'logos',
      owner: bruno.id,
      metadata: { mimetype: 'image/png', size: file.size },
    });
    expect(body['Id']).toBe(body['id']);
  });

  it('goes to another bucket as far as the policies and limits there allow', async () => {
    const bucket = bruno.storage.from('product-images');
    await bucket.upload(name, file);
    const before = (await storedFiles(server)).length;
    const to = (destinationBucket: string, path: string) =>
      bucket.copy(name, path, { destinationBucket });

    expect((await to('logos', name)).error).toBeNull();
    expect((await to('images', `banners/${name}`)).error).toMatchObject({
      statusCode: '403',
      message: 'new row violates row-level security policy',
    });
    await bucket.upload(`g${name}`, await largePng(6 * 1024 * 1024));
    const large = await bucket.copy(`g${name}`, `g${name}`, { destinationBucket: 'logos' });
    expect(large.error).toMatchObject({ statusCode: '413' });
    expect(await storedFiles(server)).toHaveLength(before + 2);
  });

  it('refuses what is taken, missing, hidden, or asked to overwrite', async () => {
    const bucket = bruno.storage.from('logos');
    await bucket.upload(name, file);

    expect((await bucket.copy(name, name)).error).toMatchObject(TAKEN);
    expect((await bucket.copy('nada.png', 'n.png')).error).toMatchObject(NOT_FOUND);
    expect((await anonymous(server).from('logos').copy(name, 'n.png')).error).toMatchObject(
      NOT_FOUND,
    );
    const ask = async (headers: Record<string, string>, body: object) => {
      const answer = await fetch(`${server.url}/storage/v1/object/copy`, {
        method: 'POST',
        headers: { ...bruno.headers, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({
          bucketId: 'logos',
          sourceKey: name,
          destinationKey: 'n.png',
          ...body,
        }),
      });
      return ((await answer.json()) as { message: string }).message;
    };
    expect(await ask({ 'x-upsert': 'true' }, {})).toMatch(/^The feature x-upsert/);
    expect(await ask({}, { copyMetadata: false })).toMatch(/^The feature copyMetadata/);
  });

  it('is no such file when the bytes are lost, and leaves no row', async () => {
    const bucket = bruno.storage.from('logos');
    await bucket.upload(name, file);
    const [row] = await server.sql<{ version: string }>(
      'select version from storage.objects where name = $1',
      [name],
    );
    const version = row?.version ?? '';
    const path = join(server.dataDir, 'files', version.slice(0, 2), version);
    expect((await readFile(path)).length).toBe(file.size);
    await rm(path);

    expect((await bucket.copy(name, `c${name}`)).error).toMatchObject(NOT_FOUND);
    expect((await bucket.exists(`c${name}`)).data).toBe(false);
  });
});
