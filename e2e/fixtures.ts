import { test as base, type Browser, type BrowserContext, type Page } from '@playwright/test';
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

type Installation = {
  database: Connection;
  backend: Backend;
  db: Sql;
  /** The contexts by user. */
  contexts: Map<string, UserContext>;
};
/**
 * The page `idle` stays open between tests: the renderer process then continues, with the compiled code of the panel.
 */
type UserContext = { context: BrowserContext; idle: Page };
type TestFixtures = Omit<Installation, 'contexts'> & {
  /** The test changes its context permanently, or needs an empty cache: it gets its own context. */
  ownContext: boolean;
  /** Signed in as ana, Administrador. */
  adminPage: Page;
  /** Signed in as bruno, Colaborador. */
  colaboradorPage: Page;
  /** An error in the console fails the test, unless the test expects it. */
  browserConsole: ConsoleWatch;
  /** A new page on which a user is signed in. */
  pageOf: (email: string) => Promise<Page>;
  /** Runs for every test: restores the services of `lookups` and clears their records. */
  restoredLookups: void;
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
  restoredLookups: [
    async ({ lookups }, use) => {
      await lookups.restore();
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
  adminPage: async ({ pageOf }, use) => use(await pageOf(ANA.email)),
  colaboradorPage: async ({ pageOf }, use) => use(await pageOf(BRUNO.email)),
  ownContext: [false, { option: true }],
  pageOf: async ({ browser, browserConsole, installationOf, ownContext }, use, { file }) => {
    const { backend, ...installation } = await installationOf(file);
    const contexts = ownContext ? new Map<string, UserContext>() : installation.contexts;
    await use(async (email) => {
      const state = await signIn(backend.url, email);
      const page = await openPage(await contextOf(browser, contexts, email, state));
      browserConsole.listen(page);
      return page;
    });
    for (const one of contexts.values()) await (ownContext ? one.context.close() : leave(one));
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
  const contexts: Installation['contexts'] = new Map();
  return {
    database,
    backend,
    db: async (text, values) => {
      const { rows } = await pool.query(text, values);
      return rows as never; // the test declares the columns of its query
    },
    contexts,
    async stop() {
      for (const { context } of contexts.values()) await context.close();
      await pool.end();
      await backend.stop();
      await dropDatabase(database);
    },
  };
}

/** The context of a user in this file, in the given state. */
async function contextOf(
  browser: Browser,
  contexts: Installation['contexts'],
  email: string,
  { origins: [site] }: Awaited<ReturnType<typeof signIn>>,
) {
  let known = contexts.get(email);
  if (!known) {
    const context = await browser.newContext();
    context.once('close', () => contexts.delete(email));
    known = { context, idle: await context.newPage() };
    contexts.set(email, known);
    await known.idle.goto(`${site.origin}/favicon.svg`);
  }
  await known.idle.evaluate((items) => {
    localStorage.clear();
    for (const { name, value } of items) localStorage.setItem(name, value);
  }, site.localStorage);
  return known;
}

/**
 * A new page in the renderer process of the idle page. `newPage` would start a process for `about:blank`, which ends
 * with the first navigation.
 */
async function openPage({ context, idle }: UserContext): Promise<Page> {
  const opened = context.waitForEvent('page');
  await idle.evaluate(() => window.open('about:blank', '', 'noopener'));
  return opened;
}

/** Closes the pages of a test; the context stays for the next one. */
async function leave({ context, idle }: UserContext) {
  for (const page of context.pages()) if (page !== idle) await page.close();
  await context.unrouteAll();
  await context.clearPermissions();
}
