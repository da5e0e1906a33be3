import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findTestBrowser } from './scripts/chromium.ts';

/** Settings of the journeys (the tests in e2e). Each worker has its own server process, data folder and database. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // A separate folder: Playwright empties it at the start, and other runners store their progress in test-results.
  outputDir: 'test-results/journeys',
  globalSetup: './e2e/support/database-server.ts',
  fullyParallel: false,
  // One worker more than the two cores of a small host, because a journey is idle for about a sixth of its time.
  workers: 3,
  // Long limits for a busy host: the journeys test no duration.
  timeout: 120_000,
  expect: { timeout: 30_000 },
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
      // Turn off the optimizing compilers: a page is open only for seconds, so they would take more processor time than
      // their code saves.
      args: [...CHROMIUM_ARGS, '--process-per-site', '--js-flags=--no-turbofan,--no-maglev'],
    },
  },
});
