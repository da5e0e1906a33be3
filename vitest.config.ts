import { availableParallelism } from 'node:os';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { manual } from './scripts/manual/plugin.ts';
import { CHROMIUM_ARGS, findTestBrowser } from './scripts/chromium.ts';

/** Tests of the backend often wait: on a host of two cores, too, two files run at once. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/** Bounds a test that hangs, also on a host with other work to do: how long something may take is not tested by it. */
const testTimeout = 60_000;

/** A second is short where both cores are busy with something else. */
const expect = { poll: { timeout: 15_000 } };

/** Files that take most of a minute: begun last, one of them alone would keep the run from ending. */
const LONGEST = /scripts[/]chaos|model[.]test|as-root|lost-machine|attack[.]test|database[/]life/;

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

/** Three kinds of tests: pure rules, the backend over a real PostgreSQL, components in a real Chromium. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts', 'scripts/admin/**'],
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
          maxWorkers,
          testTimeout,
          hookTimeout: 2 * testTimeout,
          expect,
        },
      },
      {
        plugins: [react(), tailwindcss(), manual()],
        optimizeDeps: {
          include: ['react/jsx-dev-runtime', 'react-dom/client', 'vitest-browser-react'],
        },
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.{ts,tsx}'],
          testTimeout,
          // Of two pages at once one lies behind the other, where Chromium hardly lets an idle callback run.
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
