import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Fields } from '#crud/fields.ts';
import { areas } from './index.ts';

/** Matches a field in the source of a form: `field('name')`, `part('name')` or `name: 'name'`. */
const REFERENCE = /(?:field|part)\('(\w+)'\)|name: '(\w+)'/g;

it.each(Object.keys(areas))('the form of %s has an input for each of its fields', async (name) => {
  const { fields } = (await import(`./${name}/schema.ts`)) as { fields: Fields };
  const own = await sourcesOf(name);
  const text = own.includes('#areas/company/fields.tsx') ? own + (await sourcesOf('company')) : own;
  const found = new Set([...text.matchAll(REFERENCE)].map(([, one, other]) => one ?? other));
  const inForm = Object.entries(fields).filter(([, { rule, label }]) => rule && label);
  expect(inForm.length).toBeGreaterThan(2);
  expect(inForm.map(([field]) => field).filter((field) => !found.has(field))).toEqual([]);
});

/** Returns the source of all components in a folder, without tests. */
async function sourcesOf(name: string): Promise<string> {
  const folder = new URL(`./${name}/`, import.meta.url);
  const files = (await readdir(folder)).filter((file) => /(?<!test)\.tsx$/.test(file));
  return (await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))).join('');
}
