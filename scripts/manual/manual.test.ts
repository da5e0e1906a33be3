import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_FOLDER } from '../run.ts';
import { elementsOf, MANUAL_FOLDER, readManual, textOf } from './read-manual.ts';

const pages = await readManual();
const elements = pages.map(({ slug, body }) => ({ slug, all: [...elementsOf(body)] }));

it.each(elements)(
  'names in /ajuda/$slug only controls that exist in the panel',
  async ({ all }) => {
    const sources = await panelTexts();
    const quoted = all.filter(({ tag }) => tag === 'strong').map(textOf);
    expect(quoted.filter((name) => !sources.has(name))).toEqual([]);
  },
);

it.each(elements)(
  'links in /ajuda/$slug only to pages and headings that exist',
  ({ slug, all }) => {
    const paths = pages.flatMap((page) => {
      const path = page.slug ? `/ajuda/${page.slug}` : '/ajuda';
      return [path, ...page.headings.map(({ id }) => `${path}#${id}`)];
    });
    const links = all.flatMap(({ href }) =>
      href?.startsWith('#') ? `/ajuda/${slug}${href}` : href,
    );
    expect(links.filter((href) => href !== undefined && !paths.includes(href))).toEqual([]);
  },
);

describe('pictures', () => {
  const shown = elements.flatMap(({ all }) => all.flatMap(({ picture }) => picture ?? []));

  it('of all pages exist in both themes with a description, and there are no others', async () => {
    const files = await readdir(join(MANUAL_FOLDER, 'imagens'));
    const named = shown.flatMap(({ name }) => [`${name}.webp`, `${name}.escuro.webp`]);
    expect(files.toSorted()).toEqual([...new Set(named)].toSorted());
    expect(shown.filter(({ alt }) => alt.length < 20)).toEqual([]);
  });

  it('are small', async () => {
    const files = await readdir(join(MANUAL_FOLDER, 'imagens'));
    const sizes = await Promise.all(
      files.map(async (file) => (await readFile(join(MANUAL_FOLDER, 'imagens', file))).length),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000);
  });
});

it('shows the changes for staff, not those for operators', () => {
  const news = pages.find(({ slug }) => slug === 'novidades');
  expect(news?.headings[0]?.text).toMatch(/^\d+\.\d+\.\d+ /);
  const text = news?.body.map(textOf).join(' ');
  expect(text).toContain('Alterações em massa e importações');
  expect(text).not.toMatch(/npm run|No servidor|[A-Z]_[A-Z]/);
});

it('has a page for each area, which its empty list links to', async () => {
  const folders = await readdir(join(PROJECT_FOLDER, 'src/areas'), { withFileTypes: true });
  const names = folders.filter((each) => each.isDirectory() && each.name !== 'company');
  const definitions = names.map(({ name }) => join(PROJECT_FOLDER, 'src/areas', name, 'area.ts'));
  const texts = await Promise.all(definitions.map((file) => readFile(file, 'utf8')));
  const paths = texts.map((text) => /^ {2}path: '\/(\w+)',\n {2}add:/m.exec(text)?.[1]);
  expect(paths).not.toContain(undefined);
  const slugs = pages.map(({ slug }) => slug);
  expect(paths.filter((path) => !slugs.includes(path ?? ''))).toEqual([]);
});

/** Returns all texts of the panel: string literals, and text between tags. */
async function panelTexts(): Promise<Set<string>> {
  const files = await readdir(join(PROJECT_FOLDER, 'src'), { recursive: true });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|ajuda/.test(file));
  const texts = new Set<string>();
  for (const file of sources) {
    const code = await readFile(join(PROJECT_FOLDER, 'src', file), 'utf8');
    for (const [, ...parts] of code.matchAll(
      /'([^'\n]+)'|"([^"\n]+)"|[>}\n]\s*([^\s<>{}'"`;][^<>{}'"`;\n]*?)\s*(?=[<{\n])/g,
    ))
      for (const part of parts) if (part) texts.add(part);
  }
  return texts;
}
