import type { Browser, CDPSession, Page } from 'playwright';
import type { Site } from './site.ts';
import { firstPaint, noteFirstPaints, untilShown } from './signs.ts';

/** CPU and network. Bytes a second, milliseconds. */
export type Profile = {
  name: string;
  cpu: number;
  line?: { down: number; up: number; latency: number };
};

export const PROFILES: Profile[] = [
  { name: 'quiet machine', cpu: 1 },
  { name: 'CPU 4 times slower', cpu: 4 },
  { name: 'slow 4G', cpu: 1, line: { down: 180_000, up: 84_375, latency: 562.5 } },
];

/** Milliseconds from the user's action, or the start of the navigation, to the paint of its result. */
export type Figures = Record<string, number>;

/** Rows that fit the window; all are 50. */
const ROWS = 12;
const LIMIT_MS = 30_000;
const HAND_MS = 100;
/** Enough for everything that a page does after its paint; slow lines need more. */
const REST_MS = 700;

/** One visit of one site from the sign-in page to a saved record. */
export async function visit(browser: Browser, site: Site, profile: Profile): Promise<Figures> {
  const entered = await inContext(browser, undefined, async (page) => {
    await site.enter(page);
    return page.context().storageState();
  });
  const first = await inContext(browser, undefined, async (page) => {
    const session = await prepare(page, site, profile);
    await page.goto(site.signInPage, { waitUntil: 'commit' });
    return firstPaint(session, 'sign-in');
  });
  return inContext(browser, entered, async (page) => {
    const session = await prepare(page, site, profile);
    await page.goto(site.list, { waitUntil: 'commit' });
    return {
      'sign-in page usable': first,
      'cold: first paint of the frame': await firstPaint(session, 'frame'),
      'cold: first rows': await firstPaint(session, 'rows'),
      'cold: all 50 rows': await firstPaint(session, 'all rows'),
      ...(await stepsInside(page, session, site, REST_MS + 2 * (profile.line?.latency ?? 0))),
    };
  });
}

/** With a filled browser cache. */
async function stepsInside(
  page: Page,
  session: CDPSession,
  site: Site,
  restMs: number,
): Promise<Figures> {
  const rest = () => page.waitForTimeout(restMs);
  // A pointer rests a moment on its target.
  const click = (selector: string) => async () => {
    const target = page.locator(selector).first();
    await target.hover();
    await page.waitForTimeout(HAND_MS);
    await target.click();
  };
  const type = (key: string) => () => page.keyboard.press(key);
  const changed = { selector: site.row, changes: true } as const;

  await rest();
  await page.reload({ waitUntil: 'commit' });
  const reload = await firstPaint(session, 'rows');
  await rest();
  await click(site.toElsewhere)();
  await page.locator(site.elsewhere).first().waitFor({ state: 'attached' });
  await page.locator(site.row).first().waitFor({ state: 'detached' });
  await rest();
  const sidebar = await untilShown(
    page,
    { selector: site.row, count: ROWS },
    click(site.toProducts),
  );
  // The panel returns to its usual page size: the next steps need the same rows.
  await page.goto(site.list, { waitUntil: 'commit' });
  await firstPaint(session, 'rows');
  await rest();
  const next = await untilShown(page, changed, click(site.next));
  await rest();
  await page.locator(site.search).first().fill('gel');
  await rest();
  const key = await untilShown(page, changed, type('e'));
  await rest();
  const open = await untilShown(page, { selector: site.nameField, filled: true }, click(site.open));
  await rest();
  const field = page.locator(site.nameField).first();
  const name = `${(await field.inputValue()).slice(0, 40)} ${Date.now() % 100_000}`;
  await field.fill(name);
  const save = await untilShown(page, { selector: site.row, text: name }, click(site.save));
  return {
    'reload: rows': reload,
    'sidebar → rows': sidebar,
    'next page': next,
    'last key → rows': key,
    'open a record, fields there': open,
    'save → row in the list': save,
  };
}

type State = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

/** Work in its own window, with the `storageState` of an earlier one. */
export async function inContext<T>(
  browser: Browser,
  storageState: State | undefined,
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

async function prepare(page: Page, site: Site, { cpu, line }: Profile): Promise<CDPSession> {
  await noteFirstPaints(page, {
    'sign-in': [site.signIn, 1],
    frame: [site.frame, 1],
    rows: [site.row, ROWS],
    'all rows': [site.row, 50],
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  if (!line) return session;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput: line.down,
    uploadThroughput: line.up,
  });
  return session;
}
