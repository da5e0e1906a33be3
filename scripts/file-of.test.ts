import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileOf } from './file-of.ts';

// Any files of the project will do: who imports whom is made up here.
const [page, main, late, library] = ['index.html', 'src/main.tsx', 'knip.json', 'package.json'].map(
  (name) => join(import.meta.dirname, '..', name),
) as [string, string, string, string];

const imports: Record<string, string[]> = { [page]: [main], [main]: [library], [late]: [library] };
const graph = {
  getModuleInfo: (id: string) => ({
    importedIds: imports[id] ?? [],
    importers: Object.keys(imports).filter((from) => imports[from]?.includes(id)),
    isEntry: id === page,
  }),
};

it('builds what a root imports into the file of the first group that reaches it', () => {
  const name = fileOf({ start: ['src/main.tsx'], later: ['knip.json'] });
  expect(name(library, graph)).toBe('start');
});

it('leaves what only the page or an import() asks for a file of its own', () => {
  const name = fileOf({ start: ['src/main.tsx'], later: ['knip.json'] });
  expect(name(main, graph)).toBeNull();
  expect(name(late, graph)).toBeNull();
});

it('leaves what no root reaches to the bundler, and refuses a root that is not built', () => {
  expect(fileOf({ later: ['knip.json'] })(main, graph)).toBeNull();
  const empty = { getModuleInfo: () => null };
  expect(() => fileOf({ start: ['src/main.tsx'] })(library, empty)).toThrow(/is not in the build/);
});
