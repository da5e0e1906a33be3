import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createHtmlNamedPng, createLargePng, createPicture } from './testing/pictures.ts';
import { listStoredFiles } from './testing/files.ts';
import {
  createAnonymousClient,
  createServiceClient,
  signIn,
  type SignedInUser,
} from './testing/people.ts';

let server: TestServer;
let ana: SignedInUser;
let bruno: SignedInUser;

beforeAll(async () => {
  server = await startTestServer({ seed: 'staff', env: { MAX_UPLOAD_BYTES: '20000000' } });
  [ana, bruno] = await Promise.all([signIn(server, 'ana'), signIn(server, 'bruno')]);
});
afterAll(() => server?.stop());

describe('upload', () => {
  it('stores a picture, gives back its path and serves it by its public URL [STOR-13]', async () => {
    const bucket = bruno.storage.from('product-images');
    const file = await createPicture('png');

    const { data, error } = await bucket.upload('main/a.png', file);

    expect(error).toBeNull();
    expect(data).toMatchObject({ path: 'main/a.png', fullPath: 'product-images/main/a.png' });
    const response = await fetch(bucket.getPublicUrl('main/a.png').data.publicUrl);
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(
      new Uint8Array(await file.arrayBuffer()),
    );
  });

  it('stores the cache control that the client sends, as a form and as bare bytes [STOR-10]', async () => {
    const bucket = bruno.storage.from('product-images');
    const file = await createPicture('jpeg');
    const bytes = await file.arrayBuffer();

    await bucket.upload('main/form.jpg', file, { cacheControl: '3600' });
    await bucket.upload('main/raw.jpg', bytes, { cacheControl: '3600', contentType: 'image/jpeg' });

    for (const name of ['main/form.jpg', 'main/raw.jpg']) {
      const response = await fetch(bucket.getPublicUrl(name).data.publicUrl);
      expect(response.headers.get('cache-control')).toBe('max-age=3600');
      expect(response.headers.get('content-type')).toBe('image/jpeg');
      expect((await response.arrayBuffer()).byteLength).toBe(bytes.byteLength);
    }
  });

  it('never overwrites a file, neither by default nor by upsert [STOR-08]', async () => {
    const bucket = bruno.storage.from('product-images');
    const first = await createPicture('png');
    await bucket.upload('main/once.png', first);

    const again = await bucket.upload('main/once.png', await createPicture('jpeg'));
    const forced = await bucket.upload('main/once.png', await createPicture('jpeg'), {
      upsert: true,
    });
    const updated = await bucket.update('main/once.png', await createPicture('jpeg'));

    expect(again.error).toMatchObject({
      message: 'The resource already exists',
      status: 400,
      statusCode: '409',
      code: 'KeyAlreadyExists',
    });
    expect(forced.error?.message).toContain('x-upsert');
    expect(updated.error?.message).toContain('object update');
    const response = await fetch(bucket.getPublicUrl('main/once.png').data.publicUrl);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(
      new Uint8Array(await first.arrayBuffer()),
    );
  });

  it('stores one of two concurrent uploads of the same name, and no bytes of the other [STOR-08]', async () => {
    const bucket = bruno.storage.from('product-images');
    const before = await listStoredFiles(server);
    const file = await createLargePng(3_000_000);

    const results = await Promise.all([1, 2, 3].map(() => bucket.upload('main/race.png', file)));

    expect(results.filter((result) => result.error === null)).toHaveLength(1);
    expect(await listStoredFiles(server)).toHaveLength(before.length + 1);
  });

  it('accepts the five picture types, and detects the type by the bytes', async () => {
    const bucket = ana.storage.from('images');
    for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif'] as const) {
      const { error } = await bucket.upload(
        `banners/b.${format}`,
        await createPicture(format, 'image/png'),
      );
      expect(error).toBeNull();
      const response = await fetch(bucket.getPublicUrl(`banners/b.${format}`).data.publicUrl);
      expect(response.headers.get('content-type')).toBe(`image/${format}`);
      expect(response.headers.get('content-disposition')).toBeNull();
    }
  });

  it('refuses HTML named .png, by form and as bare bytes, and keeps nothing of it', async () => {
    const bucket = bruno.storage.from('product-images');
    const before = await listStoredFiles(server);

    const form = await bucket.upload('main/html.png', createHtmlNamedPng());
    const raw = await bucket.upload('main/html.png', await createHtmlNamedPng().arrayBuffer(), {
      contentType: 'image/png',
    });
    const honest = await bucket.upload(
      'main/text.html',
      new File(['<p>'], 'a.html', { type: 'text/html' }),
    );
    const empty = await bucket.upload(
      'main/empty.png',
      new File([], 'a.png', { type: 'image/png' }),
    );

    for (const { error } of [form, raw, honest, empty]) {
      expect(error).toMatchObject({ status: 400, statusCode: '415', code: 'InvalidMimeType' });
      expect(error?.message).toMatch(/^mime type .+ is not supported$/);
    }
    expect(await listStoredFiles(server)).toEqual(before);
    const [count] = await server.sql(
      `select count(*)::int as n from storage.objects where name like 'main/html%'`,
    );
    expect(count).toEqual({ n: 0 });
  });

  it('refuses files above the size limit of the bucket, counted by the bytes', async () => {
    const bucket = bruno.storage.from('logos');
    const limit = 5 * 1024 * 1024;
    const before = await listStoredFiles(server);

    const exact = await bucket.upload('parceiros/exact.png', await createLargePng(limit));
    const form = await bucket.upload('parceiros/form.png', await createLargePng(limit + 1));
    const raw = await bucket.upload(
      'parceiros/raw.png',
      await createLargePng(limit + 1).then((file) => file.arrayBuffer()),
      {
        contentType: 'image/png',
      },
    );
    const streamed = await bucket.upload(
      'parceiros/stream.png',
      // A stream is sent without Content-Length.
      (await createLargePng(limit + 1)).stream(),
      {
        contentType: 'image/png',
      },
    );

    expect(exact.error).toBeNull();
    for (const { error } of [form, raw, streamed]) {
      expect(error).toMatchObject({
        message: 'The object exceeded the maximum allowed size',
        status: 400,
        statusCode: '413',
        code: 'EntityTooLarge',
      });
    }
    expect(await listStoredFiles(server)).toHaveLength(before.length + 1);
  });

  it('writes owner, size, type and tag into the row', async () => {
    const { data } = await bruno.storage
      .from('product-images')
      .upload('additional/row.webp', await createPicture('webp'));

    const [row] = await server.sql('select * from storage.objects where id = $1', [data?.id]);

    expect(row).toMatchObject({
      bucket_id: 'product-images',
      name: 'additional/row.webp',
      owner: bruno.id,
      owner_id: bruno.id,
      user_metadata: {},
      metadata: {
        size: (await createPicture('webp')).size,
        mimetype: 'image/webp',
        eTag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
        cacheControl: 'max-age=3600',
      },
    });
  });

  it('asks the policies: no upload by anonymous clients, nor by a Colaborador into a folder of another user or of banners', async () => {
    const file = await createPicture('png');
    const before = await listStoredFiles(server);

    const refused = await Promise.all([
      createAnonymousClient(server).from('product-images').upload('main/anon.png', file),
      bruno.storage.from('avatars').upload(`${ana.id}/a.png`, file),
      bruno.storage.from('images').upload('banners/banner-1.png', file),
    ]);
    const taken = await Promise.all([
      bruno.storage.from('avatars').upload(`${bruno.id}/a.png`, file),
      bruno.storage.from('images').upload('categories/a.png', file),
      ana.storage.from('avatars').upload(`${bruno.id}/b.png`, file),
    ]);

    for (const { error } of refused) {
      expect(error).toMatchObject({
        message: 'new row violates row-level security policy',
        status: 400,
        statusCode: '403',
      });
    }
    expect(taken.map(({ error }) => error)).toEqual([null, null, null]);
    expect(await listStoredFiles(server)).toHaveLength(before.length + 3);
  });

  it('reports with a readable message that a user has uploaded too many unused files', async () => {
    await server.sql(
      `insert into storage.objects (bucket_id, name, owner_id, metadata)
       select 'logos', 'cheio/' || n, $1, '{"size": 1}' from generate_series(1, 400) as n`,
      [bruno.id],
    );
    const full = await bruno.storage
      .from('logos')
      .upload('parceiros/mais.png', await createPicture('png'));
    expect(full.error).toMatchObject({
      statusCode: '403',
      message: expect.stringMatching(/^Você enviou muitos arquivos que nenhum registro usa\./),
    });
    await createServiceClient(server)
      .from('logos')
      .remove(Array.from({ length: 400 }, (_, index) => `cheio/${index + 1}`));
    const again = await bruno.storage
      .from('logos')
      .upload('parceiros/mais.png', await createPicture('png'));
    expect(again.error).toBeNull();
  });

  it('refuses an unknown bucket', async () => {
    const { error } = await ana.storage.from('nada').upload('a.png', await createPicture('png'));
    expect(error).toMatchObject({
      message: 'Bucket not found',
      status: 400,
      statusCode: '404',
      code: 'NoSuchBucket',
    });
  });
});
