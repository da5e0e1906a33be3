import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { respondWithServerError, endRequestFailures } from './support/failing.ts';
import { holdRequest } from './support/hold.ts';
import { expectAndCloseFailureMessage, expectSuccessMessage } from './support/messages.ts';
import { makeSvg, makePicture, makePhotoWithMetadata } from './support/pictures.ts';
import { expectPictureDeleted } from './support/stored-files.ts';

test.describe('The list of products', () => {
  test('shows each product in a row of a table [PROD-01] [PROD-02] [PROD-03] [PROD-04] [PROD-05] [PROD-06] [PROD-07] [PROD-08] [PROD-09] [PROD-35] [CONST-01] [CONST-02]', async ({
    adminPage: page,
    db,
  }) => {
    const category = await makeCategory(db, 'Geladeiras');
    await makeProduct(db, {
      category,
      name: 'Geladeira Duplex',
      subtitle: 'Inverter',
      sku: 'GEL-1',
      real_price: 3499.9,
      promo_price: 2999,
      visibility: 'menu_parceiros',
    });
    await page.goto('/produtos?busca=GEL-1');
    await expect(page).toHaveTitle('Produtos · Vitrine');
    const table = page.getByRole('table', { name: 'Produtos' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Imagem',
      'Produto',
      'SKU',
      'Categoria',
      'Tipo',
      'Visibilidade',
      'Preço',
      'Status',
      'Ações',
    ]);
    const row = table.getByRole('row', { name: 'Geladeira Duplex' });
    await expect(row.getByRole('rowheader')).toHaveText('Geladeira DuplexInverter');
    await expect(row.getByRole('cell')).toContainText([
      '',
      'GEL-1',
      'Geladeiras',
      'Produto',
      'Menu de Parceiros',
      'R$ 3.499,90',
      'Ativo',
      '',
    ]);
    await expect(row.getByText('R$ 2.999,00')).toBeVisible();
    // The row shows the promotional price under the regular price.
    const top = async (price: string) => (await row.getByText(price).boundingBox())?.y ?? NaN;
    await expect
      .poll(async () => (await top('R$ 2.999,00')) - (await top('R$ 3.499,90')))
      .toBeGreaterThan(0);
    await expectAccessible(page);
  });

  test('offers to add, and to edit each row [PROD-10] [PROD-17] [PROD-21] [PROD-22]', async ({
    adminPage: page,
    db,
  }) => {
    const category = await makeCategory(db, 'Edição');
    const id = await makeProduct(db, { category, name: 'Para editar', sku: 'EDIT-1' });
    await page.goto('/produtos?busca=EDIT-1');
    await page.getByRole('link', { name: 'Editar Para editar' }).click();
    await expect(page).toHaveURL(`/produtos/editar/${id}`);
    await expect(page.getByRole('heading', { name: 'Editar Produto' })).toBeVisible();
    await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Para editar');
    await expect(page).toHaveTitle('Para editar · Editar Produto · Vitrine');
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page).toHaveURL('/produtos?busca=EDIT-1');
    await page.getByRole('link', { name: 'Adicionar' }).click();
    await expect(page).toHaveURL('/produtos/adicionar');
    await expect(page.getByRole('heading', { name: 'Novo Produto ou Serviço' })).toBeVisible();
  });

  test('finds a product by name or SKU, ignoring case and accents [HEAD-06] [PROD-13] [CALL-09]', async ({
    adminPage: page,
    db,
  }) => {
    const category = await makeCategory(db, 'Frutas');
    await makeProduct(db, { category, name: 'Açaí de Belém', sku: 'PA-77' });
    await makeProduct(db, { category, name: 'Cupuaçu 100% puro', sku: 'PA-78' });
    await page.goto('/produtos');
    const search = page.getByPlaceholder('Buscar produto por nome ou SKU');
    for (const term of ['acai de b', 'AÇAÍ', 'pa-77']) {
      await search.fill(term);
      await expect(page.getByText('Mostrando 1 produto')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Açaí de Belém', exact: true })).toBeVisible();
    }
    await search.fill('100%');
    await expect(page.getByRole('link', { name: 'Cupuaçu 100% puro', exact: true })).toBeVisible();
    await expect(page.getByText('Mostrando 1 produto')).toBeVisible();
    await search.fill('belem frutas acai');
    await expect(page.getByRole('link', { name: 'Açaí de Belém', exact: true })).toBeVisible();
    await expect(page.getByText('Mostrando 1 produto')).toBeVisible();
  });

  test('offers similar products for a mistyped search, outside the table [PROD-13] [PROD-20]', async ({
    adminPage: page,
    db,
  }) => {
    const category = await makeCategory(db, 'Vestuário');
    const id = await makeProduct(db, { category, name: 'Camiseta lisa', sku: 'CAMI-1' });
    await page.goto('/produtos?busca=camizeta');
    await expect(
      page.getByText('Nenhum produto encontrado com os filtros aplicados.'),
    ).toBeVisible();
    await expect(page.getByText('Mostrando 0 produtos')).toBeVisible();
    const similar = page.getByRole('region', { name: 'Parecidos com "camizeta"' });
    await expect(similar.getByRole('rowheader', { name: /^Camiseta lisa/ })).toHaveCount(1);
    await expectAccessible(page);
    await similar.getByRole('link', { name: 'Camiseta lisa', exact: true }).click();
    await expect(page).toHaveURL(`/produtos/editar/${id}`);
  });

  test("shows the latest first, by the order 'Mais recentes'", async ({ adminPage: page, db }) => {
    const category = await makeCategory(db, 'Novidades');
    for (const name of ['Novidade B', 'Novidade A', 'Novidade C'])
      await makeProduct(db, { category, name, sku: name.replace(' ', '-') });
    await page.goto('/produtos?busca=novidade');
    const names = page
      .getByRole('rowgroup')
      .last()
      .getByRole('link', { name: /^Novidade/ });
    await expect(names).toHaveText(['Novidade A', 'Novidade B', 'Novidade C']);
    await page.getByLabel('Ordenar por').selectOption('Mais recentes');
    await expect(names).toHaveText(['Novidade C', 'Novidade A', 'Novidade B']);
    await expect(page).toHaveURL('/produtos?busca=novidade&ordem=-created_at');
  });

  test('shows that there are more than ten thousand, and opens the last page and returns [CONST-04]', async ({
    adminPage: page,
    db,
  }) => {
    const category = await makeCategory(db, 'Muitas');
    await db(
      `insert into products (name, subtitle, mini_description, description, sku, category_id, real_price)
       select 'Repetido ' || lpad(n::text, 5, '0'), 'Muitos', 'Mini', 'Descrição', 'REP-' || n, $1, 1
       from generate_series(1, 10101) as n`,
      [category],
    );
    await page.goto(`/produtos?categoria=${category}`);
    await expect(page.getByText('Mostrando 1–100 de mais de 10.000 produtos')).toBeVisible();
    const pager = page.getByRole('navigation', { name: 'Paginação' });
    await expect(pager).toContainText('1/100+');
    await page.getByRole('button', { name: 'Última página' }).click();
    await expect(
      page.getByText('Mostrando os últimos 100 de mais de 10.000 produtos'),
    ).toBeVisible();
    await expect(pager).toContainText('última/100+');
    await expect(page.getByRole('link', { name: 'Repetido 10101', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Página anterior' }).click();
    await expect(page.getByRole('link', { name: 'Repetido 10001', exact: true })).toBeVisible();
    await db('delete from products where category_id = $1', [category]);
  });

  test('marks an inactive category, in list and filter', async ({ adminPage: page, db }) => {
    const category = await makeCategory(db, 'Fora de linha');
    await db('update categories set is_active = false where id = $1', [category]);
    await makeProduct(db, { category, name: 'Ainda aqui', sku: 'INAT-1' });
    await page.goto('/produtos?busca=INAT-');
    const row = page.getByRole('row').filter({ hasText: 'Ainda aqui' });
    await expect(row).toContainText('Fora de linha (inativa)');
    await page.getByLabel('Categoria').selectOption('Fora de linha (inativa)');
    await expect(row).toBeVisible();
    // Beside a long price, a narrow phone shows only '(inativa)'.
    await db("update products set real_price = 1234567.89 where sku = 'INAT-1'");
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto('/produtos?busca=INAT-');
    await expect(row).toContainText('R$ 1.234.567,89');
    const cell = row.getByRole('cell', { name: 'Fora de linha (inativa)' });
    await expect.poll(() => cell.evaluate(visibleParts)).toEqual(['(inativa)']);
    await page.setViewportSize({ width: 390, height: 700 });
    await expect.poll(() => cell.evaluate(visibleParts)).toEqual(['Fora de linha', '(inativa)']);
    await db('delete from products where category_id = $1', [category]);
    await db('delete from categories where id = $1', [category]);
  });

  test('is filtered by three selects, which Limpar resets [HEAD-03] [HEAD-04] [HEAD-05] [HEAD-07] [PROD-14] [PROD-15] [PROD-16] [PROD-19] [PROD-20] [CALL-10]', async ({
    adminPage: page,
    db,
  }) => {
    const one = await makeCategory(db, 'Filtro A');
    const two = await makeCategory(db, 'Filtro B');
    await makeProduct(db, { category: one, name: 'Filtrado um', sku: 'FILT-1', status: 'Inativo' });
    await makeProduct(db, { category: one, name: 'Filtrado dois', sku: 'FILT-2', tipo: 'Serviço' });
    await makeProduct(db, { category: two, name: 'Filtrado três', sku: 'FILT-3' });
    await page.goto('/produtos?busca=FILT-');
    const names = page
      .getByRole('rowgroup')
      .last()
      .getByRole('link', { name: /^Filtrado/ });
    await expect(names).toHaveText(['Filtrado dois', 'Filtrado três', 'Filtrado um']);
    await expect(page.getByText('Mostrando 3 produtos')).toBeVisible();
    await expect(page.getByLabel('Status').locator('option')).toHaveText([
      'Status',
      'Ativo',
      'Inativo',
    ]);
    await expect(page.getByLabel('Tipo').locator('option')).toHaveText([
      'Tipo',
      'Produto',
      'Serviço',
    ]);
    await page.getByLabel('Status').selectOption('Inativo');
    await expect(names).toHaveText(['Filtrado um']);
    await page.getByLabel('Status').selectOption('Status');
    await page.getByLabel('Tipo').selectOption('Serviço');
    await expect(names).toHaveText(['Filtrado dois']);
    await page.getByLabel('Tipo').selectOption('');
    await page.getByLabel('Categoria').selectOption('Filtro B');
    await expect(names).toHaveText(['Filtrado três']);
    await page.getByLabel('Status').selectOption('Inativo');
    await expect(
      page.getByText('Nenhum produto encontrado com os filtros aplicados.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Limpar', exact: true }).click();
    await expect(page).toHaveURL('/produtos');
    await expect(page.getByPlaceholder('Buscar produto por nome ou SKU')).toHaveValue('');
    await expect(page.getByLabel('Categoria')).toHaveValue('');
    await expect(names).toHaveCount(3);
  });

  test('parses a status of the URL in any case and ignores an invalid one [HEAD-21]', async ({
    adminPage: page,
    db,
  }) => {
    const category = await makeCategory(db, 'Endereço');
    await makeProduct(db, { category, name: 'Ativo aqui', sku: 'ADDR-1' });
    await makeProduct(db, { category, name: 'Inativo aqui', sku: 'ADDR-2', status: 'Inativo' });
    await page.goto('/produtos?busca=ADDR-&status=inativo');
    await expect(page.getByText('Mostrando 1 produto')).toBeVisible();
    await expect(page.getByLabel('Status')).toHaveValue('Inativo');
    await page.goto('/produtos?busca=ADDR-&status=pendente');
    await expect(page.getByText('Mostrando 2 produtos')).toBeVisible();
    await expect(page.getByLabel('Status')).toHaveValue('');
  });

  test('is dense, without layout shifts: eleven rows on a desktop, six on a phone, 50 in 1,200 elements', async ({
    adminPage: page,
    db,
  }) => {
    const category = await makeCategory(db, 'Uma categoria com um nome que não cabe na coluna');
    await db(
      `insert into products (name, subtitle, mini_description, description, sku, category_id, tipo, visibility, real_price, promo_price)
       select case when n > 25 then repeat('Nome comprido demais ', 10) else 'Curto ' end || n, 's', 'm', 'd', 'FIXO-' || n, $1,
         case when n % 10 = 0 then 'Serviço' else 'Produto' end,
         case when n % 5 = 0 then 'catalogo_distribuidores' else 'todos' end,
         case when n > 25 then 1234567.89 else 9.9 end, case when n % 5 = 0 then 9.4 end
       from generate_series(1, 50) as n`,
      [category],
    );
    await page.goto('/produtos?busca=FIXO-&por=50');
    await expect(page.getByText('Mostrando 50 produtos')).toBeVisible();
    const count = () => page.evaluate(() => document.querySelectorAll('*').length);
    await expect.poll(count).toBeLessThanOrEqual(1200);
    await expect.poll(() => page.evaluate(countVisibleRows)).toBeGreaterThanOrEqual(11);
    await expect(page.getByText('−5\u00a0%').first()).toBeVisible();
    const restricted = page.getByRole('cell', { name: 'Catálogo de Distribuidores' }).first();
    await expect.poll(() => restricted.locator('span').evaluate(isWhole)).toBe(true);

    // A price of seven digits is visible on a desktop, also at 200 % zoom. If space is short, the discount is hidden.
    for (const width of [1366, 683]) {
      await page.setViewportSize({ width, height: 768 });
      await page.goto('/produtos?busca=FIXO-&por=50&ordem=-real_price');
      const price = page.getByRole('cell', { name: 'R$ 1.234.567,89' }).first();
      await expect(price).toBeVisible();
      await expect.poll(() => price.evaluate(isWhole)).toBe(true);
    }
    await page.setViewportSize({ width: 1366, height: 768 });

    // The columns have the same widths on both pages, although only the second page has long names.
    await page.goto('/produtos?busca=FIXO-&por=25');
    await expect(page.getByText('Mostrando 1–25 de 50 produtos')).toBeVisible();
    const columns = await page.evaluate(columnsOfRows);
    await page.getByRole('button', { name: 'Próxima página' }).click();
    await expect(page.getByText('Mostrando 26–50 de 50 produtos')).toBeVisible();
    await expect.poll(() => page.evaluate(columnsOfRows)).toEqual(columns);
    expect(columns).toHaveLength(1);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(countVisibleRows)).toBeGreaterThanOrEqual(6);
    // The header is hidden while the page scrolls down, but never while the focus is inside the header.
    const header = page.getByRole('banner');
    const bottom = () => header.evaluate((bar) => bar.getBoundingClientRect().bottom);
    await page.mouse.move(195, 500);
    await page.mouse.wheel(0, 600);
    await expect.poll(bottom).toBeLessThanOrEqual(0);
    await page.mouse.wheel(0, -100);
    await expect.poll(bottom).toBe(57);
    await page.getByPlaceholder('Buscar produto por nome ou SKU').focus();
    await page.mouse.wheel(0, 600);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(600);
    await expect.poll(bottom).toBe(57);
    await db('delete from products where category_id = $1', [category]);
  });

  test('keeps search, filters, sort and page in the URL; Back restores them [HEAD-20] [PROD-18] [CONST-03] [CONST-04] [CALL-08]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    const category = await makeCategory(db, 'Páginas');
    await db(
      `insert into products (name, subtitle, mini_description, description, sku, category_id, real_price)
       select 'Página ' || lpad(n::text, 2, '0'), 's', 'm', 'd', 'PAG-' || n, $1, n from generate_series(1, 60) as n`,
      [category],
    );
    await page.goto('/produtos?busca=PAG-');
    await expect(page.getByText('Mostrando 60 produtos')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(61);
    await expect(page.getByText('1/1', { exact: true })).toBeVisible();
    for (const name of ['Primeira página', 'Página anterior', 'Próxima página', 'Última página']) {
      await expect(page.getByRole('button', { name })).toBeDisabled();
    }
    // The last URL of this test opens page 9, beyond the last page, so the platform refuses the request.
    browserConsole.expect(/status of 416/);
    await page.goto('/produtos?busca=PAG-&por=25');
    await expect(page.getByText('Mostrando 1–25 de 60 produtos')).toBeVisible();
    await expect(page.getByText('1/3', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Última página' }).click();
    await expect(page.getByText('Mostrando 51–60 de 60 produtos')).toBeVisible();
    await page.getByRole('columnheader', { name: 'Preço' }).getByRole('button').click();
    await expect(page).toHaveURL(/ordem=real_price/);
    await expect(page.getByRole('columnheader', { name: 'Preço' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await page.getByRole('columnheader', { name: 'Preço' }).getByRole('button').click();
    await expect(page.getByRole('row').nth(1)).toContainText('Página 60');
    await page.getByRole('button', { name: 'Próxima página' }).click();
    await page.getByRole('link', { name: 'Página 20', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Editar Produto' })).toBeVisible();
    await expect(page.getByPlaceholder('Buscar produto por nome ou SKU')).toHaveCount(0);
    await page.goBack();
    await expect(page.getByText('Mostrando 26–50 de 60 produtos')).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText('Página 35');
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('link', { name: 'Produtos', exact: true }).click();
    await expect(page).toHaveURL('/produtos');
    await page.goto('/produtos?busca=PAG-&por=25&pagina=9');
    await expect(page.getByText('3/3', { exact: true })).toBeVisible();
    // Delete these products: they would fill the first page of lists in other tests.
    await db(`delete from products where sku like 'PAG-%'`);
  });

  test('shows a spinner, then a red box in place of the rows when the request fails [ERR-01] [ERR-02] [ERR-03] [CALL-41]', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    let response = () => {};
    const held = new Promise<void>((resolve) => (response = resolve));
    await page.route('**/rest/v1/rpc/find_products*', async (route) => {
      await held;
      await respondWithServerError(route);
    });
    await page.goto('/produtos');
    await expect(page.getByRole('status', { name: 'Carregando...' })).toBeVisible();
    response();
    await expect(page.getByRole('alert')).toContainText(
      'Falha ao carregar produtos. Por favor, tente novamente.',
    );
    await expect(page.getByRole('table')).toHaveCount(0);
    await endRequestFailures(page, '**/rest/v1/rpc/find_products*');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('duplicates a product with its images and shows the copy [PROD-11] [PROD-83] [PROD-84] [PROD-85] [PROD-86] [PROD-87] [CALL-14]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    // The request for the picture fails, because its file does not exist.
    browserConsole.expect(/status of 4.*product-images/);
    const category = await makeCategory(db, 'Cópias');
    const id = await makeProduct(db, { category, name: 'Original', sku: 'COP-1' });
    await db(
      `insert into product_images (product_id, url, is_main) values ($1, '/storage/v1/object/public/product-images/main/um.png', true)`,
      [id],
    );
    await page.goto('/produtos?busca=COP-1');
    await page.getByRole('button', { name: 'Duplicar Original' }).click();
    await expectSuccessMessage(page, 'Produto duplicado com sucesso!');
    await expect(page.getByRole('link', { name: 'Original (Cópia)', exact: true })).toBeVisible();
    await expect(page.getByText('COP-1-COPY', { exact: true })).toBeVisible();
    const copied = await db(
      `select url, is_main from product_images join products on products.id = product_id where sku = 'COP-1-COPY'`,
    );
    expect(copied).toEqual([
      { url: '/storage/v1/object/public/product-images/main/um.png', is_main: true },
    ]);
    // Delete these products: lists in other tests would request their picture, which does not exist.
    await db(`delete from products where sku like 'COP-1%'`);
  });

  test('shows when a product cannot be duplicated, or was deleted [ERR-17] [ERR-46]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    const category = await makeCategory(db, 'Sem cópia');
    const id = await makeProduct(db, { category, name: 'Sumido', sku: 'SUM-1' });
    await page.goto('/produtos?busca=SUM-1');
    await page.route('**/rest/v1/rpc/duplicate_product', respondWithServerError);
    await page.getByRole('button', { name: 'Duplicar Sumido' }).click();
    await expectAndCloseFailureMessage(
      page,
      'Falha ao duplicar produto. Por favor, tente novamente.',
    );
    await page.unroute('**/rest/v1/rpc/duplicate_product');
    await db('delete from products where id = $1', [id]);
    await page.getByRole('button', { name: 'Duplicar Sumido' }).click();
    await expectAndCloseFailureMessage(page, 'Produto não encontrado');
  });

  test('deletes a product only after a confirmation [PROD-12] [PROD-81] [ERR-10] [CALL-13]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    const category = await makeCategory(db, 'Descarte');
    await makeProduct(db, { category, name: 'Descartável', sku: 'DEL-1' });
    await page.goto('/produtos?busca=DEL-1');
    const question = page.getByRole('alertdialog');
    await page.getByRole('button', { name: 'Excluir Descartável' }).click();
    await expect(question).toContainText('Tem certeza que deseja excluir este produto?');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    expect(await db(`select 1 from products where sku = 'DEL-1'`)).toHaveLength(1);

    await page.route('**/rest/v1/rpc/delete_product', respondWithServerError);
    await page.getByRole('button', { name: 'Excluir Descartável' }).click();
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expectAndCloseFailureMessage(
      page,
      'Falha ao excluir produto. Por favor, tente novamente.',
    );

    await page.unroute('**/rest/v1/rpc/delete_product');
    await page.getByRole('button', { name: 'Excluir Descartável' }).click();
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect(
      page.getByText('Nenhum produto encontrado com os filtros aplicados.'),
    ).toBeVisible();
    expect(await db(`select 1 from products where sku = 'DEL-1'`)).toHaveLength(0);
  });
});

test.describe('The form of a product', () => {
  test('begins with the defaults and requires its fields, one by one [PROD-23] [PROD-26] [PROD-27] [PROD-28] [PROD-29] [PROD-30] [PROD-31] [PROD-32] [PROD-33] [PROD-34] [PROD-36] [PROD-37] [PROD-38] [PROD-39] [PROD-40] [PROD-41] [PROD-42] [PROD-43] [PROD-44] [PROD-45] [PROD-46] [PROD-48] [PROD-49] [PROD-50] [PROD-51] [PROD-52] [PROD-53] [PROD-54] [PROD-64]', async ({
    adminPage: page,
    db,
  }) => {
    await makeCategory(db, 'Do formulário');
    await page.goto('/produtos/adicionar');
    await expect(field(page, 'Tipo').locator('option')).toHaveText(['Produto', 'Serviço']);
    await expect(field(page, 'Status').locator('option')).toHaveText(['Ativo', 'Inativo']);
    await expect(field(page, 'Visibilidade').locator('option')).toHaveText([
      'Todos',
      'Menu de Parceiros',
      'Catálogo de Distribuidores',
    ]);
    await expect(field(page, 'Categoria').getByText('Do formulário')).toBeAttached();
    await expect(field(page, 'Tipo')).toHaveValue('Produto');
    await expect(field(page, 'Status')).toHaveValue('Ativo');
    await expect(field(page, 'Visibilidade')).toHaveValue('todos');
    await expect(field(page, 'Cor do botão')).toHaveValue('#0077cc');
    for (const label of ['Preço promocional', 'Link do botão', 'Vídeo'])
      await expect(field(page, label)).toHaveValue('');
    await expect(field(page, 'Imagem principal')).toHaveAttribute('type', 'file');
    await expect(field(page, 'Imagens adicionais')).toHaveAttribute('multiple', '');
    await expect(page.getByText('700x1000 px')).toBeVisible();

    await page.getByRole('button', { name: 'Salvar' }).click();
    for (const [label, message] of [
      ['Nome', 'Informe o nome.'],
      ['Subtítulo', 'Informe o subtítulo.'],
      ['Mini descrição', 'Informe a mini descrição.'],
      ['Descrição', 'Informe a descrição.'],
      ['SKU', 'Informe o SKU.'],
      ['Categoria', 'Selecione uma categoria.'],
      ['Preço de venda', 'Informe o preço de venda.'],
    ] as const) {
      await expect(field(page, label)).toHaveAccessibleDescription(
        new RegExp(message.replace('.', '\\.')),
      );
    }
    await expect(field(page, 'Nome')).toBeFocused();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page).toHaveURL('/produtos');
  });

  test('is saved with three images, found, edited, duplicated and deleted [PROD-24] [PROD-25] [PROD-47] [PROD-69] [PROD-70] [PROD-71] [PROD-74] [PROD-76] [PROD-77] [PROD-78] [PROD-79] [PROD-80] [PROD-82] [STOR-01] [STOR-07] [STOR-10] [CALL-11] [CALL-12] [CALL-15] [CALL-16] [CALL-17] [CALL-18] [CALL-19]', async ({
    adminPage: page,
    db,
    backend,
  }) => {
    await makeCategory(db, 'Sobremesas');
    const uploads: { url: string; cacheControl: boolean; upsert: string | undefined }[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'POST' || !request.url().includes('/storage/v1/object/')) return;
      uploads.push({
        url: request.url(),
        cacheControl: !!request.postDataBuffer()?.includes('3600'),
        upsert: request.headers()['x-upsert'],
      });
    });
    await page.goto('/produtos/adicionar');
    await fillProduct(page, { name: 'Açaí na tigela', sku: 'ACAI-500', category: 'Sobremesas' });
    await field(page, 'Imagem principal').setInputFiles(makePicture('capa.png', [120, 40, 140]));
    await field(page, 'Imagens adicionais').setInputFiles([
      makePicture('um.png', [0, 120, 200]),
      makePicture('dois.png', [20, 140, 70]),
    ]);
    await expect(page.getByRole('button', { name: 'Remover imagem 2' })).toBeVisible();
    const save = await holdRequest(page, '**/rest/v1/rpc/save_product');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByRole('button', { name: 'Salvando...' })).toBeVisible();
    await save.release();
    await expectSuccessMessage(page, 'Produto criado com sucesso!');
    await expect(page).toHaveURL('/produtos');

    expect(uploads).toHaveLength(6);
    for (const upload of uploads)
      expect(upload).toMatchObject({ cacheControl: true, upsert: 'false' });
    const [created] = await db<{ id: string; discount_percentage: null; real_price: string }>(
      `select * from products where sku = 'ACAI-500'`,
    );
    expect(created).toMatchObject({
      name: 'Açaí na tigela',
      tipo: 'Produto',
      status: 'Ativo',
      visibility: 'todos',
      real_price: '1234.50',
      promo_price: null,
      discount_percentage: null,
      button_color: '#0077cc',
      button_link: null,
      video_embed: null,
    });
    const before = await imagesOf(db, created!.id);
    expect(before.map(({ is_main }) => is_main)).toEqual([true, false, false]);
    expect(before[0]!.url).toMatch(/\/product-images\/main\/[0-9a-f]{32}\.png$/);
    expect(before[1]!.url).toMatch(/\/product-images\/additional\/[0-9a-f]{32}\.png$/);
    await expect(page.getByRole('row', { name: 'Açaí na tigela' }).locator('img')).toHaveAttribute(
      'src',
      before[0]!.url.replace('.png', '.small.webp'),
    );

    await page.getByPlaceholder('Buscar produto por nome ou SKU').fill('acai na tigela');
    await expect(page).toHaveURL('/produtos?busca=acai+na+tigela');
    await expect(page.getByText('Mostrando 1 produto')).toBeVisible();
    await page.getByRole('link', { name: 'Açaí na tigela', exact: true }).click();
    await expect(field(page, 'Preço de venda')).toHaveValue('1.234,50');
    await field(page, 'Nome').fill('Açaí na tigela grande');
    await field(page, 'Imagem principal').setInputFiles(makePicture('nova.png', [200, 30, 30]));
    await page.getByRole('button', { name: 'Remover imagem 1' }).click();
    await field(page, 'Imagens adicionais').setInputFiles(makePicture('tres.png', [250, 200, 30]));
    await page.getByRole('button', { name: 'Mover imagem 2 para antes' }).click();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
    await expect(page).toHaveURL('/produtos?busca=acai+na+tigela');
    const after = await imagesOf(db, created!.id);
    expect(after).toHaveLength(3);
    expect(after[0]!.url).not.toBe(before[0]!.url);
    expect(after[2]!.url).toBe(before[2]!.url);
    for (const gone of [before[0]!.url, before[1]!.url]) await expectPictureDeleted(gone);
    await expectServed(after.map(({ url }) => url));

    await page.getByRole('button', { name: 'Duplicar Açaí na tigela grande' }).click();
    await expect(
      page.getByRole('link', { name: 'Açaí na tigela grande (Cópia)', exact: true }),
    ).toBeVisible();
    await deleteFromList(page, 'Açaí na tigela grande');
    // The copy of the product still uses the files.
    await expectServed(after.map(({ url }) => url));
    await deleteFromList(page, 'Açaí na tigela grande (Cópia)');
    await expect(
      page.getByText('Nenhum produto encontrado com os filtros aplicados.'),
    ).toBeVisible();
    for (const { url } of after) await expectPictureDeleted(url);
    expect(
      await db(
        `select name from storage.objects where bucket_id = 'product-images' and name like '%${after[0]!.url.slice(-20, -4)}%'`,
      ),
    ).toEqual([]);
    expect(backend.url).toContain('127.0.0.1');
  });

  test('keeps a file that another product still uses [PROD-88]', async ({
    adminPage: page,
    db,
  }) => {
    await makeCategory(db, 'Partilhas');
    await page.goto('/produtos/adicionar');
    await fillProduct(page, { name: 'Partilhado', sku: 'SHARE-1', category: 'Partilhas' });
    await field(page, 'Imagem principal').setInputFiles(makePicture('capa.png', [10, 10, 10]));
    await saveAndReturn(page);
    const [{ url }] = (await db<{ url: string }>(
      `select url from product_images join products on products.id = product_id where sku = 'SHARE-1'`,
    )) as [{ url: string }];
    await page.goto('/produtos?busca=SHARE-1');
    await page.getByRole('button', { name: 'Duplicar Partilhado' }).click();
    await expect(page.getByRole('link', { name: 'Partilhado (Cópia)', exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Partilhado', exact: true }).click();
    await page.getByRole('button', { name: 'Remover a principal' }).click();
    await saveAndReturn(page);
    await expectServed([url]);
    await page.getByRole('link', { name: 'Partilhado (Cópia)', exact: true }).click();
    await page.getByRole('button', { name: 'Remover a principal' }).click();
    await saveAndReturn(page);
    await expectPictureDeleted(url);
  });

  test('deletes a removed main image [PROD-75]', async ({ adminPage: page, db }) => {
    await makeCategory(db, 'Sem capa');
    await page.goto('/produtos/adicionar');
    await fillProduct(page, { name: 'Sem capa', sku: 'NOMAIN-1', category: 'Sem capa' });
    await field(page, 'Imagem principal').setInputFiles(makePicture('capa.png', [10, 60, 10]));
    await saveAndReturn(page);
    const [image] = await db<{ product_id: string; url: string }>(
      `select product_id, url from product_images join products on products.id = product_id where sku = 'NOMAIN-1'`,
    );
    await page.goto(`/produtos/editar/${image!.product_id}`);
    await page.getByRole('button', { name: 'Remover a principal' }).click();
    await saveAndReturn(page);
    expect(await imagesOf(db, image!.product_id)).toEqual([]);
    await expectPictureDeleted(image!.url);
  });

  test('shows beside the field that a SKU is used, and keeps the form [ERR-34]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 409/);
    const category = await makeCategory(db, 'Repetidos');
    await makeProduct(db, { category, name: 'Primeiro', sku: 'REP-1' });
    await page.goto('/produtos/adicionar');
    await fillProduct(page, { name: 'Segundo', sku: 'rep-1', category: 'Repetidos' });
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(field(page, 'SKU')).toHaveAccessibleDescription(
      /Já existe um produto com o SKU rep-1\./,
    );
    await expect(field(page, 'SKU')).toBeFocused();
    await expectAndCloseFailureMessage(
      page,
      'Falha ao salvar o produto: já existe um produto com o SKU rep-1.',
    );
    await expect(field(page, 'Nome')).toHaveValue('Segundo');
    await field(page, 'SKU').fill('REP-2');
    await saveAndReturn(page);
  });

  test('shows why a save fails, and keeps the typed values [ERR-34] [ERR-44] [ERR-45]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 4|ERR_FAILED|ERR_CONNECTION/);
    await makeCategory(db, 'Falhas');
    await page.goto('/produtos/adicionar');
    await fillProduct(page, { name: 'Falhará', sku: 'FAIL-1', category: 'Falhas' });
    const responses = [
      [
        {
          status: 418,
          json: { code: 'ZZ999', message: 'Sou uma chaleira', details: 'd', hint: 'h' },
        },
        'Falha ao salvar o produto: API Error: Sou uma chaleira',
      ],
      [
        { status: 418, json: { code: 'ZZ999', message: '' } },
        'Falha ao salvar o produto: Erro desconhecido',
      ],
      [
        { status: 200, json: null },
        'Falha ao salvar o produto: Produto não foi criado retornou null.',
      ],
    ] as const;
    for (const [response, message] of responses) {
      await page.route('**/rest/v1/rpc/save_product', (route) => route.fulfill(response));
      await page.getByRole('button', { name: 'Salvar' }).click();
      await expectAndCloseFailureMessage(page, message);
      await page.unroute('**/rest/v1/rpc/save_product');
    }
    await page.route('**/rest/v1/rpc/save_product', (route) => route.abort());
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expectAndCloseFailureMessage(
      page,
      'Falha ao salvar o produto: Sem conexão com o servidor.',
    );
    await page.unroute('**/rest/v1/rpc/save_product');
    await expect(field(page, 'Nome')).toHaveValue('Falhará');
    await saveAndReturn(page);
  });

  test('saves without an additional image whose upload fails, with a message [ERR-48]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()));
    await makeCategory(db, 'Toleradas');
    await page.goto('/produtos/adicionar');
    await fillProduct(page, { name: 'Tolerante', sku: 'TOL-1', category: 'Toleradas' });
    await field(page, 'Imagens adicionais').setInputFiles([
      makePicture('boa.png', [1, 2, 3]),
      makePicture('ruim.png', [4, 5, 6]),
    ]);
    let first = true;
    await page.route('**/storage/v1/object/product-images/additional/*.png', (route) => {
      if (!first) return route.continue();
      first = false;
      return route.fulfill({
        status: 500,
        json: { statusCode: '500', error: 'Internal', message: 'boom' },
      });
    });
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expectSuccessMessage(page, 'Produto criado com sucesso!');
    const skipped = page.getByRole('alert').filter({ hasText: /salvo sem estas imagens.*\.png/ });
    await expect(skipped).toBeVisible();
    const [product] = await db<{ id: string }>(`select id from products where sku = 'TOL-1'`);
    expect(await imagesOf(db, product!.id)).toHaveLength(1);
    await expect.poll(() => logged.join()).toContain('was skipped');

    // Wait for the list: when the list replaces the form, the message moves. Then click the button, which opens the
    // product to upload the file.
    await expect(page).toHaveURL('/produtos');
    await skipped.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(field(page, 'Nome')).toHaveValue('Tolerante');
    await expect(page.getByText('Não enviada')).toBeVisible();
    await saveAndReturn(page);
    expect(await imagesOf(db, product!.id)).toHaveLength(2);
  });

  test('is not saved without its images when a newer version has replaced the code for uploads', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 404/);
    await makeCategory(db, 'Antigas');
    await page.route('**/assets/upload-*', (route) => route.fulfill({ status: 404 }));
    await page.goto('/produtos/adicionar');
    await fillProduct(page, { name: 'Aba antiga', sku: 'ABA-1', category: 'Antigas' });
    await field(page, 'Imagens adicionais').setInputFiles(makePicture('um.png', [1, 2, 3]));
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expectAndCloseFailureMessage(page, 'Há uma versão nova do painel. Recarregue a página.');
    await expect(field(page, 'Nome')).toHaveValue('Aba antiga');
    expect(await db(`select 1 from products where sku = 'ABA-1'`)).toEqual([]);
  });

  test('is not saved without its main image when the upload fails', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 413/);
    await makeCategory(db, 'Capas');
    await page.goto('/produtos/adicionar');
    await fillProduct(page, { name: 'Capa grande', sku: 'CAP-1', category: 'Capas' });
    await field(page, 'Imagem principal').setInputFiles(makePicture('capa.png', [7, 8, 9]));
    await page.route('**/storage/v1/object/product-images/main/*', (route) =>
      route.fulfill({
        status: 413,
        json: {
          statusCode: '413',
          error: 'Payload too large',
          message: 'The object exceeded the maximum allowed size',
        },
      }),
    );
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expectAndCloseFailureMessage(
      page,
      'Erro ao fazer upload da imagem: O arquivo é grande demais.',
    );
    await expect(field(page, 'Nome')).toHaveValue('Capa grande');
    expect(await db(`select 1 from products where sku = 'CAP-1'`)).toEqual([]);
  });

  test('accepts any type of picture, reduces a 12 MB photo and strips its location [PROD-65]', async ({
    adminPage: page,
    db,
  }) => {
    test.slow();
    await makeCategory(db, 'Fotos');
    await page.goto('/produtos/adicionar');
    await fillProduct(page, { name: 'Fotogênico', sku: 'FOTO-1', category: 'Fotos' });
    const photo = await makePhotoWithMetadata();
    expect(photo.buffer.length).toBeGreaterThan(12e6);
    await field(page, 'Imagem principal').setInputFiles(photo, { timeout: 60_000 });
    await field(page, 'Imagens adicionais').setInputFiles([makeSvg('desenho.svg')]);
    await expect(page.getByRole('img', { name: 'foto.jpeg' })).toBeVisible({ timeout: 60_000 });
    await saveAndReturn(page, 60_000);
    const [product] = await db<{ id: string }>(`select id from products where sku = 'FOTO-1'`);
    const [main, additional] = await imagesOf(db, product!.id);
    expect(main!.url).toMatch(/\.jpeg$/);
    expect(additional!.url).toMatch(/\.png$/);
    const stored = Buffer.from(await (await fetch(main!.url)).arrayBuffer());
    expect(stored.length).toBeLessThan(5e6);
    expect(stored.includes('SEGREDO')).toBe(false);
  });

  test('refuses HTML with the type of a picture', async ({ adminPage: page }) => {
    await page.goto('/produtos/adicionar');
    await field(page, 'Imagem principal').setInputFiles({
      name: 'falsa.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<html><script>alert(1)</script></html>'),
    });
    await expect(page.getByRole('alert')).toContainText(
      'Não foi possível abrir "falsa.png" como imagem.',
    );
  });

  test('distinguishes an unknown product from one that cannot be loaded [ERR-19] [ERR-20]', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    for (const id of ['11111111-1111-4111-8111-111111111111', 'nem-parece', '1']) {
      await page.goto(`/produtos/editar/${id}`);
      await expect(page.getByRole('alert')).toHaveText('Produto não encontrado.');
    }
    await page.route('**/rest/v1/products?*', respondWithServerError);
    await page.goto('/produtos/editar/11111111-1111-4111-8111-111111111111');
    await expect(page.getByRole('alert')).toContainText('Falha ao carregar dados do produto.');
  });

  test("never silently overwrites another user's save", async ({ adminPage: page, db }) => {
    const category = await makeCategory(db, 'Disputas');
    const id = await makeProduct(db, { category, name: 'Disputado', sku: 'DISP-1' });
    await page.goto(`/produtos/editar/${id}`);
    await field(page, 'Nome').fill('Disputado por mim');
    await db(
      `update products set name = 'Disputado por outra', real_price = 99, subtitle = 'Dela' where id = $1`,
      [id],
    );
    await page.getByRole('button', { name: 'Salvar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alguém salvou antes de você' });
    // The panel merges the second user's changes of all other fields without a question.
    await expect(dialog.getByRole('group')).toHaveCount(1);
    const name = dialog.getByRole('group', { name: 'Nome' });
    await expect(name).toContainText('Disputado por outra');
    await expect(name.getByRole('radio', { name: 'Sua versão' })).toBeFocused();
    await name.getByRole('radio', { name: 'Versão salva' }).check();
    await dialog.getByRole('button', { name: 'Gravar o que escolhi' }).click();
    await expect(page).toHaveURL('/produtos');
    expect(await db('select name, subtitle, real_price from products where id = $1', [id])).toEqual(
      [{ name: 'Disputado por outra', subtitle: 'Dela', real_price: '99.00' }],
    );

    await page.goto(`/produtos/editar/${id}`);
    await field(page, 'Preço promocional').fill('9');
    await db(`update products set sku = 'DISP-2' where id = $1`, [id]);
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expectSuccessMessage(page, 'Incluídas as alterações de outra pessoa: SKU');
    await expect(page).toHaveURL('/produtos');
    expect(await db('select sku, promo_price from products where id = $1', [id])).toEqual([
      { sku: 'DISP-2', promo_price: '9.00' },
    ]);
  });

  test('refers to no picture that another user deleted meanwhile, whichever texts the user chooses', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    // The dialog shows a removed picture. Its file is already deleted, so the request for the file fails.
    browserConsole.expect(/status of 400/);
    await makeCategory(db, 'Capas disputadas');
    await page.goto('/produtos/adicionar');
    await fillProduct(page, { name: 'Em disputa', sku: 'DISP-9', category: 'Capas disputadas' });
    await field(page, 'Imagem principal').setInputFiles(makePicture('capa.png', [20, 20, 90]));
    await field(page, 'Imagens adicionais').setInputFiles([
      makePicture('lado.png', [20, 90, 20]),
      makePicture('fundo.png', [90, 20, 20]),
    ]);
    await saveAndReturn(page);
    const [product] = await db<{ id: string }>(`select id from products where sku = 'DISP-9'`);
    const [main, side, bottom] = await imagesOf(db, product!.id);
    await page.goto(`/produtos/editar/${product!.id}`);
    await field(page, 'Nome').fill('Em disputa, o meu');
    await page.getByRole('button', { name: 'Remover imagem 1' }).click();

    const other = await page.context().newPage();
    await other.goto(`/produtos/editar/${product!.id}`);
    await field(other, 'Imagem principal').setInputFiles(makePicture('nova.png', [20, 90, 90]));
    await other.getByRole('button', { name: 'Remover imagem 2' }).click();
    await saveAndReturn(other);
    await expectPictureDeleted(main!.url);
    await expectPictureDeleted(bottom!.url);
    await other.close();

    await page.getByRole('button', { name: 'Salvar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Você já salvou outra versão' });
    await expect(dialog.getByRole('group')).toHaveCount(1);
    await expect(dialog.getByRole('group', { name: 'Imagens' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Gravar o que escolhi' }).click();
    await expect(page).toHaveURL('/produtos');
    const stored = await imagesOf(db, product!.id);
    expect(stored).toHaveLength(1);
    expect(stored[0]).toMatchObject({ is_main: true });
    await expectServed(stored.map(({ url }) => url));
    await expectPictureDeleted(side!.url);
  });

  test('asks before unsaved changes are left, and offers the draft of a closed tab', async ({
    adminPage: page,
    db,
  }) => {
    const category = await makeCategory(db, 'Rascunhos');
    const id = await makeProduct(db, { category, name: 'Rascunhado', sku: 'RASC-1' });
    await page.goto(`/produtos/editar/${id}`);
    await field(page, 'Nome').fill('Rascunhado de novo');
    await page.getByRole('link', { name: 'Categorias', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Há alterações que não foram salvas.');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(field(page, 'Nome')).toHaveValue('Rascunhado de novo');

    const again = await page.context().newPage();
    await page.close();
    await again.goto(`/produtos/editar/${id}`);
    await expect(field(again, 'Nome')).toHaveValue('Rascunhado');
    await again.getByRole('button', { name: 'Recuperar' }).click();
    await expect(field(again, 'Nome')).toHaveValue('Rascunhado de novo');
    await again.keyboard.press('Control+s');
    await expect(again).toHaveURL('/produtos');
    expect(await db('select name from products where id = $1', [id])).toEqual([
      { name: 'Rascunhado de novo' },
    ]);
    await again.goto(`/produtos/editar/${id}`);
    await expect(field(again, 'Nome')).toHaveValue('Rascunhado de novo');
    await expect(again.getByRole('button', { name: 'Recuperar' })).toHaveCount(0);
  });

  test('stores where a product appears and shows its card [PROD-89] [PROD-90]', async ({
    adminPage: page,
    db,
  }) => {
    await makeCategory(db, 'Vitrines');
    await page.goto('/produtos/adicionar');
    await fillProduct(page, { name: 'Só para parceiros', sku: 'PAR-1', category: 'Vitrines' });
    const preview = page.getByRole('region', { name: 'Prévia do cartão' });
    await expect(preview).toContainText('Menu de Parceiros e Catálogo de Distribuidores');
    await field(page, 'Visibilidade').selectOption('Menu de Parceiros');
    await expect(preview).toContainText('Aparece em: Menu de Parceiros.');
    await expect(preview).toContainText('Só para parceiros');
    await expect(preview).toContainText('R$ 1.234,50');
    await saveAndReturn(page);
    expect(await db(`select visibility from products where sku = 'PAR-1'`)).toEqual([
      { visibility: 'menu_parceiros' },
    ]);
  });
});

function field(page: Page, label: string) {
  return page.locator('main').getByLabel(label, { exact: true });
}

async function fillProduct(
  page: Page,
  { name, sku, category }: { name: string; sku: string; category: string },
) {
  await field(page, 'Nome').fill(name);
  await field(page, 'Subtítulo').fill('Feito na hora');
  await field(page, 'Mini descrição').fill('Uma mini descrição');
  await field(page, 'Descrição').fill('Uma descrição\ncom duas linhas');
  await field(page, 'SKU').fill(sku);
  await field(page, 'Categoria').selectOption(category);
  await field(page, 'Preço de venda').fill('1.234,5');
}

/** Saves, and waits up to `patience` milliseconds for the list, because the panel uploads the pictures first. */
async function saveAndReturn(page: Page, patience = 20_000) {
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page).toHaveURL(/\/produtos(\?.*)?$/, { timeout: patience });
}

async function deleteFromList(page: Page, name: string) {
  await page.getByRole('button', { name: `Excluir ${name}`, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
}

async function expectServed(urls: string[]) {
  for (const url of urls)
    expect((await fetch(url)).headers.get('content-type')).toMatch(/^image\//);
}

async function makeCategory(db: RunSql, name: string): Promise<string> {
  const [row] = await db<{ id: string }>('insert into categories (name) values ($1) returning id', [
    name,
  ]);
  return row!.id;
}

type Made = { category: string; name: string; sku: string } & Partial<
  Record<'subtitle' | 'tipo' | 'status' | 'visibility', string> &
    Record<'real_price' | 'promo_price', number>
>;

async function makeProduct(db: RunSql, { category, name, sku, ...rest }: Made): Promise<string> {
  const [row] = await db<{ id: string }>(
    `insert into products (name, sku, category_id, subtitle, mini_description, description, tipo, status, visibility, real_price, promo_price)
     values ($1, $2, $3, $4, 'Mini', 'Descrição', $5, $6, $7, $8, $9) returning id`,
    [
      name,
      sku,
      category,
      rest.subtitle ?? 'Subtítulo',
      rest.tipo ?? 'Produto',
      rest.status ?? 'Ativo',
      rest.visibility ?? 'todos',
      rest.real_price ?? 10,
      rest.promo_price ?? null,
    ],
  );
  return row!.id;
}

function imagesOf(db: RunSql, product: string) {
  return db<{ url: string; is_main: boolean }>(
    'select url, is_main from product_images where product_id = $1 order by position',
    [product],
  );
}

/** Returns the number of rows that end above the bar at the bottom. Runs in the page. */
function countVisibleRows(): number {
  const covered = document.querySelector('.bottom-bar')?.getBoundingClientRect().top ?? innerHeight;
  return [...document.querySelectorAll('tbody tr')].filter(
    (row) => row.getBoundingClientRect().bottom <= covered,
  ).length;
}

/** Returns whether the element shows its text without clipping. Runs in the page. */
function isWhole(element: Element): boolean {
  return element.scrollWidth <= element.clientWidth;
}

/** Returns the texts of the visible parts of a cell. Runs in the page. */
function visibleParts(cell: Element): string[] {
  const { bottom } = cell.getBoundingClientRect();
  const parts = [...cell.children].filter((part) => part.getBoundingClientRect().top < bottom);
  return parts.map((part) => part.textContent?.trim() ?? '');
}

/**
 * Returns the distinct combinations of height and column positions of the rows: one if all rows are equal. Runs in the
 * page.
 */
function columnsOfRows(): string[] {
  const rows = [...document.querySelectorAll('tbody tr')];
  const places = rows.map((row) => {
    // Leave out the status and the amount: their position depends on the width of their text.
    const cells = [...row.querySelectorAll(':is(td, th):not(.status, .amount)')];
    const lefts = cells.map((cell) => Math.round(cell.getBoundingClientRect().left));
    return [row.getBoundingClientRect().height, ...lefts].join(' ');
  });
  return [...new Set(places)];
}
