import { expect, test } from './fixtures.ts';

// The code of a page must not be cached.
test.use({ ownContext: true });

test.describe('Lazy code of a form', () => {
  test('is prefetched as soon as the form is idle', async ({ adminPage: page }) => {
    const fetched: string[] = [];
    page.on('response', (response) => fetched.push(new URL(response.url()).pathname));
    await page.goto('/produtos/adicionar');
    for (const part of ['reduce-image', 'sign-in-again', 'conflict-dialog'])
      await expect.poll(() => fetched.join(), { timeout: 30_000 }).toContain(`/assets/${part}-`);
  });
});

test.describe('The lazy code of a page that was never opened', () => {
  test('shows an error in place without a connection, and loads when it is back', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/ERR_INTERNET_DISCONNECTED|MissingCode|Esta página ainda não/);
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
    browserConsole.expect(/ERR_FAILED|MissingCode|Esta página ainda não/);
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
