import { relative } from 'node:path';
import type { Reporter, TestModule, TestSpecification } from 'vitest/node';
import { note } from './progress.ts';

/** Notes every file that is planned, and every file that has ended with the number of its tests. */
export default class VitestReporter implements Reporter {
  onTestRunStart(specifications: readonly TestSpecification[]) {
    for (const { moduleId } of specifications) note({ planned: unitOf(moduleId) });
  }

  onTestModuleEnd(testModule: TestModule) {
    const states = Array.from(testModule.children.allTests(), (test) => test.result().state);
    const passed = states.filter((state) => state === 'passed').length;
    const failed = states.filter((state) => state === 'failed').length;
    // A file that cannot be loaded fails without a failed test in it.
    const isBroken = !testModule.ok() && failed === 0;
    note({
      ended: unitOf(testModule.moduleId),
      passed,
      failed: isBroken ? 1 : failed,
      flaky: 0,
      ms: testModule.diagnostic().duration,
    });
  }
}

function unitOf(moduleId: string) {
  return { file: relative(process.cwd(), moduleId) };
}
