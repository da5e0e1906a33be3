import { expect, expectAccessible, test } from './fixtures.ts';
import { fillCatalogue } from './support/catalogue.ts';

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

  test('are told by menus and buttons beside their names', async ({ adminPage: page }) => {
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

  test('of the list is told at the first row that gets the focus by keyboard', async ({
    adminPage: page,
    db,
  }) => {
    await fillCatalogue(db);
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
  });
});
