import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

it('lists every variable of the configuration in .env.example, and no other', async () => {
  const config = await readFile(new URL('../backend/config.ts', import.meta.url), 'utf8');
  const example = await readFile(new URL('../.env.example', import.meta.url), 'utf8');
  const read = [...config.matchAll(/^ {2}([A-Z0-9_]+): v\./gm)].map(([, name]) => name);
  const listed = [...example.matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(read.length).toBeGreaterThan(20);
  expect(new Set(listed)).toEqual(new Set(read));
});

it('has no comment after a value, which systemd would read as part of it', async () => {
  const example = await readFile(new URL('../.env.example', import.meta.url), 'utf8');
  expect(example.match(/^# [A-Z0-9_]+=.*[ \t]#.*$/gm)).toBeNull();
});
