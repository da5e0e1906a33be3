import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { expectSuccessMessage } from './support/messages.ts';

test.describe('The focus stays where the user was', () => {
  test.beforeEach(({ db }) => makeProducts(db));
  test.afterEach(({ db }) => db(`delete from products where sku like 'FOC-%'`));

  test('after a bulk change that empties the list, and its undo', async ({ adminPage: page }) => {
    await page.goto('/produtos?busca=FOC-&status=Ativo');
    await select(page, ['Focado 2', 'Focado 3']);
    await page.getByRole('button', { name: 'Inativar' }).focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Alterar/ })
      .press('Enter');
    await expectSuccessMessage(page, '2 produtos alterados.');
    await expect(page.getByRole('row')).toHaveCount(3);
    await expectFocusIn(page, 'Focado 4');
    await page.getByRole('button', { name: 'Desfazer', exact: true }).press('Enter');
    await expectSuccessMessage(page, 'Desfeito.');
    await expect(page.getByRole('row')).toHaveCount(5);
    await expectFocusIn(page, 'Focado 4');
  });

  test('after a bulk deletion of all rows', async ({ adminPage: page }) => {
    await page.goto('/produtos?busca=FOC-');
    await select(page, ['Focado 1', 'Focado 2', 'Focado 3', 'Focado 4']);
    await page.getByRole('button', { name: 'Mais alterações' }).click();
    await page.getByRole('menuitem', { name: 'Mover para a Lixeira' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Mover/ })
      .press('Enter');
    await expect(
      page.getByText('Nenhum produto encontrado com os filtros aplicados.'),
    ).toBeVisible();
    await expect(page.locator('#conteudo')).toBeFocused();
    await page.getByRole('button', { name: 'Desfazer', exact: true }).press('Enter');
    await expectSuccessMessage(page, 'Desfeito.');
    await expect(page.getByRole('row')).toHaveCount(5);
    await expect(page.locator('#conteudo')).toBeFocused();
  });

  test('after a deletion, its undo, and with a mouse', async ({ adminPage: page }) => {
    await page.goto('/produtos?busca=FOC-');
    await page.getByRole('row').filter({ hasText: 'Focado 2' }).hover();
    await page.getByRole('button', { name: 'Excluir Focado 2' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
    await expectSuccessMessage(page, 'Produto excluído com sucesso!');
    await expect(page.getByRole('row')).toHaveCount(4);
    await expectFocusIn(page, 'Focado 3');
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await expect(page.getByRole('row')).toHaveCount(5);
    await expectFocusIn(page, 'Focado 3');
  });

  test('when a colleague deletes the focused row', async ({ adminPage: page, db }) => {
    await page.goto('/produtos?busca=FOC-');
    await page.getByRole('link', { name: 'Focado 4', exact: true }).focus();
    await db(`delete from products where name = 'Focado 4'`);
    await page.getByRole('link', { name: 'Focado 4', exact: true }).press('F2');
    await expect(page.getByRole('form').locator('input:focus')).toHaveCount(1);
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row')).toHaveCount(4);
    await expectFocusIn(page, 'Focado 3');
  });

  test('after a record is restored from the trash', async ({ adminPage: page, db }) => {
    await db(`update products set name = 'Perdido ' || sku where sku like 'FOC-%'`);
    await db(`delete from products where sku in ('FOC-1', 'FOC-2', 'FOC-3')`);
    await page.goto('/lixeira?busca=Perdido');
    await page.getByRole('button', { name: 'Restaurar Perdido FOC-1' }).press('Enter');
    await expectSuccessMessage(page, 'Produto restaurado.');
    await expect(page.getByRole('button', { name: 'Restaurar Perdido FOC-1' })).toHaveCount(0);
    await expect(page.locator(':focus')).toHaveRole('button');
  });
});

test("offers users no 'Desfazer' for the creation of their own profile", async ({
  adminPage: page,
}) => {
  await page.goto('/atividade');
  const creation = page.getByRole('listitem').filter({ hasText: 'criou Ana Souza' });
  await expect(creation).toHaveCount(1);
  await expect(creation.getByRole('button', { name: /^Desfazer/ })).toHaveCount(0);
});

async function select(page: Page, names: string[]) {
  for (const name of names)
    await page.getByRole('checkbox', { name: `Selecionar ${name}`, exact: true }).check();
}

async function expectFocusIn(page: Page, name: string) {
  await expect(page.getByRole('row').filter({ hasText: name }).locator(':focus')).toHaveCount(1);
}

async function makeProducts(db: RunSql) {
  await db(
    `with category as (insert into categories (name) values ('Foco ' || gen_random_uuid()) returning id)
     insert into products (name, subtitle, mini_description, description, sku, category_id, real_price)
     select 'Focado ' || n, 's', 'm', 'd', 'FOC-' || n, id, 10 from category, generate_series(1, 4) as n`,
  );
}
