import { appendFileSync, readFileSync } from 'node:fs';

/**
 * An event of a test runner. Each event is written at once, as a JSON line, because the time limit can end the runner.
 */
type Line =
  | { planned: TestUnit }
  | { ended: TestUnit; passed: number; failed: string[]; flaky: string[]; ms: number }
  | { error: string };
/** A unit of progress: a journey (with `title`), or a test file of Vitest (without `title`). */
export type TestUnit = { file: string; title?: string };
export type TestProgress = {
  passed: number;
  /** Names of failed tests, paths of test files that cannot be loaded, and messages of errors outside of any test. */
  failed: string[];
  /** Names of tests that passed only at the second try; of a test of Vitest also the error of its first try. */
  flaky: string[];
  /** Number of planned `TestUnit`s; zero if the runner has never started. */
  planned: number;
  /** Names of the planned `TestUnit`s that have not ended. If no journey of a file has ended, the file is one entry. */
  unfinished: string[];
};

/** The name of the environment variable that contains the path of the progress file. */
export const PROGRESS_FILE_VARIABLE = 'TEST_PROGRESS_FILE';

export function recordEvent(line: Line) {
  const path = process.env[PROGRESS_FILE_VARIABLE];
  if (!path) throw new Error(`${PROGRESS_FILE_VARIABLE} is not set.`);
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}

/**
 * Returns the progress of a runner from its progress file; empty progress if the file is missing. If a test unit ran
 * twice, its last result counts.
 */
export function readProgress(path: string): TestProgress {
  const lines = readLines(path);
  const planned = lines.flatMap((line) => ('planned' in line ? [line.planned] : []));
  const ended = new Map(
    lines.flatMap((line) =>
      'ended' in line ? [[formatTestUnitName(line.ended), line] as const] : [],
    ),
  );
  const units = Array.from(ended.values());
  return {
    passed: units.reduce((total, { passed }) => total + passed, 0),
    failed: [
      ...units.flatMap(({ failed }) => failed),
      ...lines.flatMap((line) => ('error' in line ? [line.error] : [])),
    ],
    flaky: units.flatMap(({ flaky }) => flaky),
    planned: planned.length,
    unfinished: describe(planned, new Set(ended.keys())),
  };
}

function readLines(path: string): Line[] {
  try {
    // `recordEvent` wrote these lines. Leave out the part after the last line break, which is empty or a truncated
    // line.
    return readFileSync(path, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
  } catch {
    return [];
  }
}

function describe(planned: readonly TestUnit[], ended: ReadonlySet<string>): string[] {
  const files = Map.groupBy(planned, ({ file }) => file);
  return Array.from(files).flatMap(([file, units]) => {
    const missing = units.filter((unit) => !ended.has(formatTestUnitName(unit)));
    if (missing.length < units.length || !units[0]?.title) return missing.map(formatTestUnitName);
    return `${file} (all ${units.length})`;
  });
}

export function formatTestUnitName({ file, title }: TestUnit): string {
  return title ? `${file} › ${title}` : file;
}
