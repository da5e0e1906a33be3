import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readImports } from './graph.ts';
import { findViolations } from './rules.ts';

let project = '';
afterEach(() => rm(project, { recursive: true, force: true }));

it.each([
  ['src/ui/a.tsx', `import type { B } from '#data/b.ts'`, 'src/ui may not import src/data'],
  ['src/lib/a.ts', `export { b } from '#crud/b.ts'`, 'src/lib may not import src/crud'],
  ['src/data/a.ts', `void import('#features/b/c.tsx')`, 'src/data may not import src/features'],
  ['src/crud/a.ts', `import '../lib/b.ts'`, 'must be imported by its # name'],
  ['src/features/a/a.tsx', `import '#features/b/b-list.tsx'`, 'only the queries of another'],
  ['src/areas/a/list.tsx', `import '#areas/b/list.tsx'`, 'only the queries of another'],
  ['src/crud/a.ts', `import '#areas/index.ts'`, 'src/crud may not import src/areas'],
  ['src/areas/a/list.tsx', `import '#app/b.ts'`, 'src/areas may not import src/app'],
  ['src/crud/a.ts', `import '#data/rest-client.ts'`, 'only queries and src/data may send'],
  ['src/app/a.ts', `import '#data/auth-loader.ts'`, 'only queries and src/data may send'],
  ['src/features/a/a.tsx', `import '@supabase/auth-js'`, 'only src/data may import the clients'],
  ['src/app/a.ts', `import '../../backend/config.ts'`, 'may import only files in src'],
  ['src/app/a.ts', `import 'node:fs'`, 'runs in a browser'],
  ['backend/a.ts', `import '../src/lib/b.ts'`, 'may import only files in backend'],
  ['backend/a.test.ts', `import '../src/lib/b.ts'`, 'may import only files in backend'],
  ['backend/rest/a.ts', `import '../auth/b.ts'`, 'a protocol may not import another'],
  ['backend/mail/a.ts', `import '../storage/b.ts'`, 'backend/mail may not import a protocol'],
  ['backend/auth/a.ts', `import '../build-server.ts'`, 'only the composition may import'],
  ['backend/auth/a.ts', `import '../../demo/demo.ts'`, 'only the composition may import'],
  ['demo/a.ts', `import '../src/lib/b.ts'`, 'may import only files in backend'],
  ['backend/rest/a.ts', `import '../../operations/b.ts'`, 'only the composition may import'],
  ['operations/a.ts', `import '../src/lib/b.ts'`, 'operations may not import src'],
  ['backend/auth/a.ts', `import '../testing/server.ts'`, 'only tests may import helpers of tests'],
  ['e2e/a.spec.ts', `import { b } from '../src/lib/b.ts'`, 'e2e may not import the product'],
])('finds the forbidden import of %s: %s', async (file, line, rule) => {
  expect(await violations({ [file]: line })).toEqual([expect.stringContaining(rule)]);
});

it.each([
  ['src/app/a.tsx', `import '#features/b/b-list.tsx'; import '#ui/b.tsx'`],
  ['src/features/a/a.tsx', `import '#features/b/b.queries.ts'; import './c.ts'; import 'react'`],
  ['src/areas/a/form.tsx', `import '#areas/company/address-fields.tsx'; import '#areas/index.ts'`],
  ['src/areas/a/form.tsx', `import '#areas/b/queries.ts'; import '#areas/b/area.ts'`],
  ['src/crud/a.queries.ts', `import '#data/rest-client.ts'`],
  ['src/data/a.ts', `import '@supabase/auth-js'; import '#lib/b.ts'`],
  ['backend/build-server.ts', `import './rest/rest.ts'; import 'node:fs'`],
  ['backend/rest/a.ts', `import '../database/b.ts'; import '../identity.ts'`],
  ['backend/rest/a.test.ts', `import '../testing/server.ts'`],
  ['backend/main.ts', `void import('../demo/demo.ts')`],
  ['backend/main.ts', `void import('../operations/b.ts')`],
  ['demo/demo.ts', `import '../backend/build-server.ts'; import '../backend/auth/b.ts'`],
  ['operations/a.ts', `import '../backend/config.ts'; import '../backend/storage/b.ts'`],
])('lets %s import %s', async (file, line) => {
  expect(await violations({ [file]: line })).toEqual([]);
});

it.each([
  [
    'two files',
    { 'src/ui/a.tsx': `import './c.tsx'`, 'src/ui/c.tsx': `import type {} from './a.tsx'` },
  ],
  [
    'three files',
    {
      'backend/rest/a.ts': `import './c.ts'`,
      'backend/rest/c.ts': `void import('./d.ts')`,
      'backend/rest/d.ts': `export { a } from './a.ts'`,
    },
  ],
])('finds a cycle of %s', async (_of, files) => {
  expect(await violations(files)).toContainEqual(expect.stringContaining('a cycle'));
});

it('lets the definition of an area load the pages that import it', async () => {
  const page = { 'src/areas/a/list.tsx': `import { a } from './area.ts'` };
  const lazy = { ...page, 'src/areas/a/area.ts': `const list = () => import('./list.tsx')` };
  expect(await violations(lazy)).toEqual([]);
  const direct = { ...page, 'src/areas/a/area.ts': `import './list.tsx'` };
  expect(await violations(direct)).toEqual([expect.stringContaining('a cycle')]);
});

async function violations(files: Record<string, string>) {
  project = await mkdtemp(join(tmpdir(), 'vitrine-imports-'));
  const targets = [
    'src/lib/b.ts',
    'src/data/b.ts',
    'src/data/auth-loader.ts',
    'backend/config.ts',
    'backend/build-server.ts',
  ];
  targets.push('backend/auth/b.ts', 'backend/storage/b.ts', 'backend/database/b.ts');
  targets.push(
    'backend/identity.ts',
    'backend/rest/rest.ts',
    'backend/testing/server.ts',
    'demo/demo.ts',
    'operations/b.ts',
  );
  const all = { ...Object.fromEntries(targets.map((file) => [file, ''])), ...files };
  for (const [file, text] of Object.entries(all)) {
    await mkdir(join(project, dirname(file)), { recursive: true });
    await writeFile(join(project, file), text);
  }
  return findViolations(await readImports(project)).map(({ rule }) => rule);
}
