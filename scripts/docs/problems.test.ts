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
  await put('backend/build-server.ts', '');
  await put(
    'docs/style.md',
    'See `backend/build-server.ts`, [this](style.md#files) and [that](https://example.com).',
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

const LONG = `${'word '.repeat(24)}x`;

it('names lines of more than 120 columns', async () => {
  await put('docs/style.md', `${'á'.repeat(120)}\n- ${LONG}\n`);
  await put('docs/choices.md', LONG);
  expect(await findDocumentProblems(project)).toEqual([
    'docs/style.md:2 has more than 120 columns',
  ]);
});

it('counts no columns of code, nor of the target of a link in a table', async () => {
  await put('docs/a.md', '');
  const table = `| [name](a.md?${'x'.repeat(100)}) | text of a cell |`;
  await put(
    'docs/style.md',
    `    ${LONG}\n\n\`\`\`sh\n${LONG}\n\`\`\`\n\n${table.replace('?', '#')}\n`,
  );
  expect(await findDocumentProblems(project)).toEqual([]);
});

it('limits the words of all documents together, without choices and changelog', async () => {
  const words = (count: number) => 'word\n'.repeat(count);
  await put('README.md', words(7_000));
  await put('docs/decisions/0001-a.md', words(6_999));
  await put('supabase/README.md', words(1));
  await put('docs/CHANGELOG.md', words(9_000));
  await put('backend/rest/README.md', words(9_000));
  expect(await findDocumentProblems(project)).toEqual([]);
  await put('docs/style.md', words(1));
  expect(await findDocumentProblems(project)).toEqual([
    'The documents have 14001 words, at most 14000 are allowed',
  ]);
});
