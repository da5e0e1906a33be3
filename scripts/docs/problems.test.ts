import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findDocumentProblems } from './problems.ts';

let project = '';
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'vitrine-docs-'));
});
afterEach(() => rm(project, { recursive: true, force: true }));

async function put(path: string, text: string) {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), text);
}

it('accepts links and file names that exist, and URLs', async () => {
  await put('backend/http.ts', '');
  await put(
    'docs/style.md',
    'See `backend/http.ts`, [this](style.md#files) and [that](https://example.com).',
  );
  await put('README.md', '[style](docs/style.md), `npm test`, `src/features`');
  expect(await findDocumentProblems(project)).toEqual([]);
});

it('names links and files that do not exist, once for each document', async () => {
  await put(
    'docs/decisions/0001-a.md',
    '[old](../gone.md), `backend/gone.ts` and `backend/gone.ts`',
  );
  await put('backend/rest/README.md', '[protocol](../../docs/protocol.md)');
  expect((await findDocumentProblems(project)).toSorted()).toEqual([
    'backend/rest/README.md names docs/protocol.md, which does not exist',
    'docs/decisions/0001-a.md names backend/gone.ts, which does not exist',
    'docs/decisions/0001-a.md names docs/gone.md, which does not exist',
  ]);
});
