import { check, type Tally } from './check.ts';
import { ensureTestBrowser } from './chromium.ts';
import { runJourneys, runVitest } from './test-runners.ts';

/**
 * `npm test`: everything, in the order in which a mistake shows soonest. Also what CI runs. With
 * `-- --strict`, as once a week, a journey that only its second try passed counts as failed.
 */
const SUITE_LIMIT_MS = 80 * 60_000;
const strict = process.argv.includes('--strict');
process.env.CHROMIUM_PATH = ensureTestBrowser();
const limit = AbortSignal.timeout(SUITE_LIMIT_MS);
const tallies: Tally[] = [
  await check(limit),
  // Components are rendered one after the other, and tests of the backend often wait: together they use two cores.
  ...(await Promise.all([
    runVitest({ limit, projects: ['unit', 'backend'] }),
    runVitest({ limit, projects: ['browser'] }),
  ])),
  await runJourneys(strict, { limit }),
];
const passed = sum(tallies.map((tally) => tally.passed));
const failed = sum(tallies.map((tally) => tally.failed));
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function sum(numbers: number[]) {
  return numbers.reduce((total, number) => total + number, 0);
}
