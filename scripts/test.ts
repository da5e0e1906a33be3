import { join } from 'node:path';
import { check, sumUp } from './check.ts';
import { ensureTestBrowser } from './chromium.ts';
import { PROJECT } from './run.ts';
import { runJourneys, runVitest } from './test-runners.ts';

/**
 * `npm test`: everything, in the order in which a mistake shows soonest. Also what CI runs. With
 * `-- --strict`, as once a week, a test that only its second try passed counts as failed.
 */
const SUITE_LIMIT_MS = 80 * 60_000;
const strict = process.argv.includes('--strict');
process.env.CHROMIUM_PATH = ensureTestBrowser();
// Many tests start processes of Node; compiled once, each starts with 60 % of the processor time.
process.env.NODE_COMPILE_CACHE ??= join(PROJECT, 'node_modules/.cache/node');
const limit = AbortSignal.timeout(SUITE_LIMIT_MS);
const { passed, failed, flaky } = sumUp([
  await check(limit),
  // Components are rendered one after the other, and tests of the backend often wait: together they use two cores.
  ...(await Promise.all([
    runVitest({ limit, strict, projects: ['unit', 'backend'] }),
    runVitest({ limit, strict, projects: ['browser'] }),
  ])),
  await runJourneys({ limit, strict }),
]);
list('Passed at the second try only:', flaky);
list('Failed:', failed);
console.log(`\n${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** At the end of the output, where whoever looks for the cause begins to read. */
function list(heading: string, names: readonly string[]) {
  if (names.length > 0) console.log([`\n${heading}`, ...names].join('\n    '));
}
