import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createPrivateBucket } from './testing/private-bucket.ts';
import {
  createAnonymousClient,
  createServiceClient,
  signIn,
  type SignedInUser,
} from './testing/people.ts';
import { createLargePng, createPicture } from './testing/pictures.ts';

const NOT_FOUND = {
  status: 400,
  statusCode: '404',
  code: 'NoSuchKey',
  message: 'Object not found',
};
const NAME_TAKEN = { status: 400, statusCode: '409', message: 'The resource already exists' };

let server: TestServer;
let ana: SignedInUser;
let bruno: SignedInUser;
let file: File;
let made = 0;
let name: string;

beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
  [ana, bruno] = await Promise.all([signIn(server, 'ana'), signIn(server, 'bruno')]);
  await createPrivateBucket(server, 'movel', { select: ana.id, insert: ana.id, update: ana.id });
  file = await createPicture('png');
});
beforeEach(() => {
  name = `f${(made += 1)}.png`;
});
afterAll(() => server?.stop());

describe('move', () => {
  it('gives a file another name and bucket, with its bytes, if a policy allows the update', async () => {
    const bucket = ana.storage.from('movel');
    await bucket.upload(name, file, { cacheControl: '60' });

    const { data, error } = await bucket.move(name, `pasta/${name}`);

    expect(error).toBeNull();
    expect(data).toEqual({ message: 'Successfully moved' });
    expect(await placesOf(name)).toEqual([`movel/pasta/${name}`]);
    const all = createServiceClient(server).from('movel');
    await all.move(`pasta/${name}`, name, { destinationBucket: 'logos' });
    const url = bruno.storage.from('logos').getPublicUrl(name).data.publicUrl;
    expect((await fetch(url)).headers.get('cache-control')).toBe('max-age=60');
  });

  it('is refused by the policies, and reported as a missing file to an anonymous client [STOR-08]', async () => {
    const bucket = bruno.storage.from('logos');
    await bucket.upload(name, file);

    expect((await bucket.move(name, 'novo.png')).error).toMatchObject({ code: 'AccessDenied' });
    expect(
      (await createAnonymousClient(server).from('logos').move(name, 'n.png')).error,
    ).toMatchObject(NOT_FOUND);
    expect(await placesOf(name)).toContain(`logos/${name}`);
  });

  it('refuses a name that is taken, a file or bucket that is missing, and a bad name', async () => {
    const bucket = createServiceClient(server).from('logos');
    await bucket.upload(name, file);
    await bucket.upload(`x${name}`, file);

    expect((await bucket.move(name, `x${name}`)).error).toMatchObject({
      ...NAME_TAKEN,
      code: 'ResourceAlreadyExists',
    });
    expect((await bucket.move('nada.png', 'n.png')).error).toMatchObject(NOT_FOUND);
    expect((await bucket.move(name, 'n.png', { destinationBucket: 'nada' })).error).toMatchObject({
      statusCode: '404',
      message: 'The related resource does not exist',
    });
    expect((await bucket.move(name, '../n.png')).error).toMatchObject({ code: 'InvalidKey' });
    expect(await placesOf(name)).toContain(`logos/${name}`);
  });

  it('puts nothing into a bucket that it would not take', async () => {
    const bucket = createServiceClient(server).from('product-images');
    await bucket.upload(name, await createLargePng(6 * 1024 * 1024));

    const { error } = await bucket.move(name, name, { destinationBucket: 'logos' });

    expect(error).toMatchObject({ statusCode: '413' });
    expect(await placesOf(name)).toContain(`product-images/${name}`);
  });

  it('takes one connection: many moves at once do not wait for each other', async () => {
    const bucket = ana.storage.from('product-images');
    const names = Array.from({ length: 30 }, (_, index) => `main/${index}-${name}`);
    for (const each of names) await bucket.upload(each, file);

    const moves = await Promise.all(
      names.map((each) =>
        bucket.move(each, `product-images/${each}`, { destinationBucket: 'lixeira' }),
      ),
    );

    expect(moves.map(({ error }) => error)).toEqual(names.map(() => null));
  });
});

/** Returns bucket and name of every file with this base name, in any folder. */
async function placesOf(fileName: string) {
  const rows = await server.sql<{ place: string }>(
    `select bucket_id || '/' || name as place from storage.objects where storage.filename(name) = $1`,
    [fileName],
  );
  return rows.map(({ place }) => place);
}
