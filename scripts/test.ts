import { check, type Tally } from './check.ts';
import { ensureChromium } from './chromium.ts';
import { runJourneys, runVitest } from './test-runners.ts';

/**
 * `npm test`: everything, in the order in which a mistake shows soonest. Also what CI runs. With
 * `-- --strict`, as once a week, a journey that only its second try passed counts as failed.
 */
const strict = process.argv.includes('--strict');
process.env.CHROMIUM_PATH = ensureChromium();
const tallies: Tally[] = [await check(), await runVitest(), await runJourneys(strict)];
const passed = sum(tallies.map((tally) => tally.passed));
const failed = sum(tallies.map((tally) => tally.failed));
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function sum(numbers: number[]) {
  return numbers.reduce((total, number) => total + number, 0);
}
