import { expect, expectAccessible, test } from './fixtures.ts';
import { resetToSampleRecords } from './support/sample-records.ts';
import { expectPageFits } from './support/layout.ts';
import { expectPageTitle } from './support/pages.ts';

test.describe('Shortcuts', () => {
  test("'?' lists them, but not from a field or over a dialog", async ({ adminPage: page }) => {
    await page.goto('/produtos');
    const box = page.getByPlaceholder('Buscar produto por nome ou SKU');
    await box.fill('que?');
    const list = page.getByRole('dialog', { name: 'Atalhos de teclado' });
    await page.getByRole('heading', { level: 1 }).click();
    await expect(async () => {
      await page.keyboard.press('?');
      await expect(list).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(list.getByRole('term').first()).toContainText('Ctrl+K');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    await box.press('?');
    await expect(box).toHaveValue(/\?/);
    await expect(list).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Buscar em tudo' }).getByLabel('Fechar').focus();
    await page.keyboard.press('?');
    await expect(list).toHaveCount(0);
  });

  test('are shown by menus and buttons beside their names', async ({ adminPage: page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('button', { name: /^Buscar em tudo/ })).toHaveAttribute(
      'aria-keyshortcuts',
      'Control+K',
    );
    await page.getByRole('button', { name: 'Menu do usuário' }).click();
    const item = page.getByRole('menuitem', { name: 'Atalhos de teclado', exact: true });
    await expect(item).toHaveAttribute('aria-keyshortcuts', '?');
    await expect(item).toHaveText('Atalhos de teclado?');
    await item.click();
    await expect(page.getByRole('dialog', { name: 'Atalhos de teclado' })).toBeVisible();
  });

  test('of the list is shown at the first row that gets the focus by keyboard, not on a touch device', async ({
    adminPage: page,
    browser,
    baseURL,
    db,
  }) => {
    await resetToSampleRecords(db);
    await page.goto('/produtos');
    const hint = page.getByText('F2 altera aqui');
    const links = page.locator('.row-link');
    await page.locator('.row-hint').waitFor({ state: 'attached' });
    await page.keyboard.press('Tab');
    await expect(hint).toHaveCount(0);
    await links.first().focus();
    await expect(hint).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Colunas' }).focus();
    await expect(hint).toHaveCount(0);
    await page.reload();
    await page.locator('.row-hint').waitFor({ state: 'attached' });
    await page.keyboard.press('Tab');
    await links.first().focus();
    await expect(links.first()).toBeFocused();
    await expect(hint).toHaveCount(0);

    const phone = await browser.newContext({
      storageState: await page.context().storageState(),
      baseURL,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const small = await phone.newPage();
    await small.goto('/dashboard');
    await small.evaluate(() => localStorage.removeItem('vitrine:f2'));
    await small.goto('/produtos');
    await small.locator('.row-hint').waitFor({ state: 'attached' });
    await small.keyboard.press('Tab');
    await small.locator('.row-link').first().focus();
    await expect(small.getByText('F2 altera aqui')).toBeAttached();
    await expect(small.getByText('F2 altera aqui')).toBeHidden();
    await phone.close();
  });
});

test.describe('The manual', () => {
  test('is found in the avatar menu, and its pages lead to each other', async ({
    colaboradorPage: page,
  }) => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Menu do usuário' }).click();
    await page.getByRole('menuitem', { name: 'Ajuda', exact: true }).click();
    await expect(page).toHaveURL('/ajuda');
    await expectPageTitle(page, 'Ajuda');
    const pages = page.getByRole('navigation', { name: 'Páginas da ajuda' });
    await page.getByRole('article').getByRole('link', { name: 'Planilhas' }).click();
    await expectPageTitle(page, 'Planilhas');
    await expect(page).toHaveTitle('Planilhas · Ajuda · Vitrine');
    await expect(pages.getByRole('link', { name: 'Planilhas' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await page.getByRole('link', { name: 'Voltar' }).click();
    await expect(page).toHaveURL('/ajuda');
    for (const name of ['Novidades', 'Declaração de acessibilidade']) {
      await pages.getByRole('link', { name }).click();
      await expectPageTitle(page, name);
    }
    await page.goto('/ajuda/nada');
    await expect(page.getByText('Esta página da ajuda não existe.')).toBeVisible();
  });

  test('shows its pictures in the theme of the panel, from this installation alone', async ({
    adminPage: page,
    backend,
  }) => {
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    for (const [theme, file] of [
      ['light', /lixeira-[\w-]+\.webp$/],
      ['dark', /lixeira\.escuro-[\w-]+\.webp$/],
    ] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await page.goto('/ajuda/historico#lixeira');
      await expect(page.getByRole('heading', { name: 'Lixeira', exact: true })).toBeFocused();
      const picture = page.getByRole('img', { name: /^A Lixeira/ });
      await expect(picture).toHaveAttribute('src', file);
      await expect(picture).toHaveJSProperty('complete', true);
      expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(
        0,
      );
    }
    expect([...hosts]).toEqual([backend.url]);
  });

  test('is searched by its headings from Ctrl+K', async ({ adminPage: page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: /^Bem-vindo/ })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('linhas recusadas');
    const found = page.getByRole('group', { name: 'Ajuda' }).getByRole('option');
    await expect(found).toHaveText('Linhas recusadasPlanilhas');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/ajuda/planilhas#linhas-recusadas');
    await expect(page.getByRole('heading', { name: 'Linhas recusadas' })).toBeFocused();
  });

  test('is linked from an empty list, at the page of the area', async ({ adminPage: page }) => {
    for (const [path, title] of [
      ['/produtos?busca=nenhumdesses', 'Produtos e serviços'],
      ['/parceiros?busca=nenhumdesses', 'Parceiros'],
      ['/lixeira?busca=nenhumdesses', 'Histórico e Lixeira'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('main').getByRole('link', { name: 'Ajuda', exact: true }).click();
      await expectPageTitle(page, title);
    }
  });

  test('can be read on every page, in both themes, 320 pixels wide', async ({
    adminPage: page,
  }) => {
    test.setTimeout(240_000);
    await page.goto('/ajuda');
    await expectPageTitle(page, 'Ajuda');
    const paths = await page
      .getByRole('navigation', { name: 'Páginas da ajuda' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(paths.length).toBeGreaterThan(14);
    for (const path of ['/ajuda', ...paths]) {
      await page.setViewportSize({ width: 1366, height: 768 });
      await page.goto(path);
      await expect(page.getByRole('article')).toBeVisible();
      await expectAccessible(page);
      await page.setViewportSize({ width: 320, height: 640 });
      await expectPageFits(page, path);
    }
  });
});
