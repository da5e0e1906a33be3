import { relative } from 'node:path';
import type {
  FullConfig,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import { formatTestUnitName, recordEvent, type TestUnit } from './progress.ts';

/** Records each journey when it is planned, and when it has ended. */
export default class PlaywrightReporter implements Reporter {
  onBegin(_: FullConfig, suite: Suite) {
    for (const test of suite.allTests()) recordEvent({ planned: unitOf(test) });
  }

  onTestEnd(test: TestCase, { status, duration }: TestResult) {
    if (status === 'interrupted') return;
    const outcome = test.outcome();
    const unit = unitOf(test);
    const name = formatTestUnitName(unit);
    recordEvent({
      ended: unit,
      passed: Number(outcome === 'expected'),
      failed: outcome === 'unexpected' ? [name] : [],
      flaky: outcome === 'flaky' ? [name] : [],
      ms: duration,
    });
  }

  /** Records an error outside of any test, for example of a file that cannot be loaded. */
  onError({ message = 'Error without a message' }: TestError) {
    recordEvent({ error: message });
  }
}

function unitOf(test: TestCase): TestUnit {
  // The first three titles are the root, the project and the file.
  const title = test.titlePath().slice(3).join(' › ');
  return { file: relative(process.cwd(), test.location.file), title };
}
