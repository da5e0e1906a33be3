import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { expectSuccessMessage } from './support/messages.ts';
import { makePicture } from './support/pictures.ts';

test.describe('The history is shown, and its batches can be undone', () => {
  test("a Colaborador's wrong price is found by an Administrador, and is restored", async ({
    adminPage: page,
    colaboradorPage: colleague,
    db,
  }) => {
    const id = await makeProduct(db, 'Preço errado');
    await colleague.goto(`/produtos/editar/${id}`);
    await colleague.getByLabel('Preço de venda').fill('1,20');
    await colleague.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expectSuccessMessage(colleague, 'Produto atualizado com sucesso!');

    await page.goto('/dashboard');
    const last = page.getByRole('region', { name: 'Alterados recentemente' });
    await last.getByRole('link', { name: 'Preço errado' }).click();
    await openHistory(page);
    const changes = page.getByRole('list', { name: 'Alterações' }).getByRole('listitem');
    await expect(changes.first()).toContainText(
      /Bruno Lima alterou o preço de venda: de R\$\u00a012,00 para R\$\u00a01,20 · (hoje|ontem) às \d\d:\d\d/,
    );
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Restaurar Preço de venda: R$ 12,00' }).click();
    await expectSuccessMessage(page, 'Campo restaurado.');
    const restored = page.getByRole('status').filter({ hasText: 'Campo restaurado.' });
    await expect(restored.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    await expect(changes.first()).toContainText(
      /Ana Souza alterou o preço de venda: de R\$\u00a01,20/,
    );
    await page.getByRole('button', { name: 'Fechar', exact: true }).click();
    await expect(page.getByLabel('Preço de venda')).toHaveValue('12,00');
  });

  test('the products of a deletion of many are not among the last changes', async ({
    adminPage: page,
    db,
  }) => {
    await makeProduct(db, 'Fica no catálogo');
    const deleted = [
      await makeProduct(db, 'Some em massa 1'),
      await makeProduct(db, 'Some em massa 2'),
    ];
    await db(`delete from products where id = any($1)`, [deleted]);
    await page.goto('/dashboard');
    const last = page.getByRole('region', { name: 'Alterados recentemente' });
    await expect(last.getByRole('link', { name: 'Fica no catálogo' })).toBeVisible();
    await expect(last.getByText('Some em massa')).toHaveCount(0);
  });

  test('a save is undone by its message, and redone', async ({ adminPage: page, db }) => {
    const id = await makeProduct(db, 'Desfeito logo');
    await page.goto(`/produtos/editar/${id}`);
    await page.getByLabel('Nome', { exact: true }).fill('Outro nome');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expectSuccessMessage(page, 'Desfeito.');
    expect(await nameOf(db, id)).toBe('Desfeito logo');
    await page.getByRole('button', { name: 'Refazer' }).click();
    await expect.poll(() => nameOf(db, id)).toBe('Outro nome');
  });

  for (const [area, table, name] of [
    ['banners', 'banners', 'Banner calado'],
    ['notificacoes', 'notificacoes', 'Aviso calado'],
  ] as const)
    test(`a save of ${area} shows no message, and is undone in its row`, async ({
      adminPage: page,
      db,
    }) => {
      const conteudo = table === 'banners' ? '' : ', conteudo';
      const [created] = await db<{ id: string }>(
        `insert into ${table} (titulo${conteudo}) values ($1${conteudo && `, 'Texto'`}) returning id`,
        [name],
      );
      await page.goto(`/${area}/editar/${created?.id}`);
      await page.getByLabel('Título').fill(`${name}, errado`);
      await page.getByRole('button', { name: 'Salvar', exact: true }).click();
      await expect(page).toHaveURL(`/${area}`);
      const undo = page.getByRole('button', { name: `Desfazer a alteração de ${name}, errado` });
      await expect(undo).toBeVisible();
      await expectAccessible(page);
      await undo.click();
      await expectSuccessMessage(page, 'Desfeito.');
      await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: /Desfazer a alteração/ })).toHaveCount(0);
      expect(await db(`select titulo from ${table} where id = $1`, [created?.id])).toEqual([
        { titulo: name },
      ]);
    });

  test('conflicts with later changes are asked field by field', async ({ adminPage: page, db }) => {
    const id = await makeProduct(db, 'Dois mudaram');
    await page.goto(`/produtos/editar/${id}`);
    await page.getByLabel('Preço de venda').fill('99,00');
    await page.getByLabel('Nome', { exact: true }).fill('Nome errado');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
    await db('update products set real_price = 30 where id = $1', [id]);

    await page.getByRole('button', { name: 'Desfazer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Há outras alterações depois desta' });
    const price = dialog.getByRole('group', { name: 'Nome errado · Preço de venda' });
    await expect(price).toContainText('R$ 30,00');
    await expect(price).toContainText('R$ 12,00');
    await expect(price.getByRole('radio', { name: 'Manter como está agora' })).toBeChecked();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Desfazer com estas escolhas' }).click();
    await expectSuccessMessage(page, 'Desfeito.');
    expect(await db('select name, real_price from products where id = $1', [id])).toEqual([
      { name: 'Dois mudaram', real_price: '30.00' },
    ]);
  });

  test('prices with their period are asked about at once, and restored together', async ({
    adminPage: page,
    db,
  }) => {
    const id = await makeProduct(db, 'Preços juntos');
    await page.goto(`/produtos/editar/${id}`);
    await page.getByLabel('Preço de venda').fill('99,00');
    await page.getByLabel('Preço promocional', { exact: true }).fill('89,00');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
    await db(`update products set promo_price = 80, promo_ends_at = '2090-01-01' where id = $1`, [
      id,
    ]);

    await page.getByRole('button', { name: 'Desfazer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Há outras alterações depois desta' });
    const prices = dialog.getByRole('group', { name: 'Preços juntos' });
    await expect(prices).toContainText('Preço promocional: R$ 80,00');
    await expectAccessible(page);
    await prices.getByRole('radio', { name: 'Restaurar os valores anteriores' }).check();
    await dialog.getByRole('button', { name: 'Desfazer com estas escolhas' }).click();
    await expectSuccessMessage(page, 'Desfeito.');
    const stored = 'select real_price, promo_price, promo_ends_at from products where id = $1';
    expect(await db(stored, [id])).toEqual([
      { real_price: '12.00', promo_price: null, promo_ends_at: null },
    ]);
  });
});

test.describe('The trash', () => {
  test('restores a deleted category with its picture', async ({ adminPage: page, db }) => {
    await page.goto('/categorias/nova');
    await page.getByLabel('Nome', { exact: true }).fill('Vai e volta');
    await page
      .getByLabel('Imagem', { exact: true })
      .setInputFiles(makePicture('volta.png', [30, 90, 160]));
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expectSuccessMessage(page, 'Categoria criada com sucesso!');
    const [created] = await db<{ id: string; image_url: string }>(
      `select id, image_url from categories where name = 'Vai e volta'`,
    );
    const url = new URL(created?.image_url ?? '', page.url()).href;
    const statusOf = async () => (await page.request.get(`${url}?${Math.random()}`)).status();
    expect(await statusOf()).toBe(200);

    await page.goto(`/categorias/editar/${created?.id}`);
    await page.getByRole('button', { name: 'Mais opções' }).click();
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
    await expectSuccessMessage(page, 'Categoria excluída com sucesso!');
    await expect.poll(statusOf).not.toBe(200);

    await page.getByRole('button', { name: 'Menu do usuário' }).click();
    await page.getByRole('menuitem', { name: 'Lixeira' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Vai e volta' });
    await expect(row).toContainText(/Ana Souza excluiu (hoje|ontem) às/);
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Restaurar Vai e volta' }).click();
    await expectSuccessMessage(page, 'Categoria restaurada.');
    await expect(row).toHaveCount(0);
    await expect.poll(statusOf).toBe(200);
    expect(await db('select id from categories where id = $1', [created?.id])).toHaveLength(1);
  });

  test("restores a record's picture although the page was closed before the file was moved", async ({
    adminPage: page,
    browserConsole,
    db,
  }) => {
    await page.goto('/categorias/nova');
    await page.getByLabel('Nome', { exact: true }).fill('Fechada cedo');
    await page
      .getByLabel('Imagem', { exact: true })
      .setInputFiles(makePicture('cedo.png', [30, 90, 160]));
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expectSuccessMessage(page, 'Categoria criada com sucesso!');
    const [created] = await db<{ id: string; image_url: string }>(
      `select id, image_url from categories where name = 'Fechada cedo'`,
    );
    const url = new URL(created?.image_url ?? '', page.url()).href;
    const statusOf = async () => (await page.request.get(`${url}?${Math.random()}`)).status();
    await page.goto(`/categorias/editar/${created?.id}`);
    await page.getByRole('button', { name: 'Mais opções' }).click();
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
    // Wait until the file is in the trash: the next `goto` could cancel a move that is still in flight.
    const name = url.split('/public/')[1];
    const trashed = () =>
      db(`select from storage.objects where bucket_id = 'lixeira' and name = $1`, [name]);
    await expect.poll(trashed).toHaveLength(1);

    browserConsole.expect(/was not moved|ERR_FAILED|status of 400/);
    await page.goto('/lixeira');
    await page.route('**/storage/v1/object/move', (route) => route.abort());
    // Wait for the aborted move before the next `goto`: Playwright would not intercept a move that begins during the
    // navigation.
    const aborted = page.waitForEvent('requestfailed', {
      predicate: (request) => request.url().endsWith('/object/move'),
    });
    await page.getByRole('button', { name: 'Restaurar Fechada cedo' }).click();
    await aborted;
    expect(await db('select id from categories where id = $1', [created?.id])).toHaveLength(1);
    await page.goto('about:blank');
    expect(await statusOf()).not.toBe(200);
    await page.unroute('**/storage/v1/object/move');

    await page.goto('/dashboard');
    await expect.poll(statusOf).toBe(200);
  });

  test('asks for another SKU when it is taken, and deletes permanently', async ({
    adminPage: page,
    db,
  }) => {
    const id = await makeProduct(db, 'SKU tomado', 'TOMADO-1');
    await db('delete from products where id = $1', [id]);
    await makeProduct(db, 'Quem tomou', 'TOMADO-1');
    await page.goto('/lixeira?area=products');
    await page.getByRole('button', { name: 'Restaurar SKU tomado' }).click();
    const dialog = page.getByRole('dialog', { name: 'Este SKU já está em uso' });
    const sku = dialog.getByRole('textbox', { name: 'Outro SKU para SKU tomado' });
    await expect(dialog).toContainText('O SKU "TOMADO-1" já é de "Quem tomou". Digite outro.');
    await sku.fill('TOMADO-2');
    await dialog.getByRole('button', { name: 'Usar outro SKU' }).click();
    await expectSuccessMessage(page, 'Produto restaurado.');
    expect(await db('select sku from products where id = $1', [id])).toEqual([{ sku: 'TOMADO-2' }]);

    await db('delete from products where id = $1', [id]);
    await page.reload();
    await page.getByRole('button', { name: 'Apagar de vez: SKU tomado' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Apagar de vez' }).click();
    await expectSuccessMessage(page, 'Você apagou "SKU tomado" de vez.');
    await expect(page.getByRole('listitem').filter({ hasText: 'SKU tomado' })).toHaveCount(0);
  });
});

test.describe('The activity', () => {
  test('is for an Administrador, with user, area, kind and period in the URL', async ({
    adminPage: page,
    colaboradorPage: colleague,
    db,
    browserConsole,
  }) => {
    // The activity also shows pictures of other tests. If one has no thumbnail, the request for the thumbnail fails.
    browserConsole.expect(/status of 400 .*\.small\.webp/);
    await makeProduct(db, 'Da atividade');
    await page.goto('/atividade');
    const lines = page.getByRole('list', { name: 'Atividade' }).getByRole('listitem');
    await expect(lines.filter({ hasText: 'O sistema criou Da atividade' })).toHaveCount(1);
    await page.getByRole('combobox', { name: 'Área' }).selectOption('Produtos');
    await page.getByRole('combobox', { name: 'Tipo' }).selectOption('Criação');
    await page.getByRole('combobox', { name: 'Pessoa' }).selectOption('O sistema');
    await expect(page).toHaveURL('/atividade?area=products&tipo=insert&pessoa=sistema');
    await expect(lines.filter({ hasText: 'Da atividade' })).toHaveCount(1);
    await expectAccessible(page);
    await lines.getByRole('link', { name: 'Da atividade' }).click();
    await expect(page).toHaveURL(/\/produtos\/editar\//);
    await page.goBack();
    await page.getByLabel('Até').fill('2020-01-01');
    await expect(page.getByText('Nenhuma atividade corresponde a estes filtros.')).toBeVisible();

    await colleague.goto('/atividade');
    await expect(colleague).toHaveURL('/dashboard');
    await expect(colleague.getByText('Alterados recentemente')).toHaveCount(0);
  });
});

async function openHistory(page: Page) {
  await page.getByRole('button', { name: 'Mais opções' }).click();
  await page.getByRole('menuitem', { name: 'Histórico' }).click();
}

async function makeProduct(
  db: RunSql,
  name: string,
  sku: string = crypto.randomUUID(),
): Promise<string> {
  const [category] = await db<{ id: string }>(
    `insert into categories (name) values ('Do histórico') returning id`,
  );
  const [row] = await db<{ id: string }>(
    `insert into products (name, subtitle, mini_description, description, sku, category_id, real_price)
     values ($1, 'Sub', 'Mini', 'Descrição', $2, $3, 12) returning id`,
    [name, sku, category?.id],
  );
  return row?.id ?? '';
}

async function nameOf(db: RunSql, id: string) {
  const [row] = await db<{ name: string }>('select name from products where id = $1', [id]);
  return row?.name;
}
