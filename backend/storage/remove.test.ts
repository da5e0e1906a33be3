import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { listStoredFiles } from './testing/files.ts';
import { createPicture } from './testing/pictures.ts';
import { createAnonymousClient, signIn, type SignedInUser } from './testing/people.ts';

let server: TestServer;
let ana: SignedInUser;
let bruno: SignedInUser;

beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
  [ana, bruno] = await Promise.all([signIn(server, 'ana'), signIn(server, 'bruno')]);
});
afterAll(() => server?.stop());

describe('remove', () => {
  it('removes rows and bytes of several files and lists them [STOR-13]', async () => {
    const bucket = bruno.storage.from('product-images');
    await bucket.upload('main/1.png', await createPicture('png'));
    await bucket.upload('main/2.png', await createPicture('png'));

    const { data, error } = await bucket.remove(['main/1.png', 'main/2.png', 'main/nada.png']);

    expect(error).toBeNull();
    expect(data?.map((row) => row.name).toSorted()).toEqual(['main/1.png', 'main/2.png']);
    expect(data?.[0]).toMatchObject({
      bucket_id: 'product-images',
      owner_id: bruno.id,
      metadata: { size: expect.any(Number) },
    });
    expect(await listStoredFiles(server)).toEqual([]);
    expect((await fetch(bucket.getPublicUrl('main/1.png').data.publicUrl)).status).toBe(400);
  });

  it('does not remove files that the policies hide, without an error, as storage-api does', async () => {
    await ana.storage.from('images').upload('banners/keep.png', await createPicture('png'));
    await ana.storage.from('images').upload('categories/go.png', await createPicture('png'));

    const byBruno = await bruno.storage
      .from('images')
      .remove(['banners/keep.png', 'categories/go.png']);
    const byStranger = await createAnonymousClient(server)
      .from('images')
      .remove(['banners/keep.png']);

    expect(byBruno.data?.map((row) => row.name)).toEqual(['categories/go.png']);
    expect(byStranger).toEqual({ data: [], error: null });
    expect(await listStoredFiles(server)).toHaveLength(1);
  });

  it('leaves what a record uses, with its small copy, until no record uses it', async () => {
    const bucket = ana.storage.from('images');
    const names = ['banners/used.png', 'banners/used.small.webp'];
    for (const name of names) await bucket.upload(name, await createPicture('png'));
    await server.sql(`insert into banners (titulo, imagem_url) values ('A', $1)`, [
      bucket.getPublicUrl('banners/used.png').data.publicUrl,
    ]);

    expect((await bucket.remove(names)).data).toEqual([]);
    await server.sql('delete from banners');
    expect((await bucket.remove(names)).data).toHaveLength(2);
  });

  it('refuses an empty and an endless list', async () => {
    const none = await ana.storage.from('images').remove([]);
    const many = await ana.storage
      .from('images')
      .remove(Array.from({ length: 1001 }, (_, i) => `${i}.png`));
    expect(none.error?.status).toBe(400);
    expect(many.error?.message).toBe(
      'Bulk object requests are limited to 1000 objects per request.',
    );
  });
});
