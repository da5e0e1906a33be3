import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROJECT } from './run.ts';
import { runJourneys } from './test-runners.ts';

let folder: string;

// Within the project, where the runner is found.
beforeAll(async () => {
  await mkdir(join(PROJECT, 'test-results'), { recursive: true });
  folder = await mkdtemp(join(PROJECT, 'test-results', 'made-up-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each([
  { strict: false, tally: { passed: 2, failed: 0 } },
  { strict: true, tally: { passed: 1, failed: 1 } },
])(
  'counts a journey that only its second try passed, strict $strict, as $tally',
  async ({ strict, tally }) => {
    const config = await madeUpJourneys(`
      test('always passes', () => {});
      test('passes at the second try', ({}, { retry }) => expect(retry).toBe(1));
    `);
    expect(await runJourneys(strict, config)).toEqual(tally);
  },
  60_000,
);

it('counts a journey that fails twice, and a file that cannot be loaded, as failed', async () => {
  const twice = await madeUpJourneys(`test('never passes', () => expect(1).toBe(2));`);
  expect(await runJourneys(false, twice)).toEqual({ passed: 0, failed: 1 });
  const broken = await madeUpJourneys(`throw new Error('broken');`);
  expect((await runJourneys(false, broken)).failed).toBeGreaterThan(0);
}, 60_000);

/** Answers the address of their configuration. */
async function madeUpJourneys(code: string): Promise<string> {
  const imports = `import { expect, test } from '@playwright/test';`;
  await writeFile(join(folder, 'made-up.spec.ts'), `${imports}\n${code}`);
  const config = join(folder, 'playwright.config.ts');
  await writeFile(
    config,
    `export default { testDir: '.', outputDir: 'out', reporter: [['json', { outputFile: 'e2e.json' }]] };`,
  );
  return relative(PROJECT, config);
}
