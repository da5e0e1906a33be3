import { join } from 'node:path';
import { runStaticChecks, mergeTestResults } from './check.ts';
import { ensureTestBrowser } from './chromium.ts';
import { PROJECT_FOLDER } from './run.ts';
import { makeTempFolder } from './temp-folder.ts';
import { runJourneys, runVitest } from './test-runners.ts';

// `npm test`: runs all checks and tests, also on CI. With `-- --strict`, a test that passes only at the second try
// counts as failed.

const SUITE_LIMIT_MS = 80 * 60_000;
const strict = process.argv.includes('--strict');
// Many tests start processes of Node. With a compile cache, each start takes 40 % less CPU time.
process.env.NODE_COMPILE_CACHE ??= join(PROJECT_FOLDER, 'node_modules/.cache/node');
const temp = await makeTempFolder();
process.env.TMPDIR = temp.path;
const limit = AbortSignal.timeout(SUITE_LIMIT_MS);
const browser = ensureTestBrowser(limit).then((path) => (process.env.CHROMIUM_PATH = path));
// Run checks and tests in parallel, because each of them often waits for a process, a page or a timer.
const built = Promise.withResolvers<void>();
const components = browser.then(() => runVitest({ limit, strict, projects: ['browser'] }));
// Journeys and tests of the backend need the built panel and a browser.
const ready = Promise.all([built.promise, browser]);
const { passed, failed, flaky } = mergeTestResults(
  await Promise.all([
    runStaticChecks(limit, built.resolve),
    components,
    ready.then(() => runVitest({ limit, strict, projects: ['unit', 'backend'] })),
    Promise.all([ready, components]).then(() => runJourneys({ limit, strict })),
  ]),
);
await temp.remove();
list('Passed at the second try only:', flaky);
list('Failed:', failed);
console.log(`\n${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** Prints the names at the end of the output, where a reader looks first. */
function list(heading: string, names: readonly string[]) {
  if (names.length > 0) console.log([`\n${heading}`, ...names].join('\n    '));
}
