import { test as base, type Browser, type BrowserContext, type Page } from '@playwright/test';
import pg from 'pg';
import { startBackend, type Backend } from './support/backend.ts';
import { ConsoleErrorCollector } from './support/console.ts';
import {
  cloneDatabase,
  dropDatabase,
  toDatabaseUrl,
  type ConnectionParameters,
} from './support/database.ts';
import { LookupServices } from './support/lookup-services.ts';
import { ANA, BRUNO, makeSignedInStorageState } from './support/sign-in.ts';
import { trackRequests } from './support/network-idle.ts';

export { expect } from '@playwright/test';
export { expectAccessible } from './support/accessibility.ts';
export { ANA, BRUNO, PASSWORD } from './support/sign-in.ts';

/** Runs SQL as the superuser, without permission checks, and returns the rows. */
export type RunSql = <Row extends pg.QueryResultRow>(
  text: string,
  values?: unknown[],
) => Promise<Row[]>;

type Installation = {
  database: ConnectionParameters;
  backend: Backend;
  db: RunSql;
  /** The open browser contexts. A test uses as many contexts as it needs, for any user. The next test reuses them. */
  contexts: KeptContext[];
};
/**
 * A browser context, for several tests or (with `ownContext`) for one test. Its page `idle` stays open between tests,
 * so that the renderer process keeps running, with the compiled code of the panel.
 */
type KeptContext = { context: BrowserContext; idle: Page };
type TestFixtures = Omit<Installation, 'contexts'> & {
  /** Whether each test gets new contexts. Set it if the tests change a context permanently or need an empty cache. */
  ownContext: boolean;
  /**
   * Whether the pages of a file have transitions and animations, as for most users. Other files emulate
   * `prefers-reduced-motion: reduce`, which takes 5 % fewer CPU instructions.
   */
  hasMotion: boolean;
  /** A page on which ana, Administrador, is signed in. */
  adminPage: Page;
  /** A page on which bruno, Colaborador, is signed in. */
  colaboradorPage: Page;
  /** The console errors of the pages that `pageOf` opened. An error fails the test, unless the test expects it. */
  browserConsole: ConsoleErrorCollector;
  /**
   * Opens a page on which the user with this e-mail is signed in. For null, opens the page of a visitor. Each page of a
   * test has its own context.
   */
  pageOf: (email: string | null) => Promise<Page>;
  /** Runs before every test: restores the services of `lookups` and clears their lists of requests. */
  restoredLookups: void;
};
type WorkerFixtures = {
  /** The test servers for the lookup of postal codes and company numbers. A test can make them fail. */
  lookups: LookupServices;
  installationOf: (file: string) => Promise<Installation>;
};

/**
 * The `test` of Playwright with the fixtures of this file. `page` is the page of a visitor. All tests of a file share
 * backend and database, so each test creates its own records with unique names.
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
    const watch = new ConsoleErrorCollector();
    await use(watch);
    watch.verify();
  },
  page: async ({ pageOf }, use) => use(await pageOf(null)),
  adminPage: async ({ pageOf }, use) => use(await pageOf(ANA.email)),
  colaboradorPage: async ({ pageOf }, use) => use(await pageOf(BRUNO.email)),
  ownContext: [false, { option: true }],
  hasMotion: [false, { option: true }],
  pageOf: async (
    { browser, browserConsole, installationOf, ownContext, hasMotion },
    use,
    { file },
  ) => {
    const { backend, contexts } = await installationOf(file);
    const free = ownContext ? [] : [...contexts];
    const taken: KeptContext[] = [];
    await use(async (email) => {
      const items =
        email === null
          ? []
          : (await makeSignedInStorageState(backend.url, email)).origins[0].localStorage;
      let own = free.shift();
      if (!own) {
        own = await openContext(browser, backend.url, hasMotion);
        if (!ownContext) addContext(contexts, own);
      }
      taken.push(own);
      await own.idle.evaluate(replaceStorage, items);
      const page = await openPage(own);
      browserConsole.listen(page);
      return page;
    });
    for (const own of taken) await (ownContext ? own.context.close() : resetContext(own));
  },
});

type RunningInstallation = Installation & { stop(): Promise<void> };

async function startInstallation(lookups: LookupServices): Promise<RunningInstallation> {
  const database = await cloneDatabase();
  const backend = await startBackend({
    DATABASE_URL: toDatabaseUrl(database),
    CONTACT_PHONE: '+55 11 91234-5678',
    RECOVERY_INTERVAL_SECONDS: '0',
    PASSWORD_COST: '4',
    CEP_URL: lookups.viaCep.url,
    CEP_FALLBACK_URL: lookups.brasilApi.url,
    CNPJ_URL: lookups.brasilApi.url,
  });
  const pool = new pg.Pool({ ...database, max: 2 });
  // Ignore errors of connections: `dropDatabase` can end a closing connection, and the error would fail the next test.
  pool.on('error', () => undefined);
  const contexts: KeptContext[] = [];
  return {
    database,
    backend,
    db: async (text, values) => {
      const { rows } = await pool.query(text, values);
      return rows as never; // a cast: the test declares the columns of its query
    },
    contexts,
    async stop() {
      for (const { context } of contexts.toReversed()) await context.close();
      await pool.end();
      await backend.stop();
      await dropDatabase(database);
    },
  };
}

async function openContext(
  browser: Browser,
  url: string,
  hasMotion: boolean,
): Promise<KeptContext> {
  const context = await browser.newContext({
    reducedMotion: hasMotion ? 'no-preference' : 'reduce',
  });
  context.on('page', trackRequests);
  const idle = await context.newPage();
  await idle.goto(`${url}/favicon.svg`);
  return { context, idle };
}

/** Adds a context to `contexts`, and removes it from `contexts` when the context closes. */
function addContext(contexts: KeptContext[], own: KeptContext) {
  contexts.push(own);
  own.context.once('close', () => contexts.splice(contexts.indexOf(own), 1));
}

/** Replaces the local storage. Runs in the page. */
function replaceStorage(items: readonly { name: string; value: string }[]) {
  localStorage.clear();
  for (const { name, value } of items) localStorage.setItem(name, value);
}

/**
 * Opens a page in the renderer process of the idle page. Do not use `newPage`: it would start a second process for
 * `about:blank`, which ends at the first navigation.
 */
async function openPage({ context, idle }: KeptContext): Promise<Page> {
  const opened = context.waitForEvent('page');
  await idle.evaluate(() => window.open('about:blank', '', 'noopener'));
  return opened;
}

/** Closes the pages of a test, and leaves the context ready for the next test. */
async function resetContext({ context, idle }: KeptContext) {
  for (const page of context.pages()) if (page !== idle) await page.close();
  await context.unrouteAll();
  await context.clearPermissions();
}
