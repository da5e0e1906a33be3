import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Tally } from './check.ts';
import { PROJECT, run } from './run.ts';

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
};

/** Rules, backend and components. */
export async function runVitest(): Promise<Tally> {
  const file = 'test-results/vitest.json';
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return countedFrom<VitestReport>(file, 'vitest', args, (report) => ({
    passed: report.numPassedTests,
    // A file that cannot be loaded fails without a failed test in it.
    failed: report.numFailedTests + report.testResults.filter(isBrokenFile).length,
  }));
}

/**
 * Journeys through the real server; the report's place is in playwright.config.ts. One that fails is
 * tried once more, on a database of its own, and then listed as flaky (docs/decisions/0015-one-retry.md):
 * passed, or with `strict` failed. `config` is another configuration with a report beside it, `e2e.json`.
 */
export async function runJourneys(strict: boolean, config?: string): Promise<Tally> {
  const file = config ? join(dirname(config), 'e2e.json') : 'test-results/e2e.json';
  const args = ['test', '--retries=1', ...(config ? [`--config=${config}`] : [])];
  return countedFrom<PlaywrightReport>(file, 'playwright', args, ({ stats, errors }) => ({
    passed: stats.expected + (strict ? 0 : stats.flaky),
    failed: stats.unexpected + errors.length + (strict ? stats.flaky : 0),
  }));
}

async function countedFrom<Report>(
  file: string,
  command: string,
  args: string[],
  count: (report: Report) => Tally,
): Promise<Tally> {
  const path = join(PROJECT, file);
  await rm(path, { force: true });
  const { ok } = await run(command, args, { show: true });
  try {
    // Written just now by the runner named above.
    const tally = count(JSON.parse(await readFile(path, 'utf8')) as Report);
    return ok || tally.failed > 0 ? tally : { ...tally, failed: 1 };
  } catch {
    console.error(`${command} left no report.`);
    return { passed: 0, failed: 1 };
  }
}

function isBrokenFile(result: VitestReport['testResults'][number]) {
  return result.status === 'failed' && result.assertionResults.length === 0;
}
