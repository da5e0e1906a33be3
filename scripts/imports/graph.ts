import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

/**
 * An import. `to` is the imported file, relative to the project; undefined for a package, and for a relative path to a
 * missing file. `isLazy` marks `import()`.
 */
export type Import = { from: string; specifier: string; to?: string; isLazy?: true };

const SOURCES = '{src,attack,backend,bench,demo,e2e,operations,scripts,supabase}/**/*.{ts,tsx}';

/** Returns every import of the project's own sources: static, type-only, re-exported and dynamic. */
export async function readImports(project: string): Promise<Import[]> {
  const imports: Import[] = [];
  for await (const file of glob(SOURCES, { cwd: project })) {
    const from = file.replaceAll('\\', '/');
    for (const found of specifiersOf(from, await readFile(join(project, file), 'utf8'))) {
      imports.push({ from, ...found, to: resolve(project, from, found.specifier) });
    }
  }
  return imports;
}

function specifiersOf(file: string, text: string): Pick<Import, 'specifier' | 'isLazy'>[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  return [
    ...staticImports.map((item) => ({ specifier: item.moduleRequest.value })),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) =>
        moduleRequest ? [{ specifier: moduleRequest.value }] : [],
      ),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      specifier: text.slice(start + 1, end - 1),
      isLazy: true as const,
    })),
  ];
}

/**
 * Returns the imported file; undefined for a package, and for a relative path to a missing file. `#data/x.ts` is
 * src/data/x.ts ("imports" in package.json), also if that file is missing.
 */
function resolve(project: string, from: string, specifier: string) {
  if (specifier.startsWith('#')) return join('src', specifier.slice(1)).replaceAll('\\', '/');
  if (!specifier.startsWith('.')) return undefined;
  const file = normalize(join(dirname(from), specifier)).replaceAll('\\', '/');
  return existsSync(join(project, file)) ? file : undefined;
}
