import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestResults } from './check.ts';
import { isProcessRunning } from './end-tree.ts';
import { PROJECT_FOLDER } from './run.ts';
import { runJourneys, runVitest } from './test-runners.ts';

const NO_LIMIT = new AbortController().signal;
let folder: string;

// The folder is inside the project: the runners resolve packages from there.
beforeAll(async () => {
  await mkdir(join(PROJECT_FOLDER, 'test-results'), { recursive: true });
  folder = await mkdtemp(join(PROJECT_FOLDER, 'test-results', 'runner-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const RETRIED = 'retry.spec.ts › passes at the second try';

it.each([
  { strict: false, tally: { passed: 2, failed: [], flaky: [RETRIED] } },
  { strict: true, tally: { passed: 1, failed: [RETRIED], flaky: [] } },
])(
  'names a journey that passed only at its second try, strict $strict',
  async ({ strict, tally }) => {
    const config = await writeJourneys({
      'retry.spec.ts': `
        test('always passes', () => {});
        test('passes at the second try', ({}, { retry }) => expect(retry).toBe(1));
      `,
    });
    expect(inFolder(await runJourneys({ strict, limit: NO_LIMIT, config }))).toEqual(tally);
  },
  60_000,
);

it('names a journey that fails twice, and the error of a file that cannot be loaded', async () => {
  const twice = await writeJourneys({
    'twice.spec.ts': `test('never passes', () => expect(1).toBe(2));`,
  });
  expect(inFolder(await runJourneys({ limit: NO_LIMIT, config: twice }))).toEqual({
    passed: 0,
    failed: ['twice.spec.ts › never passes'],
    flaky: [],
  });
  const broken = await writeJourneys({ 'broken.spec.ts': `throw new Error('broken');` });
  const { failed } = await runJourneys({ limit: NO_LIMIT, config: broken });
  expect(failed.join()).toContain('broken');
}, 60_000);

const FIRST_ERROR = 'expected 1 to be 2 // Object.is equality';
const AGAIN = `again.test.ts › passes at the second try (${FIRST_ERROR})`;

it.each([
  { strict: false, passed: 2, failed: [], flaky: [AGAIN] },
  { strict: true, passed: 1, failed: [AGAIN], flaky: [] },
])(
  'names failed tests, flaky tests with their first error, and a file that cannot be loaded, strict $strict',
  async ({ strict, passed, failed, flaky }) => {
    const config = await writeTests({
      'mixed.test.ts': `it('passes', () => {}); it('fails', () => expect(1).toBe(2));`,
      'again.test.ts': `let tries = 0; it('passes at the second try', () => expect(++tries).toBe(2));`,
      'broken.test.ts': `throw new Error('broken');`,
    });
    const tally = inFolder(await runVitest({ strict, limit: NO_LIMIT, config }));
    expect({ ...tally, failed: tally.failed.toSorted() }).toEqual({
      passed,
      failed: [...failed, 'broken.test.ts', 'mixed.test.ts › fails'].toSorted(),
      flaky,
    });
  },
  60_000,
);

it('reports the error outside of any test that failed the run', async () => {
  const config = await writeTests({
    'late.test.ts': `it('passes', async () => {
      setTimeout(() => { throw new Error('thrown by a timer'); });
      await new Promise((resolve) => setTimeout(resolve, 50));
    });`,
  });
  const { passed, failed } = await runVitest({ limit: NO_LIMIT, config });
  expect(passed).toBe(1);
  expect(failed.join()).toMatch(/^Unhandled error.* thrown by a timer/s);
}, 60_000);

it('shows the last errors of a runner that fails after its tests', async () => {
  const files = {
    'any.test.ts': `it('passes', () => {});`,
    'setup.ts': `export default () => () => { throw new Error('thrown by the end of the set-up'); };`,
  };
  const config = await writeTests(files, ['./setup.ts']);
  const { passed, failed } = await runVitest({ limit: NO_LIMIT, config });
  expect(passed).toBe(1);
  expect(failed.join()).toMatch(
    /^vitest failed outside of any test.*thrown by the end of the set-up/s,
  );
}, 60_000);

/** Returns the tally with names relative to the folder of the written tests. */
function inFolder({ passed, failed, flaky }: TestResults): TestResults {
  const short = (name: string) => name.replace(`${relative(PROJECT_FOLDER, folder)}/`, '');
  return { passed, failed: failed.map(short), flaky: flaky.map(short) };
}

describe('a runner that the time limit ends', () => {
  it('leaves no process of a journey behind and lists the journeys that did not run', async () => {
    const config = await writeJourneys({
      'first.spec.ts': `
        test('passes', () => {});
        test('hangs', async () => { test.setTimeout(0); ${HANG} });
        test('comes later', () => {});
      `,
      'second.spec.ts': `test('comes last', () => {}); test('comes after it', () => {});`,
    });
    const { tally, message } = await endWhileHanging((limit) => runJourneys({ limit, config }));
    expect(tally).toEqual({
      passed: 1,
      failed: ['playwright was ended by the time limit'],
      flaky: [],
    });
    expect(message).toMatch(/time limit of the whole suite is reached: playwright was ended/);
    expect(message).toMatch(/first\.spec\.ts › hangs\n.*first\.spec\.ts › comes later\n/);
    expect(message).toMatch(/second\.spec\.ts \(all 2\)$/);
    expect(message).not.toContain('› passes');
  }, 60_000);

  it('leaves no process of a test behind and lists the files that did not run', async () => {
    const config = await writeTests({
      // Vitest runs the longest file first.
      'first.test.ts': `it('passes', () => {}); // ${'-'.repeat(2000)}`,
      'second.test.ts': `it('hangs', async () => { ${HANG} }, 0);`,
      'third.test.ts': `it('comes later', () => {});`,
    });
    const { tally, message } = await endWhileHanging((limit) => runVitest({ limit, config }));
    expect(tally).toEqual({ passed: 1, failed: ['vitest was ended by the time limit'], flaky: [] });
    expect(message).toMatch(/time limit of the whole suite is reached: vitest was ended/);
    expect(message).toMatch(/second\.test\.ts\n.*third\.test\.ts$/);
    expect(message).not.toContain('first.test.ts');
  }, 60_000);

  it('is not started after the limit', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const config = await writeTests({ 'any.test.ts': `it('passes', () => {});` });
    expect(await runVitest({ limit: AbortSignal.abort(), config })).toEqual({
      passed: 0,
      failed: ['vitest was ended by the time limit'],
      flaky: [],
    });
    expect(error.mock.calls.join()).toMatch(/vitest did not run/);
  });
});

/** Code of a test: starts a process in its own group (as Playwright starts Chromium), writes its id and never ends. */
const HANG = `
  const { spawn } = await import('node:child_process');
  const { writeFileSync } = await import('node:fs');
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 120_000)'], { detached: true, stdio: 'ignore' });
  writeFileSync(new URL('./hanging', import.meta.url), String(child.pid));
  await new Promise(() => {});
`;

/** Aborts `work` as soon as the written test hangs. The process that the test started must then have ended. */
async function endWhileHanging(work: (limit: AbortSignal) => ReturnType<typeof runVitest>) {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const limit = new AbortController();
  const tally = work(limit.signal);
  const file = join(folder, 'hanging');
  const id = await vi.waitFor(async () => Number(await readFile(file, 'utf8')), {
    timeout: 30_000,
    interval: 100,
  });
  limit.abort();
  const ended = await tally;
  expect(isProcessRunning(id)).toBe(false);
  return { tally: ended, message: error.mock.calls.join('\n') };
}

type Files = Readonly<Record<string, string>>;

/**
 * Writes files with journeys.
 * @returns the path of their configuration
 */
function writeJourneys(files: Files): Promise<string> {
  const head = `import { expect, test } from '@playwright/test';`;
  const options = `{ testDir: '.', outputDir: 'out', workers: 1 }`;
  return writeFiles(files, head, 'playwright.config.ts', options);
}

/**
 * Writes files with tests of Vitest.
 * @returns the path of their configuration
 */
function writeTests(files: Files, globalSetup: string[] = []): Promise<string> {
  const head = `import { expect, it } from 'vitest';`;
  const test = JSON.stringify({ fileParallelism: false, globalSetup });
  const options = `{ root: import.meta.dirname, test: ${test} }`;
  return writeFiles(files, head, 'vitest.config.ts', options);
}

async function writeFiles(files: Files, head: string, config: string, options: string) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, code] of Object.entries(files))
    await writeFile(join(folder, name), `${head}\n${code}`);
  await writeFile(join(folder, config), `export default ${options};`);
  return relative(PROJECT_FOLDER, join(folder, config));
}
