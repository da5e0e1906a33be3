import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findTestBrowser } from './scripts/chromium.ts';

/** Journeys against the real server: each worker has a process, a data folder and a database of its own. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // Not the folder of other runners' progress files: Playwright empties it at the start of a run.
  outputDir: 'test-results/journeys',
  globalSetup: './e2e/support/database-server.ts',
  fullyParallel: false,
  // One more than the processors of a small machine: each journey waits for about a sixth of its time.
  workers: 3,
  // Long enough for a busy host: these limits test no duration.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    viewport: { width: 1366, height: 768 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findTestBrowser(),
      args: [...CHROMIUM_ARGS, '--process-per-site'],
    },
  },
});
