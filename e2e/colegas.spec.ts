import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { expectSuccessMessage } from './support/messages.ts';

test.describe('Messages name the colleague', () => {
  test('that saved first, and whose changes were merged', async ({
    adminPage: page,
    colaboradorPage: other,
    db,
  }) => {
    const id = await makeProduct(db, 'Dois salvam');
    await rename(page, id, 'Nome de Ana');
    await rename(other, id, 'Nome de Bruno');
    await save(other);
    await expectSuccessMessage(other, 'Produto atualizado com sucesso!');
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Bruno Lima salvou antes de você' });
    await expect(dialog).toContainText('Bruno Lima alterou os mesmos campos.');
    await dialog.getByRole('button', { name: 'Gravar o que escolhi' }).click();
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');

    await other.goto(`/produtos/editar/${id}`);
    await other.getByLabel('Subtítulo').fill('De Bruno');
    await rename(page, id, 'Outro de Ana');
    await save(page);
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
    await save(other);
    await expectSuccessMessage(other, 'Incluídas as alterações de Ana Souza: Nome');

    // The undo of Ana's change keeps the change of Bruno.
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await expectSuccessMessage(page, 'Desfeito.');
    expect(await db('select name, subtitle from products where id = $1', [id])).toEqual([
      { name: 'Nome de Ana', subtitle: 'De Bruno' },
    ]);
  });

  test('that changed the address of a distribuidor, which is one field', async ({
    adminPage: page,
    colaboradorPage: other,
    db,
  }) => {
    const id = await makeDistribuidor(db);
    await fillNumber(page, id, '22');
    await fillNumber(other, id, '15');
    await save(other);
    await expectSuccessMessage(other, 'Distribuidor atualizado com sucesso!');
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Bruno Lima salvou antes de você' });
    const address = dialog.getByRole('group', { name: 'Endereço' });
    await expect(address).toContainText('Número: 15');
    await expect(address).toContainText('Número: 22');
    await dialog.getByRole('button', { name: 'Gravar o que escolhi' }).click();
    await expectSuccessMessage(page, 'Distribuidor atualizado com sucesso!');
    expect(await db(`select address from distribuidores where id = $1`, [id])).toEqual([
      { address: 'nº 22, Menino Deus' },
    ]);
  });

  test("or show 'Você', when it was the same user in the list of another tab", async ({
    adminPage: page,
    db,
  }) => {
    const id = await makeProduct(db, 'Na lista e no formulário');
    await page.goto(`/produtos/editar/${id}`);
    await page.getByLabel('Preço de venda').fill('13,00');
    const list = await page.context().newPage();
    await list.goto('/produtos?busca=Na+lista+e+no');
    await list.getByRole('link', { name: 'Na lista e no formulário', exact: true }).focus();
    await list.keyboard.press('F2');
    await list.getByRole('form').getByLabel('Preço de venda').fill('14');
    await list.keyboard.press('Enter');
    await expectSuccessMessage(list, 'Produto atualizado com sucesso!');
    await list.close();
    await save(page);
    await expect(page.getByRole('dialog', { name: 'Você já salvou outra versão' })).toBeVisible();
    await expectAccessible(page);
  });

  test('that changed it after the batch to undo', async ({
    adminPage: page,
    colaboradorPage: other,
    db,
  }) => {
    const id = await makeProduct(db, 'Desfeito tarde');
    await rename(page, id, 'Nome errado');
    await save(page);
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
    // Hover over the message, so that it does not expire.
    await page.getByRole('button', { name: 'Desfazer', exact: true }).hover();
    await rename(other, id, 'Nome certo');
    await save(other);
    await expectSuccessMessage(other, 'Produto atualizado com sucesso!');
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Bruno Lima fez outras alterações depois' });
    await expect(dialog).toBeVisible();
  });
});

test.describe('A record that a colleague deletes while it is edited', () => {
  test('is restored, and saved over', async ({ adminPage: page, colaboradorPage: other, db }) => {
    const id = await makeProduct(db, 'Excluído por engano');
    await saveDeleted(page, other, id);
    await page.getByRole('button', { name: 'Restaurar o produto' }).click();
    await expectSuccessMessage(page, 'Produto restaurado.');
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
    await expect(page.getByRole('alert').filter({ hasText: 'Falha ao salvar' })).toHaveCount(0);
    expect(await nameOf(db, id)).toBe('Ainda editado');
  });

  test('or is saved as a new one, with the keyboard alone', async ({
    adminPage: page,
    colaboradorPage: other,
    db,
  }) => {
    const id = await makeProduct(db, 'Excluído de vez');
    await saveDeleted(page, other, id);
    await page.getByRole('button', { name: 'Criar outro com estes dados' }).focus();
    await page.keyboard.press('Enter');
    await expectSuccessMessage(page, 'Produto criado com sucesso!');
    expect(await nameOf(db, id)).toBeUndefined();
    expect(await db(`select name from products where sku = 'COL-Excluído de vez'`)).toEqual([
      { name: 'Ainda editado' },
    ]);
  });

  test('can only be restored if it is a user, whose login another one cannot have', async ({
    adminPage: page,
    db,
  }) => {
    const id = await makeUsuario(db);
    await page.goto(`/usuarios/editar/${id}`);
    await page.getByLabel('Nome', { exact: true }).fill('Ainda editada');
    const other = await page.context().newPage();
    await other.goto(`/usuarios/editar/${id}`);
    await remove(other);
    await expectSuccessMessage(other, 'Usuário excluído com sucesso!');
    await other.close();
    await save(page);
    await expect(page.getByText(/^Você excluiu este usuário às \d\d:\d\d\.$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Criar outro com estes dados' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Restaurar o usuário' }).click();
    await expectSuccessMessage(page, 'Usuário restaurado.');
    await expect(page).toHaveURL('/usuarios');
    expect(await db('select name from profiles where id = $1', [id])).toEqual([
      { name: 'Ainda editada' },
    ]);
  });
});

test.describe('A category that a colleague deletes while a product is written for it', () => {
  test('is reported beside its field, and is no longer a choice', async ({
    adminPage: page,
    colaboradorPage: other,
    browserConsole,
    db,
  }) => {
    browserConsole.expect(/status of 409/);
    const [category] = await db<{ id: string }>(
      `insert into categories (name) values ('Breve') returning id`,
    );
    const id = await makeProduct(db, 'De categoria breve');
    await page.goto(`/produtos/editar/${id}`);
    await page.getByLabel('Categoria').selectOption('Breve');
    await other.goto(`/categorias/editar/${category!.id}`);
    await other.getByRole('button', { name: 'Mais opções' }).click();
    await other.getByRole('menuitem', { name: 'Excluir' }).click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
    await expectSuccessMessage(other, 'Categoria excluída com sucesso!');
    await save(page);
    await expect(page.getByRole('alert')).toContainText(
      'Falha ao salvar o produto: A categoria escolhida foi excluída. Escolha outra.',
    );
    const field = page.getByLabel('Categoria');
    await expect(field).toHaveAccessibleDescription(
      'A categoria escolhida foi excluída. Escolha outra.',
    );
    await expect(field).toBeFocused();
    await expect(field.getByRole('option', { name: 'Breve' })).toHaveCount(0);
    await field.selectOption({ index: 1 });
    await save(page);
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
  });
});

/** Edits a record as Ana, deletes it as Bruno, saves it as Ana, and expects the message that Bruno deleted it. */
async function saveDeleted(page: Page, other: Page, id: string) {
  await rename(page, id, 'Ainda editado');
  await other.goto(`/produtos/editar/${id}`);
  await remove(other);
  await expectSuccessMessage(other, 'Produto excluído com sucesso!');
  await save(page);
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: 'Falha ao salvar o produto: Produto não encontrado.' }),
  ).toBeVisible();
  await expect(page.getByText(/^Bruno Lima excluiu este produto às \d\d:\d\d\.$/)).toBeVisible();
  await expectAccessible(page);
}

/** Deletes the record whose form this page shows. */
async function remove(page: Page) {
  await page.getByRole('button', { name: 'Mais opções' }).click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
}

async function rename(page: Page, id: string, name: string) {
  await page.goto(`/produtos/editar/${id}`);
  await page.getByLabel('Nome', { exact: true }).fill(name);
}

async function fillNumber(page: Page, id: string, number: string) {
  await page.goto(`/distribuidores/editar/${id}`);
  await page.getByLabel('Número').fill(number);
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
}

async function nameOf(db: RunSql, id: string) {
  const [row] = await db<{ name: string }>('select name from products where id = $1', [id]);
  return row?.name;
}

async function makeProduct(db: RunSql, name: string) {
  const [row] = await db<{ id: string }>(
    `with category as (insert into categories (name) values ('Colegas ' || gen_random_uuid()) returning id)
     insert into products (name, subtitle, mini_description, description, sku, category_id, real_price)
     select $1, 's', 'm', 'd', 'COL-' || $1, id, 12 from category returning id`,
    [name],
  );
  return row!.id;
}

async function makeDistribuidor(db: RunSql) {
  const [row] = await db<{ id: string }>(
    `insert into distribuidores (name, email, phone, address, cep, logradouro, numero, bairro, cidade, estado, plan_id)
     select 'De dois', 'dois@colegas.exemplo', '(11) 91234-5678', 'nº 1200, Menino Deus', '90850-110',
       'Rua Barão de Cerro Largo', '1200', 'Menino Deus', 'Porto Alegre', 'RS', id from plans where name = 'Pro'
     returning id`,
  );
  return row!.id;
}

async function makeUsuario(db: RunSql) {
  const [row] = await db<{ id: string }>(
    `with login as (
       insert into auth.users (id, email) values (gen_random_uuid(), 'breve@colegas.exemplo') returning id
     )
     insert into profiles (id, name, email, role)
     select id, 'Breve', 'breve@colegas.exemplo', 'Colaborador' from login
     on conflict (id) do update set name = excluded.name returning id`,
  );
  return row!.id;
}
