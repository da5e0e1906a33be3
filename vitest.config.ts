import { availableParallelism } from 'node:os';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { manual } from './scripts/manual/plugin.ts';
import { CHROMIUM_ARGS, findTestBrowser } from './scripts/chromium.ts';

/** At least two files run at the same time, also on two cores: tests of the backend often wait. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/** Ends a test that hangs. The limit is long enough for a busy host: it tests no duration. */
const testTimeout = 60_000;

/** The default of one second is too short for a busy host. */
const expect = { poll: { timeout: 15_000 } };

/** Files share the modules of their worker: to load them again took 0.2 to 0.4 s of processor time for each file. */
const SHARED_MODULES = {
  isolate: false,
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
};

/** Test files that take or wait most of a minute. They start first: started last, each would prolong the run. */
const LONGEST =
  /scripts[/](chaos|test-runners|start|admin)|model[.]test|as-root|lost-server|attack[.]test|database[/]life|hostile-arguments|plans[.]test|operations[/]backup[.]test/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer, not of an array
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  return LONGEST.test(moduleId) ? 0 : 1;
}

/** The projects: pure rules in Node.js, the backend and schema over PostgreSQL, components in Chromium. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts', 'scripts/admin/**'],
          ...SHARED_MODULES,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'backend',
          include: [
            '{backend,demo,operations}/**/*.test.ts',
            'scripts/admin/**/*.test.ts',
            'supabase/tests/**/*.test.ts',
            'attack/**/*.test.ts',
          ],
          globalSetup: 'backend/testing/global-setup.ts',
          ...SHARED_MODULES,
          maxWorkers,
          testTimeout,
          hookTimeout: 2 * testTimeout,
          expect,
        },
      },
      {
        plugins: [react(), tailwindcss(), manual()],
        optimizeDeps: {
          include: [
            'react/jsx-dev-runtime',
            'react-dom/client',
            'vitest-browser-react',
            // Workers import these: the scan of the test files does not find them, and a late discovery reloads the tests.
            'hucre/csv',
            'hucre/xlsx',
            'hucre/xml',
          ],
        },
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.{ts,tsx}'],
          testTimeout,
          // One page at a time: Chromium delays the idle callbacks of a page that is behind another one.
          fileParallelism: false,
          expect,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findTestBrowser(), args: CHROMIUM_ARGS },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1366, height: 768 } }],
          },
        },
      },
    ],
  },
});
