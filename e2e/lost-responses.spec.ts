import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { loseResponse } from './support/hold.ts';
import { expectAndCloseFailureMessage, expectSuccessMessage } from './support/messages.ts';
import { makePicture } from './support/pictures.ts';

// The server executes the request, but the response is lost. These tests check edits before the retry, and the requests
// that the panel repeats by itself. The tests of lost-mutations.spec.ts check the effect of each mutation.
test.beforeEach(({ browserConsole }) => browserConsole.expect(/ERR_FAILED|status of 4/));

test('a notification that is edited before each retry has the last values', async ({
  adminPage: page,
  db,
}) => {
  const stored = () => db('select titulo, conteudo from notificacoes');
  await page.goto('/notificacoes/adicionar');
  await fill(page, { Título: 'Perdida', Conteúdo: 'Primeiro texto' });
  await loseResponse(page, 'POST /rest/v1/notificacoes');
  await save(page);
  await expectAndCloseFailureMessage(page, /^Erro ao criar notificação: Sem conexão/);
  await fill(page, { Conteúdo: 'Segundo texto' });
  await save(page);
  await expect(page).toHaveURL('/notificacoes');
  expect(await stored()).toEqual([{ titulo: 'Perdida', conteudo: 'Segundo texto' }]);

  await page.getByRole('link', { name: 'Perdida', exact: true }).click();
  await fill(page, { Conteúdo: 'Terceiro texto' });
  await loseResponse(page, 'PATCH /rest/v1/notificacoes');
  await save(page);
  await expectAndCloseFailureMessage(page, /^Erro ao atualizar notificação: Sem conexão/);
  await fill(page, { Conteúdo: 'Quarto texto' });
  await save(page);
  // The stored values are from the save whose response was lost. The panel recognises the values that this form sent,
  // so it shows no conflict.
  await expect(page).toHaveURL('/notificacoes');
  expect(await stored()).toEqual([{ titulo: 'Perdida', conteudo: 'Quarto texto' }]);
});

test('a notification whose response is lost twice has the last values', async ({
  adminPage: page,
  db,
}) => {
  await page.goto('/notificacoes/adicionar');
  for (const text of ['Primeiro texto', 'Segundo texto']) {
    await fill(page, { Título: 'Dupla', Conteúdo: text });
    const { lost } = await loseResponse(page, 'POST /rest/v1/notificacoes');
    await save(page);
    await lost;
    await expect(page.getByRole('button', { name: 'Salvar', exact: true })).toBeEnabled();
  }
  await save(page);
  await expect(page).toHaveURL('/notificacoes');
  expect(await db(`select conteudo from notificacoes where titulo = 'Dupla'`)).toEqual([
    { conteudo: 'Segundo texto' },
  ]);
});

test('a notification is stored once when its draft is saved after the tab was closed', async ({
  adminPage: page,
  db,
}) => {
  const stored = () =>
    db(`select titulo, conteudo from notificacoes where titulo in ('Igual', 'Mudada') order by 1`);
  for (const [title, last] of [
    ['Igual', 'Primeiro texto'],
    ['Mudada', 'Segundo texto'],
  ] as const) {
    await page.goto('/notificacoes/adicionar');
    await fill(page, { Título: title, Conteúdo: 'Primeiro texto' });
    const { lost } = await loseResponse(page, 'POST /rest/v1/notificacoes');
    await save(page);
    await lost;
    const again = await page.context().newPage();
    await page.close();
    page = again;
    await page.goto('/notificacoes/adicionar');
    await page.getByRole('button', { name: 'Recuperar' }).click();
    await expect(field(page, 'Título')).toHaveValue(title);
    await fill(page, { Conteúdo: last });
    await save(page);
    await expect(page).toHaveURL('/notificacoes');
  }
  expect(await stored()).toEqual([
    { titulo: 'Igual', conteudo: 'Primeiro texto' },
    { titulo: 'Mudada', conteudo: 'Segundo texto' },
  ]);
});

test('a distribuidor is saved without a question about typed values that are stored in another format', async ({
  adminPage: page,
  db,
}) => {
  const [company] = await db<{ id: string }>(
    `insert into distribuidores (name, email, phone, address, cep, logradouro, numero, bairro, cidade, estado, status, plan_id)
     select 'Perdida', 'a@b.exemplo', '(11) 91234-5678', 'nº 1200, Menino Deus', '90850-110', 'Rua Barão de Cerro Largo',
       '1200', 'Menino Deus', 'Porto Alegre', 'RS', 'Ativo', id from plans where name = 'Pro'
     returning id`,
  );
  await page.goto(`/distribuidores/editar/${company?.id}`);
  // The stored values differ from the entered values: 'nova' for '@nova', and `address` contains the number too.
  await fill(page, { Instagram: '@nova', Número: '15' });
  await loseResponse(page, 'PATCH /rest/v1/distribuidores');
  await save(page);
  await expectAndCloseFailureMessage(page, /Sem conexão/);
  await save(page);
  await expect(page).toHaveURL('/distribuidores');
  expect(await db(`select instagram, address from distribuidores where name = 'Perdida'`)).toEqual([
    { instagram: 'nova', address: 'nº 15, Menino Deus' },
  ]);
});

test('a price of the list is saved once, and the list shows it', async ({
  adminPage: page,
  db,
}) => {
  await makeProduct(db, 'Reajustado', 'REA-9');
  await page.goto('/produtos?busca=REA-9');
  await loseResponse(page, 'POST /rest/v1/rpc/save_product');
  await page.getByRole('link', { name: 'Reajustado', exact: true }).focus();
  await page.keyboard.press('F2');
  const price = page.getByRole('form', { name: 'Alterar Reajustado' }).getByLabel('Preço de venda');
  await expect(price).toBeFocused();
  await price.fill('12,50');
  const lost = page.waitForEvent('requestfailed');
  const refetched = lost.then(() => page.waitForResponse('**/rest/v1/rpc/find_products'));
  await page.keyboard.press('Enter');
  await refetched;
  // The refetched list shows that the price is stored, so the row does not offer a retry.
  await expect(page.getByRole('row').filter({ hasText: 'Reajustado' })).toContainText('R$ 12,50');
  await expect(price).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(
    await db(`select real_price::float as price, version from products where sku = 'REA-9'`),
  ).toEqual([{ price: 12.5, version: 2 }]);
});

test('the pictures of a deleted and restored product are moved once, and shown', async ({
  adminPage: page,
  db,
}) => {
  const category = await makeCategory(db, 'Movidos');
  const [others] = await db<{ count: number }>('select count(*)::int from storage.objects');
  await page.goto('/produtos/adicionar');
  await fill(page, {
    Nome: 'Movido',
    Subtítulo: 's',
    'Mini descrição': 'm',
    Descrição: 'd',
    SKU: 'MOV-1',
  });
  await field(page, 'Categoria').selectOption(category);
  await field(page, 'Preço de venda').fill('10');
  await field(page, 'Imagem principal').setInputFiles(makePicture('capa.png', [60, 140, 80]));
  await save(page);
  await expectSuccessMessage(page, 'Produto criado com sucesso!');
  const bucketsOfPictures = async () => {
    const objects = await db<{ bucket_id: string }>(
      'select bucket_id from storage.objects order by created_at offset $1',
      [others?.count],
    );
    return objects.map(({ bucket_id }) => bucket_id);
  };

  await loseResponse(page, 'POST /storage/v1/object/move');
  await remove(page, 'Movido');
  await expectSuccessMessage(page, 'Produto excluído com sucesso!');
  await expect.poll(bucketsOfPictures).toEqual(['lixeira', 'lixeira']);

  await page.goto('/lixeira');
  await loseResponse(page, 'POST /storage/v1/object/move');
  await page.getByRole('button', { name: 'Restaurar Movido' }).click();
  await expectSuccessMessage(page, 'Produto restaurado.');
  await expect.poll(bucketsOfPictures).toEqual(['product-images', 'product-images']);

  const repeated = page.waitForResponse('**/storage/v1/object/move');
  await page.goto('/produtos?busca=MOV-1');
  expect((await repeated).status()).toBe(400); // The file is already in the right bucket.
  expect(await bucketsOfPictures()).toEqual(['product-images', 'product-images']);
  const shown = page.getByRole('row').filter({ hasText: 'Movido' }).locator('img');
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true });
}

async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
}

async function remove(page: Page, name: string) {
  await page.getByRole('button', { name: `Excluir ${name}`, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
}

async function makeCategory(db: RunSql, name: string): Promise<string> {
  const [row] = await db<{ id: string }>('insert into categories (name) values ($1) returning id', [
    name,
  ]);
  return row!.id;
}

async function makeProduct(db: RunSql, name: string, sku: string) {
  const category = await makeCategory(db, `Categoria de ${sku}`);
  await db(
    `insert into products (name, subtitle, mini_description, description, sku, category_id, real_price)
    values ($1, 's', 'm', 'd', $2, $3, 10)`,
    [name, sku, category],
  );
}
