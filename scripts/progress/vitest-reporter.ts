import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type {
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestSpecification,
} from 'vitest/node';
import { formatTestUnitName, recordEvent } from './progress.ts';

/** Records each test file when it is planned, and when it has ended, with the results of its tests. */
export default class VitestReporter implements Reporter {
  onTestRunStart(specifications: readonly TestSpecification[]) {
    for (const { moduleId } of specifications) recordEvent({ planned: unitOf(moduleId) });
  }

  onTestModuleEnd(testModule: TestModule) {
    const unit = unitOf(testModule.moduleId);
    const tests = Array.from(testModule.children.allTests());
    const nameOf = ({ fullName }: TestCase) => formatTestUnitName({ ...unit, title: fullName });
    const failed = tests.filter((test) => test.result().state === 'failed').map(nameOf);
    const passed = tests.filter((test) => test.result().state === 'passed');
    const isFlaky = (test: TestCase) => test.diagnostic()?.flaky === true;
    // A file that cannot be loaded fails without a failed test.
    const isBroken = !testModule.ok() && failed.length === 0;
    recordEvent({
      ended: unit,
      passed: passed.filter((test) => !isFlaky(test)).length,
      failed: isBroken ? [unit.file] : failed,
      // Vitest prints no error of a test that passes at the second try.
      flaky: passed.filter(isFlaky).map((test) => `${nameOf(test)} (${firstErrorOf(test)})`),
      ms: testModule.diagnostic().duration,
    });
  }

  /** Records uncaught errors, which fail the run even if every test passed. */
  onTestRunEnd(_: readonly TestModule[], unhandledErrors: readonly SerializedError[]) {
    for (const error of unhandledErrors) recordEvent({ error: describe(error) });
  }
}

function firstErrorOf(test: TestCase): string {
  return stripVTControlCharacters(test.result().errors?.[0]?.message ?? 'no error');
}

function describe({ name, message, stack, VITEST_TEST_PATH: path }: SerializedError): string {
  const file = typeof path === 'string' ? ` in ${unitOf(path).file}` : '';
  return `Unhandled error${file}: ${stack ?? `${name}: ${message}`}`;
}

function unitOf(moduleId: string) {
  return { file: relative(process.cwd(), moduleId) };
}
