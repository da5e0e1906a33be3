import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGS, findChromium } from './scripts/chromium.ts';

/** Three kinds of tests: pure rules, the backend over a real PostgreSQL, components in a real Chromium. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts', 'scripts/admin/**'],
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
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react(), tailwindcss()],
        optimizeDeps: {
          include: ['react/jsx-dev-runtime', 'react-dom/client', 'vitest-browser-react'],
        },
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.{ts,tsx}'],
          testTimeout: 20_000,
          // Of two pages at once one lies behind the other, where Chromium hardly lets an idle callback run.
          fileParallelism: false,
          // A second is short where the other core has a database and a browser to start.
          expect: { poll: { timeout: 8_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findChromium(), args: CHROMIUM_ARGS },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1366, height: 768 } }],
          },
        },
      },
    ],
  },
});
