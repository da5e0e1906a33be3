import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { expectSuccessMessage } from './support/messages.ts';
import { waitForNetworkIdle } from './support/network-idle.ts';

// Use a new context for each test: the code of a page must not be cached.
test.use({ ownContext: true });

test.describe('A list is requested once', () => {
  test.beforeAll(({ db }) => makeProducts(db));

  test('after a save in the form that was opened from it', async ({ adminPage: page }) => {
    await page.goto('/produtos?busca=PED-');
    await page.getByRole('link', { name: 'Pedido 1', exact: true }).click();
    await page.getByLabel('Subtítulo').fill('Outro');
    await waitForNetworkIdle(page);
    const requests = listRequests(page);
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page).toHaveURL(/\/produtos\?busca=PED-/);
    await waitForNetworkIdle(page);
    expect(requests).toEqual(['PED-']);
  });

  test('after a save in its row', async ({ adminPage: page }) => {
    await page.goto('/produtos?busca=PED-');
    await page.getByRole('link', { name: 'Pedido 2', exact: true }).focus();
    await page.keyboard.press('F2');
    await page.getByLabel('Preço de venda').fill('11');
    await waitForNetworkIdle(page);
    const requests = listRequests(page);
    await page.keyboard.press('Enter');
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
    await waitForNetworkIdle(page);
    expect(requests).toEqual(['PED-']);
  });
});

/** Returns an array, and adds to it the search text of each later request for the list of products. */
function listRequests(page: Page): string[] {
  const searches: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/rpc/find_products')) return;
    const { search } = request.postDataJSON() as { search: string }; // `readProducts` sends this body
    searches.push(search);
  });
  return searches;
}

async function makeProducts(db: RunSql) {
  await db(`
    with category as (insert into categories (name) values ('Dos pedidos') returning id)
    insert into products (name, subtitle, mini_description, description, sku, category_id, real_price)
    select 'Pedido ' || n, 'S', 'M', 'D', 'PED-' || n, category.id, 10
    from category, generate_series(1, 3) as n`);
}
