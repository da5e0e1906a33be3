import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRotatingLog } from './rotating-log.ts';

it('stores the newest lines, in two files of limited size that only their owner reads', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-log-'));
  const file = join(folder, 'postgres.log');

  for (const run of ['a', 'b']) {
    const log = openRotatingLog(file); // each start continues the existing file
    for (let line = 0; line < 130; line += 1) log.write(Buffer.from(run.repeat(99_999) + '\n'));
  }
  openRotatingLog(file).write(Buffer.from('the end'));

  const names = (await readdir(folder)).toSorted();
  expect(names).toEqual(['postgres.log', 'postgres.log.1']);
  for (const name of names) {
    const { size, mode } = await stat(join(folder, name));
    expect(size).toBeLessThanOrEqual(5_000_000);
    expect(mode & 0o777).toBe(0o600);
  }
  expect((await readFile(file, 'utf8')).endsWith('the end')).toBe(true);
  await rm(folder, { recursive: true });
});

it('does not fail on a full disk', () => {
  const log = openRotatingLog('/nowhere/postgres.log');
  expect(() => log.write(Buffer.from('lost'))).not.toThrow();
});
