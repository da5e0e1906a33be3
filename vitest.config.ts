import { availableParallelism } from 'node:os';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { manualPlugin } from './scripts/manual/plugin.ts';
import { CHROMIUM_ARGS, findTestBrowser } from './scripts/chromium.ts';

/** Number of test files that run at the same time: at least two, because tests of the backend often wait. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/** Time limit of a test in ms. It only ends tests that hang, so it is long enough for a busy host. */
const testTimeout = 60_000;

/** Time limit of `expect.poll`: the default of one second is too short for a busy host. */
const expect = { poll: { timeout: 15_000 } };

/**
 * Options that let the test files of a worker share its modules: to load them again takes 0.2 to 0.4 s of processor
 * time for each file. Because modules are shared, mocks and stubs are removed after each test.
 */
const SHARED_MODULES = {
  isolate: false,
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
};

/** Paths of the slowest test files, about a minute each. They start first: started last, each would prolong the run. */
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

/**
 * The test projects:
 * - `unit`: src and scripts, in Node.js
 * - `backend`: backend, demo, operations, scripts/admin, attack and the schema, over PostgreSQL
 * - `browser`: components, in Chromium
 */
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
        plugins: [react(), tailwindcss(), manualPlugin()],
        optimizeDeps: {
          include: [
            'react/jsx-dev-runtime',
            'react-dom/client',
            'vitest-browser-react',
            // Workers import these packages: the scan of the test files does not find them, and a late discovery
            // reloads the tests.
            'hucre/csv',
            'hucre/xlsx',
            'hucre/xml',
          ],
        },
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.{ts,tsx}'],
          testTimeout,
          // One page at a time: Chromium delays the idle callbacks of a page that is behind another page.
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
