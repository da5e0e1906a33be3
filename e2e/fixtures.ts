import { test as base, type Browser, type Page } from '@playwright/test';
import pg from 'pg';
import { startBackend, type Backend } from './support/backend.ts';
import { ConsoleWatch } from './support/console.ts';
import { cloneDatabase, dropDatabase, toUrl, type Connection } from './support/database.ts';
import { LookupServices } from './support/lookup-services.ts';
import { ANA, BRUNO, signIn } from './support/sign-in.ts';

export { expect } from '@playwright/test';
export { expectAccessible } from './support/accessibility.ts';
export { ANA, BRUNO, PASSWORD } from './support/sign-in.ts';

/** Runs SQL as the superuser, without permission checks, and returns the rows. */
export type Sql = <Row extends pg.QueryResultRow>(
  text: string,
  values?: unknown[],
) => Promise<Row[]>;

type Installation = { database: Connection; backend: Backend; db: Sql };
type TestFixtures = Installation & {
  /** Signed in as ana, Administrador. */
  adminPage: Page;
  /** Signed in as bruno, Colaborador. */
  colaboradorPage: Page;
  /** An error in the console fails the test, unless the test expects it. */
  browserConsole: ConsoleWatch;
  /** Runs for every test: restores the services of `lookups` and clears their records. */
  healedLookups: void;
};
type WorkerFixtures = {
  /** The services for postal codes and the company registry, which fail on demand. */
  lookups: LookupServices;
  installationOf: (file: string) => Promise<Installation>;
};

/**
 * `page` is a visitor, `adminPage` and `colaboradorPage` are signed in; `db` reads and writes the database. All tests
 * of a file share backend and database: create your own records with their own names.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  lookups: [
    async ({}, use) => {
      const lookups = new LookupServices();
      await lookups.start();
      await use(lookups);
      await lookups.stop();
    },
    { scope: 'worker' },
  ],
  installationOf: [
    async ({ lookups }, use) => {
      let current: (RunningInstallation & { file: string }) | undefined;
      await use(async (file) => {
        if (current?.file !== file) {
          await current?.stop();
          current = { file, ...(await startInstallation(lookups)) };
        }
        return current;
      });
      await current?.stop();
    },
    { scope: 'worker' },
  ],
  database: async ({ installationOf }, use, { file }) => use((await installationOf(file)).database),
  backend: async ({ installationOf }, use, { file }) => use((await installationOf(file)).backend),
  db: async ({ installationOf }, use, { file }) => use((await installationOf(file)).db),
  healedLookups: [
    async ({ lookups }, use) => {
      await lookups.heal();
      await use();
    },
    { auto: true },
  ],
  baseURL: ({ backend }, use) => use(backend.url),
  browserConsole: async ({}, use) => {
    const watch = new ConsoleWatch();
    await use(watch);
    watch.verify();
  },
  page: async ({ page, browserConsole }, use) => {
    browserConsole.listen(page);
    await use(page);
  },
  adminPage: async ({ browser, backend, browserConsole }, use) => {
    await withSession(browser, await signIn(backend.url, ANA.email), async (page) => {
      browserConsole.listen(page);
      await use(page);
    });
  },
  colaboradorPage: async ({ browser, backend, browserConsole }, use) => {
    await withSession(browser, await signIn(backend.url, BRUNO.email), async (page) => {
      browserConsole.listen(page);
      await use(page);
    });
  },
});

type RunningInstallation = Installation & { stop(): Promise<void> };

async function startInstallation(lookups: LookupServices): Promise<RunningInstallation> {
  const database = await cloneDatabase();
  const backend = await startBackend({
    DATABASE_URL: toUrl(database),
    CONTACT_PHONE: '+55 11 91234-5678',
    RECOVERY_INTERVAL_SECONDS: '0',
    PASSWORD_COST: '4',
    CEP_URL: lookups.viaCep.url,
    CEP_FALLBACK_URL: lookups.brasilApi.url,
    CNPJ_URL: lookups.brasilApi.url,
  });
  const pool = new pg.Pool({ ...database, max: 2 });
  return {
    database,
    backend,
    db: async (text, values) => {
      const { rows } = await pool.query(text, values);
      return rows as never; // the test declares the columns of its query
    },
    async stop() {
      await pool.end();
      await backend.stop();
      await dropDatabase(database);
    },
  };
}

type StoredSession = Awaited<ReturnType<typeof signIn>>;

async function withSession(
  browser: Browser,
  storageState: StoredSession,
  work: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext({ storageState });
  await work(await context.newPage());
  await context.close();
}
