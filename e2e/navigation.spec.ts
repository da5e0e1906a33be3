import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { waitForNetworkIdle } from './support/network-idle.ts';

test.use({ hasMotion: true });

const visits = 70;

test.describe('From page to page', () => {
  test.beforeEach(async ({ db }) => {
    await db(
      `insert into categories (name) select 'Estante ' || n from generate_series(1, 60) as n`,
    );
  });
  test.afterEach(async ({ db }) => {
    await db(`delete from categories where name like 'Estante %'`);
  });

  test('Back restores the visible rows, also after a reload', async ({ adminPage: page }) => {
    await page.goto('/categorias?busca=Estante');
    await expect(page.getByText(/^Mostrando 60 de/)).toBeVisible();
    const row = page.getByRole('link', { name: 'Estante 48', exact: true });
    await row.scrollIntoViewIfNeeded();
    const left = await readScrollPosition(page);
    expect(left).toBeGreaterThan(800);
    await row.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Editar Categoria' })).toBeVisible();
    expect(await readScrollPosition(page)).toBe(0);
    await page.goBack();
    await expect(row).toBeInViewport();
    expect(await readScrollPosition(page)).toBe(left);
    await page.reload();
    await expect(row).toBeInViewport();
    // Back restores the scroll position even if a reload has emptied the cache of rows.
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1, name: 'Editar Categoria' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Editar Categoria' })).toBeVisible();
    await page.goBack();
    await expect(row).toBeInViewport();
    // A list with a changed query begins at the top.
    await page.getByRole('button', { name: 'Status' }).click();
    await expect.poll(() => readScrollPosition(page)).toBe(0);
  });

  test('a search keeps the list in place on a slow computer', async ({ adminPage: page }) => {
    await page.goto('/categorias');
    await expect(page.getByText(/^Mostrando/)).toBeVisible();
    const browser = await page.context().newCDPSession(page);
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 8 });
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (!document.querySelector('main table')?.checkVisibility()) document.title = 'hidden';
      }).observe(document.body, { attributes: true, childList: true, subtree: true });
    });
    await page.getByPlaceholder('Buscar categoria por nome').fill('estante 48');
    await expect(page.getByText(/^Mostrando 1 de/)).toBeVisible();
    expect(await page.title()).not.toBe('hidden');
  });

  test('a visit of many pages does not leak memory', async ({ adminPage: page }) => {
    test.slow();
    const browser = await page.context().newCDPSession(page);
    await page.goto('/categorias');
    await wander(page, 10);
    const before = await countObjects(browser);
    await wander(page, visits);
    // Allow small differences: pages that leak would add hundreds of objects.
    const after = await countObjects(browser);
    expect(after.nodes - before.nodes).toBeLessThan(visits);
    expect(after.jsEventListeners - before.jsEventListeners).toBeLessThan(visits);
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    const places = await page.evaluate(() =>
      Object.values<string>(sessionStorage).map(
        (text) => Object.keys(JSON.parse(text) as object).length,
      ),
    );
    expect(places).toEqual([50]);
  });
});

function readScrollPosition(page: Page) {
  return page.evaluate(() => Math.round(scrollY));
}

/** Opens two lists alternately, `steps` times in total, and waits until the last list has rendered. */
async function wander(page: Page, steps: number) {
  for (let step = 0; step < steps; step += 1) {
    const [name, path] =
      step % 2 === 0 ? ['Parceiros', '/parceiros'] : ['Categorias', '/categorias'];
    await page.locator('aside').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
  await waitForNetworkIdle(page);
  // Wait for all rows, because rows outside the window render later.
  const summary = await page.getByText(/^Mostrando \d+/).textContent();
  const [shown] = summary?.match(/\d+/) ?? [];
  await expect(page.getByRole('main').getByRole('rowheader')).toHaveCount(Number(shown));
}

/** Returns the number of DOM nodes and event listeners after garbage collection, as the browser counts them. */
async function countObjects(browser: CDPSession) {
  await browser.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await browser.send('Memory.getDOMCounters');
  return { nodes, jsEventListeners };
}
