import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

// Use a new context for each test: the code of a page must not be cached.
test.use({ ownContext: true });

test.describe('Lazy code of a form', () => {
  test('is prefetched as soon as the form is idle', async ({ adminPage: page }) => {
    const fetched: string[] = [];
    page.on('response', (response) => fetched.push(new URL(response.url()).pathname));
    await page.goto('/produtos/adicionar');
    for (const part of ['prepare-image', 'sign-in-again', 'conflict-dialog'])
      await expect.poll(() => fetched.join(), { timeout: 30_000 }).toContain(`/assets/${part}-`);
  });
});

test.describe('The lazy code of a page that was never opened', () => {
  test('shows an error in place without a connection, and loads when it is back', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/ERR_INTERNET_DISCONNECTED|CodeLoadError|Esta página ainda não/);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: /^Bem-vindo/ })).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Parceiros', exact: true }).first().click();
    await expect(page.getByText('Esta página ainda não tinha sido carregada')).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { name: 'Parceiros', level: 1 })).toBeVisible();
  });

  test('loads when a stopped server responds again, without an event of the browser', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/ERR_FAILED|CodeLoadError|Esta página ainda não/);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: /^Bem-vindo/ })).toBeVisible();
    const stopped = /[/](assets[/]|favicon[.]svg)/;
    await page.route(stopped, (route) => route.abort());
    await page.getByRole('link', { name: 'Parceiros', exact: true }).first().click();
    await expect(page.getByText('Esta página ainda não tinha sido carregada')).toBeVisible();
    await page.unroute(stopped);
    await expect(page.getByRole('heading', { name: 'Parceiros', level: 1 })).toBeVisible();
  });
});

test.describe('A tab that is older than the installed version', () => {
  test('is reloaded by the visit of a page, not by a prefetch', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 404|CodeLoadError|Há uma versão nova/);
    await openOldTab(page);
    const link = page.getByRole('link', { name: 'Parceiros', exact: true }).first();
    let refused = 0;
    page.on('response', (response) => (refused += response.status() === 404 ? 1 : 0));
    await link.hover();
    // The panel requests the code twice: after the first failure, it checks the connection with a request for an icon.
    // The server responds, so the panel requests the code again.
    await expect.poll(() => refused).toBe(2);
    expect(await isMarked(page)).toBe(true);

    await link.click();
    await expect(page.getByText('Há uma versão nova do painel. Recarregue')).toBeVisible();
    await expect(page).toHaveURL('/parceiros');
    expect(await isMarked(page)).toBe(false);

    await page.unroute(partnersCode);
    await page.getByRole('button', { name: 'Recarregar' }).click();
    await expect(page.getByRole('heading', { name: 'Parceiros', level: 1 })).toBeVisible();
  });

  test('shows the error when the user refuses the reload', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 404|CodeLoadError|Há uma versão nova/);
    await openOldTab(page);
    await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
    const asked = page.waitForEvent('dialog');
    await page.getByRole('link', { name: 'Parceiros', exact: true }).first().click();
    await (await asked).dismiss();
    await expect(page.getByText('Há uma versão nova do painel. Recarregue')).toBeVisible();
    expect(await isMarked(page)).toBe(true);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.unroute(partnersCode);
    await page.getByRole('button', { name: 'Recarregar' }).click();
    await expect(page.getByRole('heading', { name: 'Parceiros', level: 1 })).toBeVisible();
  });
});

const partnersCode = '**/assets/parceiros-list-*';

/** Opens the dashboard while the code of the list of parceiros is missing. Sets `data-old`, which a reload removes. */
async function openOldTab(page: Page) {
  await page.route(partnersCode, (route) => route.fulfill({ status: 404 }));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: /^Bem-vindo/ })).toBeVisible();
  await page.evaluate(() => document.documentElement.setAttribute('data-old', ''));
}

function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.hasAttribute('data-old'));
}
