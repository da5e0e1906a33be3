import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestResults } from './check.ts';
import { PROGRESS_FILE_VARIABLE, readProgress, type TestProgress } from './progress/progress.ts';
import { PROJECT_FOLDER, runProgram } from './run.ts';

type RunnerOptions = {
  /** An abort ends the runner. The tests that have not run are then listed, and count as one failure. */
  limit: AbortSignal;
  /** Path of a configuration to use instead of the project's. The progress file is then in the same folder. */
  config?: string;
  /** Whether a test that passes only at the second try counts as failed. */
  strict?: boolean;
};

/**
 * Runs the named projects of vitest.config.ts, or all projects. A failed test runs once more. If it then passes, it is
 * flaky (docs/decisions/0015-one-retry.md).
 */
export async function runVitest(
  options: RunnerOptions & { projects?: readonly string[] },
): Promise<TestResults> {
  const args = [
    'run',
    '--retry=1',
    '--reporter=default',
    '--reporter=./scripts/progress/vitest-reporter.ts',
  ];
  const { projects = [] } = options;
  const projectArgs = projects.map((name) => `--project=${name}`);
  return toTally(
    await runAndRecord('vitest', [...args, ...projectArgs], options, projects),
    options,
  );
}

/** Runs the journeys on the real server. A failed journey runs once more, with a new database. */
export async function runJourneys(options: RunnerOptions): Promise<TestResults> {
  const args = ['test', '--retries=1', '--reporter=list,./scripts/progress/playwright-reporter.ts'];
  return toTally(await runAndRecord('playwright', args, options), options);
}

function toTally(
  { passed, failed, flaky }: TestProgress,
  { strict = false }: RunnerOptions,
): TestResults {
  return strict
    ? { passed, failed: [...failed, ...flaky], flaky: [] }
    : { passed: passed + flaky.length, failed, flaky };
}

async function runAndRecord(
  command: string,
  args: string[],
  { limit, config }: RunnerOptions,
  parts: readonly string[] = [],
): Promise<TestProgress> {
  const name = [command, ...parts].join('-');
  const folder = config
    ? dirname(join(PROJECT_FOLDER, config))
    : join(PROJECT_FOLDER, 'test-results');
  const path = join(folder, `${name}.jsonl`);
  await mkdir(folder, { recursive: true });
  await rm(path, { force: true });
  const env = { [PROGRESS_FILE_VARIABLE]: path };
  const all = config ? [...args, `--config=${config}`] : args;
  const { ok, output } = await runProgram(command, all, { show: true, limit, env });
  const progress = readProgress(path);
  // A runner can fail without a failed test: at the limit, or by an error outside of tests.
  if (!ok && limit.aborted) console.error(describeLimit(name, progress));
  else if (ok || progress.failed.length > 0) return progress;
  const cause = limit.aborted
    ? 'was ended by the time limit'
    : `failed outside of any test. The last lines of its error stream:\n${output}`;
  return { ...progress, failed: [...progress.failed, `${name} ${cause}`] };
}

function describeLimit(name: string, { planned, unfinished }: TestProgress): string {
  const reached = 'The time limit of the whole suite is reached';
  if (planned === 0) return `${reached}: ${name} did not run.`;
  return [`${reached}: ${name} was ended. These did not run to their end:`, ...unfinished].join(
    '\n    ',
  );
}
