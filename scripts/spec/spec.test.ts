import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readChoices } from './choices.ts';
import { findSpecProblems } from './problems.ts';
import { findRequirementIds } from './tests-by-requirement.ts';
import { readRequirements } from './requirements.ts';

/** Ids in constants, because `findTestsByRequirement` also searches this file for ids in square brackets. */
const ROW = 'XX-01';
const NO_ROW = 'XX-99';

let project = '';
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'vitrine-spec-'));
  await put('docs/choices.md', '- **XX-02** Two,\n  then **XX-03, XX-04** three.\n- Other.\n');
  await put('docs/requirements.csv', 'id,section,requirement,kind\nXX-01,2,"a ""b"", c",ui\n');
});
afterEach(() => rm(project, { recursive: true, force: true }));

it('reads rows with commas and quotes', async () => {
  expect(await readRequirements(join(project, 'docs/requirements.csv'))).toEqual([
    { id: 'XX-01', section: '2', text: 'a "b", c', kind: 'ui' },
  ]);
});

it('reads the decision of each requirement', async () => {
  expect([...(await readChoices(project))]).toEqual([
    ['XX-02', 'Two, then'],
    ['XX-03', 'three.'],
    ['XX-04', 'three.'],
  ]);
});

it('reads ids in titles, single and in lists', () => {
  const text = `it('does it [${ROW}]'); it('and that [${ROW}, ${NO_ROW}]')`;
  expect([...findRequirementIds(text)]).toEqual([ROW, NO_ROW]);
});

it('names a test with the id of a missing requirement', async () => {
  await put('src/a.test.ts', `it('does it [${ROW}]'); it('and that [${NO_ROW}]')`);
  expect(await findSpecProblems(project)).toEqual([`src/a.test.ts: there is no row ${NO_ROW}`]);
});

it('accepts a deliberate departure in a copied requirement, and no other change', async () => {
  const inner = join(project, 'inner');
  await put('shared/spec/requirements.csv', 'id,section,requirement,kind\nXX-02,2,a,ui\n');
  await put('inner/docs/choices.md', '');
  await put('inner/docs/requirements.csv', 'id,section,requirement,kind\nXX-02,2,a,departed: b\n');
  expect(await findSpecProblems(inner)).toEqual([]);
  await put('inner/docs/requirements.csv', 'id,section,requirement,kind\nXX-02,2,b,departed: b\n');
  expect(await findSpecProblems(inner)).toEqual([
    'docs/requirements.csv differs from ../shared/spec/requirements.csv',
  ]);
});

async function put(file: string, text: string) {
  await mkdir(dirname(join(project, file)), { recursive: true });
  await writeFile(join(project, file), text);
}
