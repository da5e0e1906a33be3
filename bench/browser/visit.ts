import type { Browser, CDPSession, Page } from 'playwright';
import type { Site } from './site.ts';
import { waitForFirstPaint, measurePaints, recordFirstPaints } from './paints.ts';

/**
 * The throttling of a visit: the CPU is `cpu` times slower; `network` has bytes a second (`down`, `up`) and
 * milliseconds of latency.
 */
export type ThrottlingProfile = {
  name: string;
  cpu: number;
  network?: { down: number; up: number; latency: number };
};

/**
 * The measured profiles. `slow 4G` is Lighthouse's profile: 150 ms of latency for each round trip, 1.6 Mbit/s down and
 * 750 kbit/s up. DevTools adds the latency once to each request, not to each round trip. To compensate, Lighthouse
 * multiplies the latency by 3.75 and the throughput by 0.9 (its docs, Network Throttling).
 */
export const THROTTLING_PROFILES: ThrottlingProfile[] = [
  { name: 'no throttling', cpu: 1 },
  { name: 'CPU 4 times slower', cpu: 4 },
  { name: 'slow 4G', cpu: 1, network: { down: 180_000, up: 84_375, latency: 562.5 } },
];

/** Milliseconds from the user's action, or the start of the navigation, to the paint of its result; keyed by step. */
export type VisitTimes = Record<string, number>;

/** The number of rows that fit the window, out of the 50 rows of a page. */
const ROWS = 12;
const LIMIT_MS = 30_000;
const HOVER_MS = 100;
/**
 * Pause after each paint, in which the page finishes its background work. `measureVisit` makes the pause longer for a
 * slow network.
 */
const PAUSE_MS = 700;

/** Visits one site, from the sign-in page to a saved record. */
export async function measureVisit(
  browser: Browser,
  site: Site,
  profile: ThrottlingProfile,
): Promise<VisitTimes> {
  const signedIn = await runInBrowserContext(browser, undefined, async (page) => {
    await site.signIn(page);
    return page.context().storageState();
  });
  const first = await runInBrowserContext(browser, undefined, async (page) => {
    const session = await prepare(page, site, profile);
    await page.goto(site.signInPage, { waitUntil: 'commit' });
    return waitForFirstPaint(session, 'sign-in');
  });
  return runInBrowserContext(browser, signedIn, async (page) => {
    const session = await prepare(page, site, profile);
    await page.goto(site.list, { waitUntil: 'commit' });
    return {
      'sign-in page usable': first,
      'cold: first paint of the frame': await waitForFirstPaint(session, 'frame'),
      'cold: first rows': await waitForFirstPaint(session, 'rows'),
      'cold: all 50 rows': await waitForFirstPaint(session, 'all rows'),
      ...(await measureSteps(page, session, site, PAUSE_MS + 2 * (profile.network?.latency ?? 0))),
    };
  });
}

/** Measures the steps of a signed-in user with a filled browser cache. */
async function measureSteps(
  page: Page,
  session: CDPSession,
  site: Site,
  pauseMs: number,
): Promise<VisitTimes> {
  const pause = () => page.waitForTimeout(pauseMs);
  // Hover before the click, as a user does: the panel prefetches on hover.
  const click = (selector: string) => async () => {
    const target = page.locator(selector).first();
    await target.hover();
    await page.waitForTimeout(HOVER_MS);
    await target.click();
  };
  const type = (key: string) => () => page.keyboard.press(key);
  const changed = { selector: site.row, changes: true } as const;

  await pause();
  await page.reload({ waitUntil: 'commit' });
  const reload = await waitForFirstPaint(session, 'rows');
  await pause();
  await click(site.toElsewhere)();
  await page.locator(site.elsewhere).first().waitFor({ state: 'attached' });
  await page.locator(site.row).first().waitFor({ state: 'detached' });
  await pause();
  const sidebar = await measurePaints(
    page,
    { 'sidebar → rows': { selector: site.row, count: ROWS } },
    click(site.toProducts),
  );
  // Return to the list of 50 rows, because the link of the sidebar opens a list with the default page size.
  await page.goto(site.list, { waitUntil: 'commit' });
  await waitForFirstPaint(session, 'rows');
  await pause();
  const next = await measurePaints(
    page,
    { 'next page': changed, 'next page: all 50 rows': { ...changed, count: 50 } },
    click(site.next),
  );
  await pause();
  await page.locator(site.search).first().fill('gel');
  await pause();
  const key = await measurePaints(page, { 'last key → rows': changed }, type('e'));
  await pause();
  const open = await measurePaints(
    page,
    { 'open a record → fields': { selector: site.nameField, filled: true } },
    click(site.open),
  );
  await pause();
  const field = page.locator(site.nameField).first();
  const name = `${(await field.inputValue()).slice(0, 40)} ${Date.now() % 100_000}`;
  await field.fill(name);
  const save = await measurePaints(
    page,
    { 'save → row in the list': { selector: site.row, text: name } },
    click(site.save),
  );
  return { 'reload: rows': reload, ...sidebar, ...next, ...key, ...open, ...save };
}

type StorageState = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

/** Runs `work` on a page of a new browser context, with the `storageState` of an earlier context if it is given. */
export async function runInBrowserContext<T>(
  browser: Browser,
  storageState: StorageState | undefined,
  work: (page: Page) => Promise<T>,
) {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    locale: 'pt-BR',
    storageState,
  });
  context.setDefaultTimeout(LIMIT_MS);
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

async function prepare(
  page: Page,
  site: Site,
  { cpu, network }: ThrottlingProfile,
): Promise<CDPSession> {
  await recordFirstPaints(page, {
    'sign-in': [site.signInField, 1],
    frame: [site.frame, 1],
    rows: [site.row, ROWS],
    'all rows': [site.row, 50],
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  if (!network) return session;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latency,
    downloadThroughput: network.down,
    uploadThroughput: network.up,
  });
  return session;
}
