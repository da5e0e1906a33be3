import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');

it('begins with the version of package.json, which package-lock.json has too', async () => {
  const { version } = JSON.parse(await read('package.json')) as { version: string }; // package.json has a version
  const lock = JSON.parse(await read('package-lock.json')) as {
    version: string;
    packages: Record<string, { version: string }>;
  }; // npm writes this format
  const [, newest] =
    /^## (\S+) \(\d\d\/\d\d\/\d{4}\)$/m.exec(await read('docs/CHANGELOG.md')) ?? [];
  expect([newest, lock.version, lock.packages['']?.version]).toEqual([version, version, version]);
});
