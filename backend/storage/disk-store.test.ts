import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDiskStore, MissingFileError } from './disk-store.ts';
import { toStorageError } from './errors.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-files-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('deletes the drafts of a crash, but not those of a running upload', async () => {
  const drafts = join(root, 'drafts');
  await mkdir(drafts);
  await writeFile(join(drafts, 'old'), 'x');
  await writeFile(join(drafts, 'new'), 'x');
  const twoDaysAgo = new Date(Date.now() - 48 * 3600 * 1000);
  await utimes(join(drafts, 'old'), twoDaysAgo, twoDaysAgo);

  await createDiskStore(root);

  expect(await readdir(drafts)).toEqual(['new']);
});

it('empties the trash, although a second process has deleted a folder that it found', async () => {
  const store = await createDiskStore(root);
  const [first, gone, last] = ['2020-01-01', '2020-01-02', '2020-01-03'].map((day) =>
    join(root, 'trash', day),
  );
  for (const folder of [first!, last!]) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'file'), 'x');
  }
  // This broken link is listed but cannot be read, like a folder that another process deletes after the listing.
  await symlink(join(root, 'missing'), gone!);
  expect(await store.trash.empty(30)).toBe(2);
  expect(await readdir(join(root, 'trash'))).toEqual([]);
});

it('builds paths from version ids only, whatever a row contains', async () => {
  const store = await createDiskStore(root);
  const draft = await store.draft();
  await writeFile(draft, 'x');
  for (const version of [
    '',
    '../secrets.json',
    'a/../../b',
    '0b7e8f8c-0000-4000-8000-00000000000/',
  ]) {
    await expect(store.open(version)).rejects.toThrow(MissingFileError);
    await expect(store.keep(draft, version)).rejects.toThrow(MissingFileError);
  }
});

it('reports a full or a read-only disk', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EROFS']) {
    const error = toStorageError(Object.assign(new Error(code), { code }));
    expect(error?.httpStatus).toBe(507);
    expect(error?.body).toMatchObject({ statusCode: '507', code: 'InternalError' });
  }
});
