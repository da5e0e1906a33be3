import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTempFolder } from './temp-folder.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'vitrine-parent-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

it('creates a folder in which every account can create files, and removes it with its files', async () => {
  const { path, remove } = await makeTempFolder(parent);
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o7777).toBe(0o1777);
  await writeFile(join(path, 'file'), 'x');

  await remove();

  expect(await readdir(parent)).toEqual([]);
});

it('removes the folder of an ended process, and no other', async () => {
  const { pid: ended } = spawnSync(process.execPath, ['-e', '']);
  const running = `vitrine-tests-${process.ppid}`;
  for (const name of [`vitrine-tests-${ended}`, running, 'vitrine-tests-1x'])
    await mkdir(join(parent, name, 'sub'), { recursive: true });

  const { remove } = await makeTempFolder(parent);
  await remove();

  expect((await readdir(parent)).toSorted()).toEqual([running, 'vitrine-tests-1x'].toSorted());
});
