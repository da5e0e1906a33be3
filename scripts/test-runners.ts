import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Tally } from './check.ts';
import { PROGRESS_FILE, readProgress, type Progress } from './progress/progress.ts';
import { PROJECT, run } from './run.ts';

type RunnerOptions = {
  /** Ends the runner when it is aborted; what has not run by then is listed, and counts as one failure. */
  limit: AbortSignal;
  /** Another configuration than that of the project; the notes of progress are then beside it. */
  config?: string;
};

/** Rules, backend and components: those of the named projects of vitest.config.ts, or all. */
export async function runVitest(
  options: RunnerOptions & { projects?: readonly string[] },
): Promise<Tally> {
  const args = ['run', '--reporter=default', '--reporter=./scripts/progress/vitest-reporter.ts'];
  const { projects = [] } = options;
  const chosen = projects.map((name) => `--project=${name}`);
  const { passed, failed } = await counted('vitest', [...args, ...chosen], options, projects);
  return { passed, failed };
}

/**
 * Journeys through the real server. A journey that fails is tried once more, on a database of its own, and
 * then listed as flaky (docs/decisions/0015-one-retry.md): passed, or with `strict` failed.
 */
export async function runJourneys(strict: boolean, options: RunnerOptions): Promise<Tally> {
  const args = ['test', '--retries=1', '--reporter=list,./scripts/progress/playwright-reporter.ts'];
  const { passed, failed, flaky } = await counted('playwright', args, options);
  return strict ? { passed, failed: failed + flaky } : { passed: passed + flaky, failed };
}

async function counted(
  command: string,
  args: string[],
  { limit, config }: RunnerOptions,
  parts: readonly string[] = [],
): Promise<Progress> {
  const name = [command, ...parts].join('-');
  const folder = config ? dirname(join(PROJECT, config)) : join(PROJECT, 'test-results');
  const path = join(folder, `${name}.jsonl`);
  await mkdir(folder, { recursive: true });
  await rm(path, { force: true });
  const env = { [PROGRESS_FILE]: path };
  const all = config ? [...args, `--config=${config}`] : args;
  const { ok } = await run(command, all, { show: true, limit, env });
  const progress = readProgress(path);
  // A runner can fail without a failed test: by the limit, or by an error outside of any test.
  if (!ok && limit.aborted) console.error(describeLimit(name, progress));
  else if (ok || progress.failed > 0) return progress;
  return { ...progress, failed: progress.failed + 1 };
}

function describeLimit(name: string, { planned, unfinished }: Progress): string {
  const reached = 'The time limit of the whole suite is reached';
  if (planned === 0) return `${reached}: ${name} did not run.`;
  return [`${reached}: ${name} was ended. These did not run to their end:`, ...unfinished].join(
    '\n    ',
  );
}
