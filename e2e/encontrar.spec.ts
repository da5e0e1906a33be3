import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { expectSuccessMessage } from './support/messages.ts';

test.describe('Finding a product', () => {
  test('the product of the typed SKU is first, and its form leads to the others in that order [PROD-13] [CALL-08]', async ({
    adminPage: page,
    db,
  }) => {
    await makeProducts(db, [
      ['Abacate cortado', 'ZUN-10'],
      ['Banana zun-1 madura', 'BAN-1'],
      ['Zebrado', 'ZUN-1'],
    ]);
    await page.goto('/produtos');
    await page.getByPlaceholder('Buscar produto por nome ou SKU').fill('zun-1');
    await expect(names(page)).toHaveText(['Zebrado', 'Abacate cortado', 'Banana zun-1 madura']);
    await page.getByRole('link', { name: 'Zebrado', exact: true }).click();
    await expect(page.getByText('1 de 3')).toBeVisible();
    await page.getByRole('link', { name: 'Registro seguinte' }).click();
    await expect(page.getByText('2 de 3')).toBeVisible();
  });

  test("'Relevância' is one more choice of the order", async ({ adminPage: page, db }) => {
    await makeProducts(db, [
      ['Amora da serra', 'ULM-2', 'Feita de ulmeiro'],
      ['Bolo de ulmeiro', 'X-41'],
      ['Ulmeiro torrado', 'X-42'],
    ]);
    await page.goto('/produtos?busca=ulmeiro');
    await expect(names(page)).toHaveText(['Amora da serra', 'Bolo de ulmeiro', 'Ulmeiro torrado']);
    await page.getByLabel('Orde').selectOption('Relevância');
    await expect(names(page)).toHaveText(['Ulmeiro torrado', 'Bolo de ulmeiro', 'Amora da serra']);
    await expect(page).toHaveURL('/produtos?busca=ulmeiro&ordem=relevance');
    await page.reload();
    await expect(names(page).first()).toHaveText('Ulmeiro torrado');
  });

  test('similar products are shown right below the text of an empty list [PROD-13] [PROD-20]', async ({
    adminPage: page,
    db,
  }) => {
    await makeProducts(db, [['Parafuseta fina', 'PFS-1']]);
    await page.goto('/produtos?busca=parafuzeta');
    const text = page.getByText('Nenhum produto encontrado com os filtros aplicados.');
    const similar = page.getByRole('heading', { name: 'Parecidos com "parafuzeta"' });
    await expect(similar).toBeVisible();
    const [above, below] = [await text.boundingBox(), await similar.boundingBox()];
    expect(below!.y - above!.y - above!.height).toBeLessThan(60);
  });

  test('a search of symbols only finds nothing, and explains what to type', async ({
    adminPage: page,
    db,
  }) => {
    await makeProducts(db, [['Cacau 70% intenso', 'CAC-70']]);
    const hintText = 'Digite ao menos uma letra ou um número.';
    const hint = page.getByText(hintText, { exact: true });
    for (const typed of ['%', '_', '***']) {
      await page.goto(`/produtos?busca=${encodeURIComponent(typed)}`);
      await expect(
        page.getByText('Nenhum produto encontrado com os filtros aplicados.'),
      ).toBeVisible();
      await expect(hint).toBeVisible();
    }
    await expectAccessible(page);
    await page.goto('/categorias?busca=***');
    await expect(page.getByText('Nenhuma categoria encontrada com esse termo.')).toBeVisible();
    await expect(hint).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('***');
    await expect(page.getByText(`Nada encontrado com esse termo. ${hintText}`)).toBeVisible();
  });
});

test.describe('More than 50 categories', () => {
  test('are searched by typing in the header, the form and a bulk change [HEAD-05] [HEAD-07]', async ({
    adminPage: page,
    db,
  }) => {
    await db(
      `insert into categories (name) select 'Seção ' || lpad(n::text, 2, '0') from generate_series(1, 60) as n`,
    );
    await makeProducts(db, [
      ['Da seção', 'SEC-1'],
      ['De outra', 'SEC-2'],
    ]);
    await db(
      `update products set category_id = (select id from categories where name = 'Seção 42') where sku = 'SEC-1'`,
    );
    await page.goto('/produtos?busca=sec-');
    const choice = page.getByRole('combobox', { name: 'Categoria' });
    await expect(choice).toHaveJSProperty('tagName', 'INPUT');
    await choice.click();
    await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText('Categoria');
    expect(await page.getByRole('listbox').getByRole('option').count()).toBeGreaterThan(60);
    await expectAccessible(page);
    await page.keyboard.type('secao 42');
    await page.keyboard.press('Enter');
    await expect(names(page)).toHaveText(['Da seção']);
    await expect(choice).toHaveValue('Seção 42');
    await expect(page.getByRole('list', { name: 'Filtros ativos' })).toHaveText(
      'Categoria: Seção 42',
    );
    await choice.click();
    await page.getByRole('option', { name: 'Categoria', exact: true }).click();
    await expect(names(page)).toHaveText(['Da seção', 'De outra']);

    await page.getByRole('checkbox', { name: 'Selecionar a página' }).click();
    await page
      .getByRole('region', { name: 'Seleção' })
      .getByRole('button', { name: /^Mais/ })
      .click();
    await page.getByRole('menuitem', { name: /categoria$/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Categoria').click();
    await page.keyboard.type('07');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Alterar 2 produtos' }).click();
    await expectSuccessMessage(page, '2 produtos alterados.');

    await page.getByRole('link', { name: 'De outra', exact: true }).click();
    const field = page.locator('main').getByLabel('Categoria', { exact: true });
    await expect(field).toHaveValue('Seção 07');
    await field.click();
    await page.keyboard.type('51');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
    expect(
      await db(
        `select category.name from products join categories as category on category.id = category_id where sku = 'SEC-2'`,
      ),
    ).toEqual([{ name: 'Seção 51' }]);
    await db('delete from products');
    await db('delete from categories');
  });
});

function names(page: Page) {
  return page
    .getByRole('table', { name: 'Produtos' })
    .locator('tbody')
    .getByRole('link')
    .filter({ hasText: /./ });
}

async function makeProducts(db: RunSql, rows: [name: string, sku: string, subtitle?: string][]) {
  await db(`insert into categories (name) values ('Geral') on conflict do nothing`);
  for (const [name, sku, subtitle = 'Da casa'] of rows)
    await db(
      `insert into products (name, subtitle, mini_description, description, sku, category_id, real_price)
       select $1, $3, 'Mini', 'Descrição', $2, id, 10 from categories where name = 'Geral' limit 1`,
      [name, sku, subtitle],
    );
}
