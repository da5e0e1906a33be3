import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectFailure } from './support/messages.ts';

test.describe('Code that a form opens without', () => {
  test('is fetched as soon as the form rests, before it is needed', async ({ adminPage: page }) => {
    const fetched: string[] = [];
    page.on('response', (response) => fetched.push(new URL(response.url()).pathname));
    await page.goto('/produtos/adicionar');
    for (const part of ['save-product', 'reduce-image', 'sign-in-again', 'product-conflict'])
      await expect.poll(() => fetched.join(), { timeout: 30_000 }).toContain(`/assets/${part}-`);
  });

  test('may fail to arrive: what was typed stays, and the save goes on later [ERR-34]', async ({
    adminPage: page,
    browserConsole,
    db,
  }) => {
    browserConsole.expect(/ERR_FAILED/);
    await db(`insert into categories (name) values ('Sem regras')`);
    const parts = '**/assets/save-product-*.js';
    await page.route(parts, (route) => route.abort());
    await page.goto('/produtos/adicionar');
    await fillProduct(page);
    const save = page.getByRole('button', { name: 'Salvar', exact: true });
    await save.click();
    await expectFailure(page, 'Falha ao salvar o produto: Sem conexão com o servidor.');
    await expect(field(page, 'Nome')).toHaveValue('Pastel');
    await page.unroute(parts);
    await save.click();
    await expect(page).toHaveURL('/produtos');
    await page.getByPlaceholder('Buscar produto por nome ou SKU').fill('PASTEL-1');
    await expect(page.getByRole('link', { name: 'Pastel', exact: true })).toBeVisible();
  });
});

function field(page: Page, label: string) {
  return page.locator('main').getByLabel(label, { exact: true });
}

async function fillProduct(page: Page) {
  await field(page, 'Nome').fill('Pastel');
  await field(page, 'Subtítulo').fill('De feira');
  await field(page, 'Mini descrição').fill('Frito na hora');
  await field(page, 'Descrição').fill('De queijo');
  await field(page, 'SKU').fill('PASTEL-1');
  await field(page, 'Categoria').selectOption('Sem regras');
  await field(page, 'Preço de venda').fill('12');
}
