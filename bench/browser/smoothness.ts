import { chromium, type CDPSession, type Page } from 'playwright';
import { CHROMIUM_ARGS, findChromium } from '../../scripts/chromium.ts';
import { startBackend } from '../processes.ts';
import type { BenchSetup } from '../bench-database.ts';
import { createPanelSite, type Site } from './site.ts';
import { runInBrowserContext } from './visit.ts';

/** A measured value with its unit and its limit. */
export type MeasuredValue = { what: string; value: number; unit: string; limit: number };

const NAVIGATIONS = 500;
/** Number of navigations before the measurement, which load the code of the pages and fill the caches. */
const WARM_UP = 50;
const LETTERS = 'gelatina de acai com tapioca';
/** The shortest duration of an event that the browser reports, in milliseconds. */
const SHORTEST_EVENT = 16;

/**
 * Measures in the panel:
 * - the longest task when a list changes from 10 rows to 100 rows, and from 10 rows to 200 rows;
 * - the time from a key in the search box to the next paint, with 200 rows and a slower CPU;
 * - the memory growth, the response times, the long tasks and the layout shift of 500 navigations.
 */
export async function measureSmoothness(world: BenchSetup): Promise<MeasuredValue[]> {
  const backend = await startBackend(world.env);
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
  try {
    return await runInBrowserContext(browser, undefined, async (page) => {
      const site = createPanelSite(backend.url);
      await page.addInitScript(watch, SHORTEST_EVENT);
      await site.signIn(page);
      const session = await page.context().newCDPSession(page);
      return [
        await longestTaskWith(page, site, 100),
        await longestTaskWith(page, site, 200),
        await typing(page, session, site),
        ...(await navigating(page, session, site)),
      ];
    });
  } finally {
    await browser.close();
    await backend.stop();
  }
}

async function longestTaskWith(page: Page, site: Site, rows: number): Promise<MeasuredValue> {
  await openList(page, site, 10);
  await page.evaluate(() => (window.seen.tasks = []));
  await page.getByLabel('Linhas por página').selectOption(String(rows));
  await page
    .locator(site.row)
    .nth(rows - 1)
    .waitFor({ state: 'attached' });
  await page.waitForTimeout(500);
  const value = await page.evaluate(() => Math.max(0, ...window.seen.tasks));
  return { what: `longest task that shows ${rows} rows`, value, unit: 'ms', limit: 50 };
}

async function typing(page: Page, session: CDPSession, site: Site): Promise<MeasuredValue> {
  await openList(page, site, 200);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.evaluate(() => (window.seen.events = {}));
  await page.locator(site.search).pressSequentially(LETTERS, { delay: 120 });
  await page.waitForTimeout(500);
  const slowest = await page.evaluate(() => Object.values(window.seen.events));
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const value = percentileOf(slowest, LETTERS.length, 0.95);
  return {
    what: 'key → paint over 200 rows, CPU 4 times slower, p95',
    value,
    unit: 'ms',
    limit: 32,
  };
}

async function navigating(page: Page, session: CDPSession, site: Site): Promise<MeasuredValue[]> {
  await openList(page, site, 50);
  await navigate(page, site, WARM_UP);
  const before = await readHeap(session);
  await page.evaluate(() => (window.seen = { tasks: [], events: {}, shifted: 0 }));
  await navigate(page, site, NAVIGATIONS);
  const after = await readHeap(session);
  const { tasks, events, shifted } = await page.evaluate(() => window.seen);
  const slowest = Object.values(events);
  const figure = (what: string, value: number, unit: string, limit: number) => ({
    what: `${NAVIGATIONS} navigations: ${what}`,
    value,
    unit,
    limit,
  });
  return [
    figure('growth of the heap', (after.bytes - before.bytes) / 1e6, 'MB', 10),
    figure('elements retained', after.nodes - before.nodes, '', 100),
    figure(
      'from an action to the next paint (INP)',
      percentileOf(slowest, NAVIGATIONS, 0.98),
      'ms',
      200,
    ),
    figure('tasks over 50 ms', tasks.length, '', NAVIGATIONS / 100),
    figure('layout shift (CLS)', shifted, '', 0.1),
  ];
}

/**
 * Navigates `times` times. Repeats five navigations: to a product form, back to the list, to the list of categories, to
 * the dashboard, to the list of products. If `times` is a multiple of five, the last page is the list of products.
 */
async function navigate(page: Page, site: Site, times: number) {
  const steps: (() => Promise<unknown>)[] = [
    () => follow(page, site.open, site.nameField),
    () => page.goBack().then(() => page.locator(site.row).first().waitFor()),
    () => follow(page, 'aside nav a[href="/categorias"]', 'a[href^="/categorias/editar/"]'),
    () => follow(page, site.toElsewhere, 'a[href="/produtos/adicionar"]'),
    () => follow(page, site.toProducts, site.open),
  ];
  for (let done = 0; done < times; done += 1) await steps[done % steps.length]?.();
}

async function follow(page: Page, link: string, shown: string) {
  await page.locator(link).first().click();
  await page.locator(shown).first().waitFor({ state: 'attached' });
}

/** Returns the used bytes of the JavaScript heap and the number of DOM nodes, after a full garbage collection. */
async function readHeap(session: CDPSession) {
  await session.send('Performance.enable');
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { bytes: of('JSHeapUsedSize'), nodes: of('Nodes') };
}

async function openList(page: Page, site: Site, rows: number) {
  await page.goto(site.list.replace(/por=\d+/, `por=${rows}`));
  await page
    .locator(site.row)
    .nth(rows - 1)
    .waitFor({ state: 'attached' });
  await page.waitForTimeout(1_000);
}

/**
 * Returns a percentile of the durations of `count` interactions. `slowest` has only the durations from SHORTEST_EVENT
 * on, because the browser reports no shorter event. Returns SHORTEST_EVENT if the percentile is among the shorter
 * interactions.
 */
function percentileOf(slowest: number[], count: number, share: number) {
  const [value] = slowest.toSorted((a, b) => b - a).slice(Math.floor(count * (1 - share)));
  return value ?? SHORTEST_EVENT;
}

declare global {
  interface Window {
    /**
     * `tasks`: milliseconds of each long task. `events`: milliseconds of the slowest event of each interaction, keyed
     * by the id of the interaction. `shifted`: sum of the layout shifts.
     */
    seen: { tasks: number[]; events: Record<number, number>; shifted: number };
  }
}

/** Runs in the page: fills `window.seen` with the measurements. */
function watch(durationThreshold: number) {
  window.seen = { tasks: [], events: {}, shifted: 0 };
  const observe = (type: string, record: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) record(entry);
      // TypeScript lacks `durationThreshold` of the Event Timing API
    }).observe({ type, durationThreshold } as PerformanceObserverInit);
  observe('longtask', ({ duration }) => window.seen.tasks.push(duration));
  observe('event', (entry) => {
    const { events } = window.seen;
    const interaction = Number(Reflect.get(entry, 'interactionId'));
    if (interaction) events[interaction] = Math.max(events[interaction] ?? 0, entry.duration);
  });
  observe('layout-shift', (entry) => {
    if (!Reflect.get(entry, 'hadRecentInput'))
      window.seen.shifted += Number(Reflect.get(entry, 'value'));
  });
}
