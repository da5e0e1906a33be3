import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { loseResponse } from './support/hold.ts';
import { expectNoOverlap, expectSuccessMessage } from './support/messages.ts';
import { expectPageLoaded } from './support/pages.ts';

test.describe('The trash', () => {
  test("receives abandoned uploads after a day, and expired batches are deleted, at an Administrador's visit", async ({
    adminPage: page,
    db,
  }) => {
    // Insert twelve expired batches: the panel needs several requests, because a request deletes at most five batches.
    await db(`insert into private.staged_batches (id, owner, kind, area, source, total, ended_at)
      select gen_random_uuid(), (select id from public.profiles limit 1), 'import', 'products',
        '{"file_name": "antiga.csv"}', 1, now() - interval '2 days'
      from generate_series(1, 12)`);
    await db(`insert into storage.objects (bucket_id, name, created_at, version, metadata) values
      ('images', 'banners/abandonada.png', now() - interval '25 hours', gen_random_uuid()::text, '{"size": 1}'),
      ('images', 'banners/de-agora.png', now(), gen_random_uuid()::text, '{"size": 1}')`);
    await page.goto('/dashboard');
    const places = () =>
      db(
        `select bucket_id, name from storage.objects where name like '%banners/%a%.png' order by 1`,
      );
    await expect.poll(places).toEqual([
      { bucket_id: 'images', name: 'banners/de-agora.png' },
      { bucket_id: 'lixeira', name: 'images/banners/abandonada.png' },
    ]);
    await expect
      .poll(() => db('select count(*)::int as left from private.staged_batches'))
      .toEqual([{ left: 0 }]);
  });

  test('shows the user and the number of a deletion, restores the records together, and undoes that', async ({
    adminPage: page,
    db,
  }) => {
    await makeProducts(db, 'Jarra', 6);
    await deleteTogether(page, 'jarra', 6);
    await page.goto('/lixeira');
    const group = page.getByRole('region', {
      name: /^Ana Souza excluiu 6 produtos, (hoje|ontem) às /,
    });
    await expect(group.getByRole('listitem')).toHaveCount(3);
    await expectAccessible(page);
    await group.getByRole('button', { name: 'Mostrar todos (6)' }).click();
    await expect(group.getByRole('listitem')).toHaveCount(6);
    await group.getByRole('button', { name: 'Restaurar Jarra 2' }).click();
    await expectSuccessMessage(page, 'Produto restaurado.');
    await expect(page.getByRole('region', { name: /^Ana Souza excluiu 5 produtos/ })).toBeVisible();
    await page.getByRole('button', { name: 'Restaurar 5 produtos' }).click();
    await expectSuccessMessage(page, '5 produtos restaurados.');
    expect(await countProducts(db, 'Jarra')).toBe(6);
    await expect(group).toHaveCount(0);
  });

  test('shows a deletion that follows the last visit by seconds', async ({
    adminPage: page,
    db,
  }) => {
    await makeProducts(db, 'Moringa', 1);
    await page.goto('/lixeira');
    await expectPageLoaded(page);
    const deleted = page.getByRole('region', { name: /^Ana Souza excluiu 1 produto, hoje às / });
    await expect(deleted).toHaveCount(0);
    await page.getByRole('link', { name: 'Produtos', exact: true }).click();
    await page.getByRole('button', { name: 'Excluir Moringa 1' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
    await expectSuccessMessage(page, 'Produto excluído com sucesso!');
    await page.goBack();
    await expect(page.getByText('Moringa 1')).toBeVisible();
  });

  test('explains how to restore a product whose SKU another product has now', async ({
    adminPage: page,
    db,
  }) => {
    await makeProducts(db, 'Tigela', 2);
    await deleteTogether(page, 'tigela', 2);
    await makeProducts(db, 'Tigela', 1);
    await page.goto('/lixeira');
    await page.getByRole('button', { name: 'Restaurar 2 produtos' }).click();
    await expect(
      page.getByText(
        '1 produto continua na Lixeira: outro produto já tem esse SKU. Restaure-o separadamente para escolher outro SKU.',
      ),
    ).toBeVisible();
  });

  test('restores a product and its category, whichever was selected first', async ({
    adminPage: page,
    db,
  }) => {
    const [category] = await db<{ id: string }>(
      `insert into categories (name) values ('Cestaria') returning id`,
    );
    await db(
      `insert into products (name, subtitle, mini_description, description, sku, category_id, real_price)
       values ('Cesto', 's', 'm', 'd', 'CESTO', $1, 10)`,
      [category?.id],
    );
    await db(`delete from products where name = 'Cesto'`);
    await db(`delete from categories where name = 'Cestaria'`);
    await page.goto('/lixeira');
    for (const name of ['Cesto', 'Cestaria'])
      await page.getByRole('checkbox', { name: `Selecionar ${name}` }).check();
    const bar = page.getByRole('region', { name: 'Seleção' });
    await bar.getByRole('button', { name: 'Restaurar' }).click();
    await expectSuccessMessage(page, '2 registros restaurados.');
    expect(await db(`select from products where name = 'Cesto'`)).toHaveLength(1);
  });

  test('can be searched, and its selection is deleted permanently although a response is lost', async ({
    adminPage: page,
    browserConsole,
    db,
  }) => {
    browserConsole.expect(/ERR_FAILED/);
    await makeProducts(db, 'Bule', 4);
    await deleteTogether(page, 'bule', 4);
    await page.goto('/lixeira');
    await page.getByPlaceholder('Buscar na Lixeira').fill('bule-3');
    await expect(page).toHaveURL('/lixeira?busca=bule-3');
    await expect(page.getByText('Bule 3', { exact: true })).toBeVisible();
    await expect(page.getByText('Bule 2', { exact: true })).toHaveCount(0);
    await page.getByPlaceholder('Buscar na Lixeira').fill('bule');
    await page.getByRole('checkbox', { name: 'Selecionar 4 produtos' }).check();
    const bar = page.getByRole('region', { name: 'Seleção' });
    await expect(bar.getByText('4 selecionados')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: 'Selecionar Bule 4' }).uncheck();
    await bar.getByRole('button', { name: 'Apagar de vez' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Apagar de vez 3 produtos? Não há como voltar atrás.');
    await question.getByRole('textbox').fill('3');
    await loseResponse(page, 'POST /rest/v1/rpc/discard_records');
    await question.getByRole('button', { name: 'Apagar de vez' }).click();
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await question.getByRole('textbox').fill('3');
    await question.getByRole('button', { name: 'Apagar de vez' }).click();
    await expectSuccessMessage(page, 'Você apagou 3 produtos de vez.');
    await expect(page.getByText('Bule 4', { exact: true })).toBeVisible();
    await expect(page.getByText('Bule 1', { exact: true })).toHaveCount(0);
  });

  test('removes its area filter by Back, and restores removed filters by Back', async ({
    adminPage: page,
  }) => {
    await page.goto('/lixeira');
    await page.getByPlaceholder('Buscar na lixeira').fill('nada assim');
    await expect(page).toHaveURL('/lixeira?busca=nada+assim');
    await page.getByLabel('Área').selectOption('Banners');
    await expect(page).toHaveURL('/lixeira?busca=nada+assim&area=banners');
    await page.getByRole('button', { name: 'Remover filtros' }).click();
    await expect(page).toHaveURL('/lixeira');
    await page.goBack();
    await expect(page).toHaveURL('/lixeira?busca=nada+assim&area=banners');
    await expect(page.getByPlaceholder('Buscar na lixeira')).toHaveValue('nada assim');
    await page.goBack();
    await expect(page).toHaveURL('/lixeira?busca=nada+assim');
  });

  test('offers a Colaborador to delete permanently only their own deletions', async ({
    adminPage,
    colaboradorPage: page,
    db,
  }) => {
    await makeProducts(db, 'Taça', 2);
    await deleteTogether(adminPage, 'taça', 2);
    await makeProducts(db, 'Copo', 2);
    await deleteTogether(page, 'copo', 2);
    await page.goto('/lixeira');
    await expect(page.getByRole('button', { name: 'Apagar de vez: Copo 1' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Restaurar Taça 1' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Apagar de vez: Taça 1' })).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'Selecionar Taça 1' }).check();
    await expect(
      page.getByText('Só um Administrador apaga de vez o que outra pessoa excluiu.'),
    ).toBeVisible();
    await page
      .getByRole('region', { name: 'Seleção' })
      .getByRole('button', { name: 'Restaurar' })
      .click();
    await expectSuccessMessage(page, '1 produto restaurado.');
  });

  test('keeps the commands of its selection free of messages on a phone', async ({
    adminPage: page,
    db,
  }) => {
    await makeProducts(db, 'Caneca', 9);
    await deleteTogether(page, 'caneca', 9);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/lixeira?busca=caneca');
    await page.getByRole('button', { name: 'Mostrar todos (9)' }).click();
    await page.getByRole('button', { name: 'Restaurar Caneca 1' }).click();
    await expectSuccessMessage(page, 'Produto restaurado.');
    await page.getByRole('checkbox', { name: 'Selecionar Caneca 2' }).check();
    await expectNoOverlap(
      page.getByRole('status').filter({ hasText: 'Produto restaurado.' }),
      page.getByRole('region', { name: 'Seleção' }),
    );
  });

  test('fits the smallest phone', async ({ adminPage: page, db }) => {
    await makeProducts(db, 'Palavracompridasemespacoemnenhumlugardonome', 2);
    await deleteTogether(page, 'palavracomprida', 2);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/lixeira');
    await expectPageLoaded(page);
    await page.getByRole('checkbox').first().check();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      320,
    );
    await expectAccessible(page);
  });
});

async function deleteTogether(page: Page, search: string, many: number) {
  await page.goto(`/produtos?busca=${search}`);
  await page.getByRole('checkbox', { name: 'Selecionar a página' }).click();
  const bar = page.getByRole('region', { name: 'Seleção' });
  await bar.getByRole('button', { name: /^Mais/ }).click();
  await page.getByRole('menuitem', { name: 'Mover para a Lixeira' }).click();
  await page.getByRole('button', { name: `Mover ${many} produtos` }).click();
  await expectSuccessMessage(page, `${many} produtos movidos para a Lixeira.`);
}

async function countProducts(db: RunSql, name: string) {
  return (await db(`select from products where name like $1 || ' %'`, [name])).length;
}

async function makeProducts(db: RunSql, name: string, many: number) {
  await db(`insert into categories (name) values ('Louça') on conflict do nothing`);
  await db(
    `insert into products (name, subtitle, mini_description, description, sku, category_id, real_price)
     select $1 || ' ' || n, 's', 'm', 'd', $1 || '-' || n, (select id from categories where name = 'Louça' limit 1), 10
     from generate_series(1, $2::integer) as n`,
    [name, many],
  );
}
