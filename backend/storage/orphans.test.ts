import { randomUUID } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createDiskStore } from './disk-store.ts';
import { sweepOrphans } from './orphans.ts';
import { storedFiles } from './testing/files.ts';
import { signIn } from './testing/people.ts';
import { picture } from './testing/pictures.ts';

const DAY_SECONDS = 24 * 60 * 60;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
});
afterAll(() => server?.stop());

async function addOrphan(ageSeconds: number) {
  const version = randomUUID();
  const file = join(server.dataDir, 'files', version.slice(0, 2), version);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, 'bytes');
  await age(file, ageSeconds);
  return version;
}

async function age(file: string, seconds: number) {
  const then = Date.now() / 1000 - seconds;
  await utimes(file, then, then);
}

async function sweep() {
  const store = await createDiskStore(join(server.dataDir, 'files'));
  await sweepOrphans(server.platform, store, new AbortController().signal);
  return (await storedFiles(server)).map((file) => basename(file));
}

it('touches nothing when most bytes have no row: the database is another one', async () => {
  const orphans = [await addOrphan(DAY_SECONDS + 60), await addOrphan(DAY_SECONDS + 60)];
  expect((await sweep()).toSorted()).toEqual(orphans.toSorted());
});

it('removes bytes that have had no row for a day, and no others', async () => {
  const { storage } = await signIn(server, 'bruno');
  for (const name of ['a.png', 'b.png', 'c.png', 'd.png']) {
    await storage.from('logos').upload(name, await picture('png'));
  }
  for (const file of await storedFiles(server)) await age(file, 2 * DAY_SECONDS);
  const old = await addOrphan(DAY_SECONDS + 60);
  const young = await addOrphan(DAY_SECONDS - 60);

  const left = await sweep();

  expect(left).toContain(young);
  expect(left).not.toContain(old);
  expect(left).toHaveLength(5); // four pictures and the young one
  expect((await storage.from('logos').download('a.png')).error).toBeNull();
});
