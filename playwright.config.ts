import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findTestBrowser } from './scripts/chromium.ts';

/** Journeys against the real server: each worker has a process, a data folder and a database of its own. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // Emptied at the start of a run: not the folder of what other runners note.
  outputDir: 'test-results/journeys',
  globalSetup: './e2e/support/database-server.ts',
  fullyParallel: false,
  workers: 2,
  // On a host with other work to do, too: how long something may take is not tested by these.
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
    launchOptions: { executablePath: findTestBrowser(), args: CHROMIUM_ARGS },
  },
});
