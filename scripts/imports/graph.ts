import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

/** `to` is the imported file, relative to the project; absent when a package is imported. */
export type Import = { from: string; specifier: string; to?: string };

const SOURCES = '{src,backend,demo,operations,e2e,scripts,bench,supabase}/**/*.{ts,tsx}';

/** Every import of the project's own sources: static, type-only, re-exported and dynamic. */
export async function readImports(project: string): Promise<Import[]> {
  const imports: Import[] = [];
  for await (const file of glob(SOURCES, { cwd: project })) {
    const from = file.replaceAll('\\', '/');
    for (const specifier of specifiersOf(from, await readFile(join(project, file), 'utf8'))) {
      imports.push({ from, specifier, to: resolve(project, from, specifier) });
    }
  }
  return imports;
}

function specifiersOf(file: string, text: string) {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  return [
    ...staticImports.map((item) => item.moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
}

/** `#data/x.ts` is src/data/x.ts: package.json, "imports". */
function resolve(project: string, from: string, specifier: string) {
  if (specifier.startsWith('#')) return join('src', specifier.slice(1)).replaceAll('\\', '/');
  if (!specifier.startsWith('.')) return undefined;
  const file = normalize(join(dirname(from), specifier)).replaceAll('\\', '/');
  return existsSync(join(project, file)) ? file : undefined;
}
