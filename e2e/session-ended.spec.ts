import type { Page } from '@playwright/test';
import { ANA, BRUNO, expect, PASSWORD, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { expectSuccessMessage } from './support/messages.ts';
import { makePicture } from './support/pictures.ts';
import { endSessions, signOutElsewhere } from './support/sign-in.ts';
import { makeZip } from './support/zip.ts';
import { waitForNetworkIdle } from './support/network-idle.ts';

// Ana signs out on another device, which ends all her sessions. The access token of this page is valid for another
// hour, but the platform refuses requests with this token.
test.describe('After a sign-out on another device, the panel asks to sign in again and continues', () => {
  test.beforeEach(async ({ db, browserConsole }) => {
    browserConsole.expect(/status of (400|401|403)/);
    await db(`delete from products where sku like 'FIM-%'`);
    await db(
      `with category as (insert into categories (name) values ('Fim') returning id)
       insert into products (name, subtitle, mini_description, description, sku, category_id, real_price)
       select 'Fim ' || n, 's', 'm', 'd', 'FIM-' || n, id, 10 from generate_series(1, 3) as n, category`,
    );
  });

  test('when a form is saved: once, with the typed values [SESS-06]', async ({
    adminPage: page,
    db,
  }) => {
    await openProduct(page, db);
    await page.getByLabel('Nome', { exact: true }).fill('Fim de novo');
    await signOutElsewhere(page, ANA.email);
    await page.keyboard.press('Control+s');
    await signInAgain(page);
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
    await expect(page).toHaveURL('/produtos');
    expect(await readProducts(db, 'name')).toEqual(['Fim de novo', 'Fim 2', 'Fim 3']);
    expect(await readProducts(db, 'version')).toEqual([2, 1, 1]);
  });

  test('when a picture of a form is uploaded', async ({ adminPage: page, db }) => {
    await page.goto('/categorias/nova');
    await page.getByLabel('Nome', { exact: true }).fill('Fim com imagem');
    await signOutElsewhere(page, ANA.email);
    await page
      .getByLabel('Imagem', { exact: true })
      .setInputFiles(makePicture('fim.png', [30, 90, 160]));
    await page.keyboard.press('Control+s');
    await signInAgain(page);
    await expectSuccessMessage(page, 'Categoria criada com sucesso!');
    const created = await db<{ image_url: string }>(
      `select image_url from categories where name = 'Fim com imagem'`,
    );
    expect(created).toEqual([{ image_url: expect.stringContaining('/images/categories/') }]);
  });

  test('when a list is searched and paged, instead of showing an empty list', async ({
    adminPage: page,
  }) => {
    await page.goto('/produtos');
    await expect(page.getByRole('link', { name: 'Fim 1', exact: true })).toBeVisible();
    await signOutElsewhere(page, ANA.email);
    await page.getByPlaceholder('Buscar produto por nome ou SKU').fill('FIM-2');
    await signInAgain(page);
    await expect(page).toHaveURL('/produtos?busca=FIM-2');
    await expect(page.getByRole('checkbox', { name: /^Selecionar Fim/ })).toHaveCount(1);
    await signOutElsewhere(page, ANA.email);
    await page.getByRole('columnheader', { name: 'Preço' }).getByRole('button').click();
    await signInAgain(page);
    await expect(page.getByRole('link', { name: 'Fim 2', exact: true })).toBeVisible();
  });

  test('when a price is changed in the list', async ({ adminPage: page, db }) => {
    await openList(page);
    await page.getByRole('link', { name: 'Fim 1', exact: true }).focus();
    await page.keyboard.press('F2');
    const editor = page.getByRole('form', { name: /Fim 1$/ }).getByLabel('Preço de venda');
    await expect(editor).toBeFocused();
    await editor.fill('12,50');
    await signOutElsewhere(page, ANA.email);
    await page.keyboard.press('Enter');
    await signInAgain(page);
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
    expect(await readProducts(db, 'real_price::float')).toEqual([12.5, 10, 10]);
    expect(await readProducts(db, 'version')).toEqual([2, 1, 1]);
  });

  test('when many are changed: while planning, and while applying', async ({
    adminPage: page,
    db,
  }) => {
    await openList(page);
    await page.getByRole('checkbox', { name: 'Selecionar a página' }).click();
    await page.getByRole('button', { name: 'Alterar preço' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alterar preço' });
    await dialog.getByLabel('Valor').fill('10');
    await signOutElsewhere(page, ANA.email);
    await page.keyboard.press('Enter');
    await signInAgain(page);
    const change = dialog.getByRole('button', { name: 'Alterar 3 produtos' });
    await expect(change).toBeVisible();
    await signOutElsewhere(page, ANA.email);
    await change.click();
    await signInAgain(page);
    await expectSuccessMessage(page, '3 produtos alterados.');
    expect(await readProducts(db, 'real_price::float')).toEqual([11, 11, 11]);
  });

  test('when a spreadsheet is planned, and when it is imported', async ({
    adminPage: page,
    db,
  }) => {
    await page.goto('/produtos/importar');
    const text = 'sku;preço\r\nFIM-1;10,50\r\nFIM-2;9,50\r\n';
    await page
      .getByLabel('Escolha ou arraste a planilha')
      .setInputFiles({ name: 'fim.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await expect(page.getByRole('button', { name: 'Conferir' })).toBeVisible();
    await signOutElsewhere(page, ANA.email);
    await page.getByRole('button', { name: 'Conferir' }).click();
    await signInAgain(page);
    await expect(page.getByRole('button', { name: '2 a alterar' })).toBeVisible();
    await signOutElsewhere(page, ANA.email);
    await page.getByRole('button', { name: 'Importar 2 produtos' }).click();
    await signInAgain(page);
    await expect(page.getByText('Alterados: 2 produtos')).toBeVisible();
    expect(await readProducts(db, 'real_price::float')).toEqual([10.5, 9.5, 10]);
    expect(await readProducts(db, 'version')).toEqual([2, 2, 1]);
  });

  test('when pictures are uploaded by SKU', async ({ adminPage: page, db }) => {
    await page.goto('/produtos/importar/imagens');
    const files = {
      'FIM-1.png': makePicture('a.png', [1, 2, 3]).buffer,
      'FIM-2.png': makePicture('b.png', [4, 5, 6]).buffer,
    };
    await page
      .getByLabel('Escolha ou arraste o ZIP, a pasta ou as imagens')
      .setInputFiles({ name: 'fim.zip', mimeType: 'application/zip', buffer: makeZip(files) });
    const include = page.getByRole('button', { name: 'Incluir imagens em 2 produtos' });
    await expect(include).toBeVisible();
    await endSessions(page, ANA.email);
    // Dispatch the event, because the sign-in dialog covers the button if a background request is refused first.
    await include.dispatchEvent('click');
    await signInAgain(page);
    await expect(page.getByText('2 imagens em 2 produtos.')).toBeVisible();
    const images = await db(
      `select sku from product_images join products on products.id = product_id where sku like 'FIM-%' order by sku`,
    );
    expect(images).toEqual([{ sku: 'FIM-1' }, { sku: 'FIM-2' }]);
  });

  test('when a save is undone by its message', async ({ adminPage: page, db }) => {
    await openProduct(page, db);
    await page.getByLabel('Nome', { exact: true }).fill('Fim errado');
    await page.keyboard.press('Control+s');
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
    // Hover over the message, so that it does not expire.
    await page.getByRole('button', { name: 'Desfazer' }).hover();
    await signOutElsewhere(page, ANA.email);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await signInAgain(page);
    await expectSuccessMessage(page, 'Desfeito.');
    expect(await readProducts(db, 'name')).toEqual(['Fim 1', 'Fim 2', 'Fim 3']);
    expect(await readProducts(db, 'version')).toEqual([3, 1, 1]);
  });

  test('when a record is restored from the trash', async ({ adminPage: page, db }) => {
    await db(`delete from products where sku = 'FIM-1'`);
    await page.goto('/lixeira');
    const restore = page.getByRole('button', { name: 'Restaurar Fim 1' }).first();
    await expect(restore).toBeVisible();
    await signOutElsewhere(page, ANA.email);
    await restore.click();
    await signInAgain(page);
    await expectSuccessMessage(page, 'Produto restaurado.');
    expect(await readProducts(db, 'name')).toEqual(['Fim 1', 'Fim 2', 'Fim 3']);
  });

  test('when a list is exported', async ({ adminPage: page }) => {
    await openList(page);
    await page.getByRole('button', { name: 'Exportar' }).click();
    await signOutElsewhere(page, ANA.email);
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'O que a lista mostra, em CSV' }).click();
    await signInAgain(page);
    expect((await download).suggestedFilename()).toMatch(/^produtos-.*\.csv$/);
  });

  test('when everything is searched from the dashboard', async ({ adminPage: page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await signOutElsewhere(page, ANA.email);
    await page.getByPlaceholder('Pesquisar produtos, categorias...').fill('Fim 2');
    await signInAgain(page);
    await expect(page.locator('header').getByRole('link', { name: /Fim 2/ })).toBeVisible();
  });
});

test("another user who signs in does not continue Ana's work", async ({
  adminPage: page,
  browserConsole,
  db,
}) => {
  browserConsole.expect(/status of (401|403)/);
  await page.goto('/categorias/nova');
  await page.getByLabel('Nome', { exact: true }).fill('Começada por Ana');
  await signOutElsewhere(page, ANA.email);
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  await expect(dialog.getByLabel('E-mail')).toHaveValue(ANA.email);
  await dialog.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL('/login');
  await page.getByLabel('E-mail', { exact: true }).fill(BRUNO.email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByRole('heading', { name: `Bem-vindo, ${BRUNO.name}!` })).toBeVisible();
  await page.goto('/categorias');
  await expect(page.getByRole('status').filter({ hasText: 'Mostrando' })).toBeVisible();
  expect(await db(`select from categories where name = 'Começada por Ana'`)).toEqual([]);
});

test('another user who signs in over a form that Ana has begun gets an empty one', async ({
  adminPage: page,
  browserConsole,
  db,
}) => {
  browserConsole.expect(/status of (401|403)/);
  await page.goto('/categorias/nova');
  const name = page.getByLabel('Nome', { exact: true });
  await name.fill('Começada por Ana');
  await signOutElsewhere(page, ANA.email);
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  await dialog.getByLabel('E-mail').fill(BRUNO.email);
  await dialog.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Entrar' }).click();
  await expect(dialog.getByText('Você entrou como outro usuário.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Sair' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(name).toHaveValue('');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: `Bem-vindo, ${BRUNO.name}!` })).toBeVisible();
  expect(await db(`select from categories where name = 'Começada por Ana'`)).toEqual([]);
});

test('a form that Ana has begun is empty for another user, who signed in in another tab', async ({
  adminPage: page,
  browserConsole,
  db,
}) => {
  browserConsole.expect(/status of (401|403)/);
  await page.goto('/categorias/nova');
  const name = page.getByLabel('Nome', { exact: true });
  await name.fill('Começada por Ana');
  const other = await signOutInOtherTab(page);
  await signInAs(other, BRUNO);
  await page.bringToFront();
  const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  await dialog.getByRole('button', { name: 'Sair' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(name).toHaveValue('');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(name).toHaveAccessibleDescription(/./);
  expect(await db(`select from categories where name = 'Começada por Ana'`)).toEqual([]);
  await other.close();
});

test('the next user sees neither the open question nor the messages of Ana', async ({
  adminPage: page,
  browserConsole,
  db,
}) => {
  browserConsole.expect(/status of (401|403)/);
  await db(`insert into categories (name) values ('Mensagem de Ana'), ('Pergunta de Ana')`);
  await page.goto('/categorias');
  const question = page.getByRole('alertdialog');
  await remove(page, 'Mensagem de Ana');
  await question.getByRole('button', { name: 'Excluir' }).click();
  const message = page.getByText('Categoria excluída com sucesso!');
  await expect(message).toBeVisible();
  await remove(page, 'Pergunta de Ana');
  await expect(question).toBeVisible();
  const other = await signOutInOtherTab(page);
  await page.bringToFront();
  const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  await dialog.getByRole('button', { name: 'Sair' }).click();
  await signInAs(page, BRUNO);
  await waitForNetworkIdle(page);
  await expect(question).toHaveCount(0);
  await expect(message).toHaveCount(0);
  await other.close();
});

test('a visit with an ended session begins at the sign-in page', async ({
  adminPage: page,
  browserConsole,
}) => {
  browserConsole.expect(/status of (401|403)/);
  for (const path of ['/produtos', '/banners', '/categorias/nova']) {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await signOutElsewhere(page, ANA.email);
    await page.goto(path);
    await expect(page).toHaveURL('/login');
    await page.getByLabel('E-mail', { exact: true }).fill(ANA.email);
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByRole('link', { name: /^Continuar em / }).click();
    await expect(page).toHaveURL(path);
  }
});

async function signInAgain(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  await dialog.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

async function signInAs(page: Page, { email, name }: typeof BRUNO) {
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByRole('heading', { name: `Bem-vindo, ${name}!` })).toBeVisible();
}

/** Opens a second tab of the same browser, clicks 'Sair' in the second tab, and returns the second tab. */
async function signOutInOtherTab(page: Page) {
  await waitForNetworkIdle(page);
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await other.getByRole('complementary').getByRole('button', { name: 'Sair' }).click();
  await expect(other).toHaveURL('/login');
  return other;
}

async function remove(page: Page, name: string) {
  await page.getByRole('link', { name, exact: true }).hover();
  await page.getByRole('button', { name: `Excluir ${name}` }).click();
}

async function openProduct(page: Page, db: RunSql) {
  const [product] = await db<{ id: string }>(`select id from products where sku = 'FIM-1'`);
  await page.goto(`/produtos/editar/${product?.id}`);
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Fim 1');
}

async function openList(page: Page) {
  await page.goto('/produtos?busca=FIM-');
  await expect(page.getByRole('checkbox', { name: /^Selecionar Fim/ })).toHaveCount(3);
}

/** Returns the value of a SQL expression for each of the three products, in the order of their SKUs. */
async function readProducts(db: RunSql, expression: string) {
  const rows = await db<{ value: unknown }>(
    `select ${expression} as value from products where sku like 'FIM-%' order by sku`,
  );
  return rows.map(({ value }) => value);
}
