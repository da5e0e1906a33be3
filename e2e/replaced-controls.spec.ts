import type { Page } from '@playwright/test';
import { allAreas } from '../src/areas/index.ts';
import { overviews } from '../src/areas/overviews.ts';
import { expect, test } from './fixtures.ts';
import { waitForNetworkIdle } from './support/network-idle.ts';
import { expectPageLoaded } from './support/pages.ts';
import { resetToSampleRecords } from './support/sample-records.ts';
import { makeUser } from './support/users.ts';

// A browser drops the click if a pressed element is replaced before the release. A click on an element that moves hits
// another one.
test.describe('A link or button stays the same element, in its place, while its page loads', () => {
  test.beforeEach(async ({ adminPage: page, db }) => {
    await resetToSampleRecords(db);
    await delayResponses(page);
    await page.addInitScript(recordReplacedControls);
    await page.addInitScript(recordMovedControls);
  });

  test('on every list and overview', async ({ adminPage: page }) => {
    const paths = [...allAreas, ...Object.values(overviews)].map(({ path }) => path);
    for (const path of ['/dashboard', ...paths]) {
      await page.goto(path);
      await expectControlsUnchanged(page);
    }
  });

  test('on forms', async ({ adminPage: page, db }) => {
    await db(`insert into products (name, subtitle, mini_description, description, sku, category_id, real_price)
      select 'Segundo', 's', 'm', 'd', 'SEGUNDO', category_id, 1 from products`);
    const user = await makeUser(db, { name: 'Rui Melo', email: 'rui@lugar.exemplo' });
    await db(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values (gen_random_uuid(), $1, 'Celular', 'totp', 'verified', now(), now(), 'JBSWY3DPEHPK3PXP')`,
      [user],
    );
    await db(
      `insert into auth.sessions (id, user_id, created_at, updated_at)
       values (gen_random_uuid(), $1, now(), now())`,
      [user],
    );
    // The second factor is above the sessions: let it arrive after them.
    await page.route(/auth\/v1\/user|rpc\/factor_since/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.fallback();
    });
    for (const path of ['/produtos/adicionar', '/perfil', `/usuarios/editar/${user}`]) {
      await page.goto(path);
      await expectControlsUnchanged(page);
    }
    await page.goto('/produtos');
    await page.getByRole('link', { name: 'Segundo', exact: true }).click();
    await expect(page.getByText('1 de 2')).toBeVisible();
    await expectControlsUnchanged(page);
    await page.getByRole('link', { name: 'Registro seguinte' }).click();
    await expect(page.getByText('2 de 2')).toBeVisible();
    await expectControlsUnchanged(page);
  });
});

/** Delays all responses of the platform, so that every page renders its loading state first. */
async function delayResponses(page: Page) {
  await page.route(/\/(rest|auth)\/v1\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await route.fallback();
  });
}

/**
 * Stores in `replacedControls` each link and button that was removed from a page, if the same page then got another one
 * with the same name. The form of another record is another page. Ignores the static frame, which the panel replaces
 * when its code has loaded. Runs in the browser.
 */
function recordReplacedControls() {
  const replaced: string[] = [];
  Object.assign(window, { replacedControls: replaced });
  const selector = 'a[href], button, summary';
  const rendered = new WeakMap<Element, string>();
  const removed = new Set<string>();
  let isStaticFrame = true;
  const nameOf = (control: Element) =>
    `${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent}`;
  const controlsIn = (nodes: NodeList) =>
    [...nodes].flatMap((node) =>
      node instanceof Element
        ? [node, ...node.querySelectorAll(selector)].filter((one) => one.matches(selector))
        : [],
    );
  new MutationObserver((changes) => {
    for (const { removedNodes, target } of changes) {
      const isRoot = target instanceof Element && target.id === 'root';
      if (isRoot && isStaticFrame && removedNodes.length > 0) isStaticFrame = false;
      else
        for (const control of controlsIn(removedNodes))
          if (!control.isConnected) removed.add(rendered.get(control) ?? nameOf(control));
    }
    for (const { addedNodes } of changes)
      for (const control of controlsIn(addedNodes)) {
        const name = `${location.pathname}: ${nameOf(control)}`;
        if (!rendered.has(control) && control.isConnected && removed.has(name)) replaced.push(name);
        rendered.set(control, name);
      }
  }).observe(document, { childList: true, subtree: true });
}

/**
 * Stores in `movedControls` each link, button and field that has moved between two frames although the page did not
 * scroll. Ignores the few pixels of the moment in which the font replaces its fallback. Runs in the browser.
 */
function recordMovedControls() {
  const moved: string[] = [];
  Object.assign(window, { movedControls: moved });
  let rects = new Map<Element, DOMRect>();
  let top = 0;
  const compare = () => {
    const controls = document.querySelectorAll('a[href], button, input, select, textarea');
    const now = new Map([...controls].map((each) => [each, each.getBoundingClientRect()]));
    for (const [control, { x, y, width }] of now) {
      const before = rects.get(control);
      if (!before?.width || !width || top !== scrollY) continue;
      const [right, down] = [x - before.x, y - before.y].map(Math.round);
      const name = control.getAttribute('aria-label') ?? control.textContent;
      if (right || down) moved.push(`${location.pathname}: ${name} by ${right}, ${down}`);
    }
    rects = document.fonts.status === 'loading' ? new Map() : now;
    top = scrollY;
    requestAnimationFrame(compare);
  };
  compare();
}

async function expectControlsUnchanged(page: Page) {
  await expectPageLoaded(page);
  await waitForNetworkIdle(page);
  const recorded = await page.evaluate(() => {
    const { replacedControls, movedControls } = window as unknown as Record<string, string[]>;
    return { replacedControls, movedControls };
  });
  expect.soft(recorded, page.url()).toEqual({ replacedControls: [], movedControls: [] });
}
