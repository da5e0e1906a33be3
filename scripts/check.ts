import { findCommentProblems } from './comments/problems.ts';
import { findDocumentProblems } from './docs/problems.ts';
import { findReleasesWithChangedMigrations } from '../operations/releases.ts';
import { findAreaNameProblems } from './imports/area-words.ts';
import { readImports } from './imports/graph.ts';
import { findViolations } from './imports/rules.ts';
import { PROJECT_FOLDER, runProgram, type RunResult } from './run.ts';
import { findSpecProblems } from './spec/problems.ts';

/**
 * Results of tests or steps. `failed` contains the names of failed tests and steps, and messages of errors outside of
 * any test. `flaky` contains the names of tests that passed only at the second try, for Vitest with the error of the
 * first try. With `--strict`, `failed` contains them instead.
 */
export type TestResults = { passed: number; failed: string[]; flaky: string[] };
type Step = { name: string; work: (limit?: AbortSignal) => Promise<RunResult> };

const BUILD = 'build';

/**
 * Two lists of steps. The lists run in parallel and take about the same time. The steps of a list run one after the
 * other.
 */
const STEPS: Step[][] = [
  [
    program('format', 'oxfmt', '--check'),
    program('lint and types', 'oxlint', '--format', 'unix'),
    { name: 'rules of imports', work: checkImports },
    { name: 'names of areas in src/crud and src/ui', work: checkAreaWords },
    { name: 'table of requirements', work: checkSpec },
    { name: 'words of comments', work: checkComments },
    { name: 'migrations of released versions', work: checkMigrations },
    { name: 'links, words and columns of the documents', work: checkDocuments },
  ],
  [
    program(BUILD, 'vite', 'build', '--logLevel', 'warn'),
    program('size on the wire', 'size-limit'),
    program('unused files, exports and packages', 'knip', '--no-progress', '--no-config-hints'),
  ],
];

/**
 * Runs all static checks and the build, and prints the result of each step. Calls `afterBuild` when the build has
 * ended.
 */
export async function runStaticChecks(
  limit?: AbortSignal,
  afterBuild?: () => void,
): Promise<TestResults> {
  return mergeTestResults(
    await Promise.all(STEPS.map((steps) => runInOrder(steps, limit, afterBuild))),
  );
}

export function mergeTestResults(tallies: readonly TestResults[]): TestResults {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.flatMap(({ failed }) => failed),
    flaky: tallies.flatMap(({ flaky }) => flaky),
  };
}

async function runInOrder(
  steps: readonly Step[],
  limit?: AbortSignal,
  afterBuild?: () => void,
): Promise<TestResults> {
  const tally: TestResults = { passed: 0, failed: [], flaky: [] };
  for (const { name, work } of steps) {
    const start = Date.now();
    const { ok, output } = await work(limit);
    if (name === BUILD) afterBuild?.();
    console.log(
      `${ok ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`,
    );
    if (!ok) console.log(output.trimEnd().replaceAll(/^/gm, '    '));
    if (ok) tally.passed += 1;
    else tally.failed.push(name);
  }
  return tally;
}

function program(name: string, command: string, ...args: string[]): Step {
  return { name, work: (limit) => runProgram(command, args, { limit }) };
}

async function checkImports() {
  const violations = findViolations(await readImports(PROJECT_FOLDER));
  return resultOf(
    violations.map(({ from, specifier, rule }) => `${from}: '${specifier}': ${rule}`),
  );
}

async function checkAreaWords() {
  return resultOf(await findAreaNameProblems(PROJECT_FOLDER));
}

async function checkSpec() {
  return resultOf(await findSpecProblems(PROJECT_FOLDER));
}

async function checkComments() {
  return resultOf(await findCommentProblems(PROJECT_FOLDER));
}

async function checkDocuments() {
  return resultOf(await findDocumentProblems(PROJECT_FOLDER));
}

async function checkMigrations() {
  return resultOf(await findReleasesWithChangedMigrations());
}

function resultOf(problems: string[]): RunResult {
  return { ok: problems.length === 0, output: problems.join('\n') };
}

if (import.meta.main) {
  const { failed } = await runStaticChecks();
  process.exitCode = failed.length > 0 ? 1 : 0;
}
