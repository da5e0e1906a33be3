import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { storedFiles } from './testing/files.ts';
import { picture } from './testing/pictures.ts';
import { anonymous, signIn, type Person } from './testing/people.ts';

let server: TestServer;
let ana: Person;
let bruno: Person;

beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
  [ana, bruno] = await Promise.all([signIn(server, 'ana'), signIn(server, 'bruno')]);
});
afterAll(() => server?.stop());

describe('remove', () => {
  it('removes rows and bytes of several files and says which [STOR-13]', async () => {
    const bucket = bruno.storage.from('product-images');
    await bucket.upload('main/1.png', await picture('png'));
    await bucket.upload('main/2.png', await picture('png'));

    const { data, error } = await bucket.remove(['main/1.png', 'main/2.png', 'main/nada.png']);

    expect(error).toBeNull();
    expect(data?.map((row) => row.name).toSorted()).toEqual(['main/1.png', 'main/2.png']);
    expect(data?.[0]).toMatchObject({
      bucket_id: 'product-images',
      owner_id: bruno.id,
      metadata: { size: expect.any(Number) },
    });
    expect(await storedFiles(server)).toEqual([]);
    expect((await fetch(bucket.getPublicUrl('main/1.png').data.publicUrl)).status).toBe(400);
  });

  it('leaves what the policies hide, without an error, as storage-api does', async () => {
    await ana.storage.from('images').upload('banners/keep.png', await picture('png'));
    await ana.storage.from('images').upload('categories/go.png', await picture('png'));

    const byBruno = await bruno.storage
      .from('images')
      .remove(['banners/keep.png', 'categories/go.png']);
    const byStranger = await anonymous(server).from('images').remove(['banners/keep.png']);

    expect(byBruno.data?.map((row) => row.name)).toEqual(['categories/go.png']);
    expect(byStranger).toEqual({ data: [], error: null });
    expect(await storedFiles(server)).toHaveLength(1);
  });

  it('removes one file by its address, refusing the missing and the forbidden', async () => {
    const address = (name: string) => `${server.url}/storage/v1/object/images/${name}`;
    const remove = async (name: string, { headers }: Person) => {
      const answer = await fetch(address(name), { method: 'DELETE', headers });
      return { status: answer.status, body: await answer.json() };
    };

    expect(await remove('banners/keep.png', bruno)).toMatchObject({
      status: 400,
      body: { statusCode: '403', code: 'AccessDenied', message: 'Access denied' },
    });
    expect(await remove('banners/nada.png', ana)).toMatchObject({
      status: 400,
      body: { code: 'NoSuchKey' },
    });
    expect(await remove('banners/keep.png', ana)).toEqual({
      status: 200,
      body: { message: 'Successfully deleted' },
    });
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

describe('list', () => {
  it('lists files and folders of one level with names relative to it, in pages', async () => {
    const bucket = bruno.storage.from('logos');
    const file = await picture('png');
    for (const name of [
      'b.png',
      'A.png',
      'parceiros/1.png',
      'parceiros/2.png',
      'parceiros/velhos/3.png',
      'x_y.png',
      'xzy.png',
    ]) {
      await bucket.upload(name, file);
    }
    const names = async (folder: string, options?: Parameters<typeof bucket.list>[1]) =>
      (await bucket.list(folder, options)).data?.map((row) => row.name);

    expect(await names('')).toEqual(['A.png', 'b.png', 'parceiros', 'x_y.png', 'xzy.png']);
    expect(await names('parceiros')).toEqual(['1.png', '2.png', 'velhos']);
    expect(await names('parceiros/')).toEqual(['1.png', '2.png', 'velhos']);
    expect(await names('', { sortBy: { column: 'name', order: 'desc' }, limit: 2 })).toEqual([
      'xzy.png',
      'x_y.png',
    ]);
    expect(await names('', { offset: 3 })).toEqual(['x_y.png', 'xzy.png']);
    expect(await names('', { sortBy: { column: 'created_at', order: 'desc' } })).toEqual([
      'parceiros',
      'xzy.png',
      'x_y.png',
      'A.png',
      'b.png',
    ]);
    expect(await names('', { search: 'X_' })).toEqual(['x_y.png']);
    expect(await names('PARCEIROS', { search: '2' })).toEqual(['2.png']);
    expect(await names('', { search: 'parceiros/v' })).toEqual(['parceiros/velhos']);
    expect(await names('nada')).toEqual([]);
    await bucket.upload('parceiros.png', file); // '.' comes before the slash of the folder
    expect(await names('', { search: 'par' })).toEqual(['parceiros.png', 'parceiros']);
    await bucket.remove(['parceiros.png']);
    const { data } = await bucket.list('', { search: 'par' });
    expect(data?.[0]).toEqual({
      name: 'parceiros',
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    });
  });

  it('shows a stranger nothing and refuses a sort that does not exist', async () => {
    expect((await anonymous(server).from('logos').list()).data).toEqual([]);
    const { error } = await bruno.storage
      .from('logos')
      .list('', { sortBy: { column: 'owner', order: 'asc' } });
    expect(error).toMatchObject({ status: 400, statusCode: '400', code: 'InvalidRequest' });
  });
});
