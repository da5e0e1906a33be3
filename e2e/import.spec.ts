import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { holdRequest, loseResponse } from './support/hold.ts';
import { expectNoOverflow } from './support/layout.ts';
import { expectNoOverlap } from './support/messages.ts';

const category = `insert into public.categories (name) values ($1) on conflict do nothing returning id`;

test.describe('Importing products', () => {
  test('imports a workbook of another program', async ({ adminPage: page, db }) => {
    await page.goto('/produtos');
    await page.getByRole('link', { name: 'Importar' }).click();
    await expect(page).toHaveURL('/produtos/importar');
    await expect(page).toHaveTitle('Importar Produtos · Vitrine');
    await expectAccessible(page);
    await choose(page, 'e2e/files/produtos.xlsx');

    // The headers of this file differ from the panel's labels. The panel does not import unknown columns.
    await expect(page.getByLabel('Código do produto')).toHaveValue('sku');
    await expect(page.getByLabel('Grupo')).toHaveValue('category');
    await expect(page.getByLabel('Preço (R$)')).toHaveValue('real_price');
    await expect(page.getByLabel('Estoque')).toHaveValue('');
    await page.getByLabel('Criar as categorias que não existem').check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Conferir' }).click();

    await expect(page.getByRole('button', { name: '2 a criar' })).toBeVisible();
    await page.getByRole('button', { name: '2 recusadas' }).click();
    const rows = sheetRows(page);
    await expect(rows).toContainText([
      '00345Linha 4Subtítulo: Use no máximo 30 caracteres.',
      'PLA-004Linha 5Preço de venda: Informe um valor como 1.234,56, com até duas casas decimais.',
    ]);
    await expectAccessible(page);
    expect(await db(`select from public.products where sku like 'PLA-%'`)).toHaveLength(0);
    await page.getByRole('button', { name: 'Importar 2 produtos' }).click();

    await expect(page.getByText('Criados: 2 produtos')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Ver Produtos' }).click();
    await expect(page.getByRole('table', { name: 'Produtos' })).toContainText('Açaí da planilha');
    const stored = await db(
      `select sku, subtitle, products.description, status, real_price::float, promo_price::float, categories.name as category
      from public.products join public.categories on categories.id = category_id
      where sku like 'PLA-%' order by sku`,
    );
    expect(stored).toEqual([
      {
        sku: 'PLA-001',
        subtitle: 'Congelado',
        description: 'Polpa de açaí,\nsem açúcar; 1 kg.',
        status: 'Ativo',
        real_price: 39.9,
        promo_price: 34.9,
        category: 'Planilhas',
      },
      expect.objectContaining({
        sku: 'PLA-002',
        status: 'Inativo',
        real_price: 29,
        promo_price: null,
      }),
    ]);
  });

  test('shows each changed cell, keeps absent columns, and offers unfinished imports', async ({
    colaboradorPage: page,
    db,
  }) => {
    await db(category, ['Importados']);
    const head = 'SKU;Nome;Subtítulo;Mini descrição;Descrição;Categoria;Preço de venda';
    const lines = [
      'IMP-1;Suco;Uva;Suco;Suco;Importados;10,00',
      'IMP-2;Chá;Mate;Chá;Chá;importados;5',
    ];
    await importCsv(page, [head, ...lines]);
    await page.getByRole('button', { name: 'Importar 2 produtos' }).click();
    await expect(page.getByText('Criados: 2 produtos')).toBeVisible();

    // Import a file as older programs write it: in Windows-1252, with a thousands separator in a price.
    await page.getByRole('button', { name: 'Importar outra planilha' }).click();
    const text = 'sku;preço\r\nIMP-1;1.234,50\r\nIMP-2;5,00\r\n';
    await choose(page, {
      name: 'preços.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text, 'latin1'),
    });
    await page.getByRole('button', { name: 'Conferir' }).click();
    await expect(page.getByRole('button', { name: '1 a alterar' })).toBeVisible();
    await expect(page.getByRole('button', { name: '1 sem alteração' })).toBeVisible();
    const rows = sheetRows(page);
    await expect(rows).toHaveText(
      /^IMP-1Linha 2RemoverAumento de 12.245\u00a0%: de R\$\u00a010,00 para R\$\u00a01.234,50\.R\$ 10,00 passa a ser R\$ 1.234,50$/,
    );

    // The table of the changed cells scrolls horizontally, not the page.
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(page, 'changed cells');
    await page.setViewportSize({ width: 1366, height: 768 });

    // After the page has loaded again, the user can continue the import.
    await page.goto('/produtos/importar');
    const next = page.getByRole('button', { name: 'Continuar importação de preços.csv' });
    await expect(next).toBeVisible();
    // The list of the unfinished imports appears late. Below the other commands, it cannot move them.
    const [last, late] = await Promise.all([
      page.getByRole('link', { name: 'Incluir imagens' }).boundingBox(),
      next.boundingBox(),
    ]);
    expect(late?.y).toBeGreaterThan(last?.y ?? Infinity);
    await next.click();
    await page.getByRole('button', { name: 'Importar 1 produto' }).click();
    const confirmation = page.getByLabel('Confirme os preços, promoções e SKUs em dúvida');
    await expect(confirmation).toHaveAccessibleDescription(/Digite 1 para confirmar/);
    await confirmation.fill('1');
    await page.getByRole('button', { name: 'Importar 1 produto' }).click();
    await expect(page.getByText('Alterados: 1 produto')).toBeVisible();
    const stored = await db(
      `select sku, name, real_price::float from public.products where sku like 'IMP-%' order by sku`,
    );
    expect(stored).toEqual([
      { sku: 'IMP-1', name: 'Suco', real_price: 1234.5 },
      { sku: 'IMP-2', name: 'Chá', real_price: 5 },
    ]);
    await page.goto('/produtos/importar');
    await expect(page.getByText('Pendentes')).toBeHidden();
  });

  test('clears optional values with empty cells, on request', async ({ adminPage: page, db }) => {
    const [inserted] = await db<{ id: string }>(category, ['Limpos']);
    await db(
      `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price, promo_price)
      values ('Mel', 'Silvestre', 'Mel', 'Mel', 'LIMPO-1', $1, 20, 15)`,
      [inserted?.id],
    );
    await page.goto('/produtos/importar');
    await choose(page, csv('mel.csv', ['SKU;Nome;Preço promocional', 'LIMPO-1;;']));
    await page.getByLabel('Apagar o valor atual').check();
    await page.getByRole('button', { name: 'Conferir' }).click();
    await expect(page.getByText('Nome: Informe o nome.')).toBeVisible();
    await page.getByRole('button', { name: 'Voltar' }).click();
    await choose(page, csv('mel.csv', ['SKU;Preço promocional', 'LIMPO-1;']));
    await page.getByLabel('Apagar o valor atual').check();
    await page.getByRole('button', { name: 'Conferir' }).click();
    await page.getByRole('button', { name: 'Importar 1 produto' }).click();
    await expect(page.getByText('Alterados: 1 produto')).toBeVisible();
    expect(await db(`select promo_price from public.products where sku = 'LIMPO-1'`)).toEqual([
      { promo_price: null },
    ]);
  });

  test('downloads the refused rows with the reason, and stores the mapping of columns', async ({
    adminPage: page,
  }) => {
    await page.goto('/produtos/importar');
    await choose(
      page,
      csv('meu.csv', [
        'Cod interno;Valor de balcão;Notas',
        `NAO-HA;abc;${'uma nota longa '.repeat(9)}`,
      ]),
    );
    await expect(page.getByRole('button', { name: 'Conferir' })).toBeDisabled();
    await expect(page.getByText('Escolha qual coluna é SKU')).toBeVisible();
    await page.getByLabel('Cod interno').selectOption('SKU');
    await page.getByLabel('Valor de balcão').selectOption('Preço de venda');
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(page, 'columns with a long cell');
    await page.getByRole('button', { name: 'Conferir' }).click();
    await expect(page.getByRole('button', { name: '1 recusada', exact: true })).toBeVisible();
    await expectNoOverflow(page, 'a row that is refused');
    await page.setViewportSize({ width: 1366, height: 768 });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar recusadas' }).click();
    const refused = await download;
    expect(refused.suggestedFilename()).toBe('produtos-recusadas.xlsx');

    await page.getByRole('button', { name: 'Voltar' }).click();
    await choose(page, await refused.path());
    await expect(page.getByLabel('Motivo')).toHaveValue('');
    await expect(page.getByText(/^Linha 2\. Preço de venda: Informe um valor/)).toBeVisible();
    await page.getByRole('button', { name: 'Voltar' }).click();
    await choose(page, csv('meu.csv', ['Cod interno;Valor de balcão;Notas', 'NAO-HA;1;']));
    await expect(page.getByLabel('Valor de balcão')).toHaveValue('real_price');
  });

  test('offers an example that can be imported unchanged, and shows which categories do not exist', async ({
    adminPage: page,
    db,
  }) => {
    await db(category, ['Cafeteria']);
    await page.goto('/produtos/importar');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar exemplo' }).click();
    await choose(page, await (await download).path());
    await expect(page.getByLabel('Criar as categorias que não existem')).not.toBeChecked();
    await page.getByRole('button', { name: 'Conferir' }).click();
    await expect(page.getByRole('button', { name: '1 a criar' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'recusada' })).toBeHidden();

    await page.getByRole('button', { name: 'Voltar' }).click();
    await choose(page, csv('x.csv', ['SKU;Categoria', 'X-1;CAFETERÍA', 'X-2;Chás', 'X-3;chas']));
    await expect(
      page.getByText('Ainda não existem: Chás. As linhas delas serão recusadas.'),
    ).toBeVisible();
    await page.getByLabel('Criar as categorias que não existem').check();
    await expect(page.getByText('Ainda não existem: Chás.', { exact: true })).toBeVisible();
  });

  test('shows the mapping once it knows whether there are categories, which decides a default', async ({
    adminPage: page,
    db,
  }) => {
    await db('delete from public.products');
    await db('delete from public.categories');
    const held = await holdRequest(page, '**/rest/v1/categories?*');
    await page.goto('/produtos/importar');
    await choose(page, csv('x.csv', ['SKU;Categoria', 'X-1;Doces']));
    await expect(page.getByText('Lendo o arquivo')).toBeVisible();
    const creates = page.getByLabel('Criar as categorias que não existem');
    await expect(creates).toHaveCount(0);
    await held.release();
    await expect(creates).toBeChecked();
  });

  test('maps the columns although the categories cannot be loaded', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/ERR_FAILED/);
    await page.route('**/rest/v1/categories?*', (route) => route.abort());
    await page.goto('/produtos/importar');
    await choose(page, csv('x.csv', ['SKU;Categoria', 'X-1;Doces']));
    await expect(page.getByLabel('Criar as categorias que não existem')).not.toBeChecked();
    await expect(page.getByText(/Ainda não existem/)).toHaveCount(0);
  });

  test('imports once when the response is lost and the user tries again', async ({
    adminPage: page,
    browserConsole,
    db,
  }) => {
    browserConsole.expect(/ERR_FAILED/);
    await db(category, ['Perdidos']);
    const head = 'SKU;Nome;Subtítulo;Mini descrição;Descrição;Categoria;Preço de venda';
    await importCsv(page, [head, 'PERD-1;Suco;Uva;Suco;Suco;Perdidos;10,00']);
    await loseResponse(page, 'POST /rest/v1/rpc/apply_batch');
    await page.getByRole('button', { name: 'Importar 1 produto' }).click();
    await expect(page.getByText(/^Sem conexão com o servidor/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Importar 1 produto' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByText('Criados: 1 produto')).toBeVisible();
    const [created] = await db(`select count(*)::int as number from private.changes
      where area = 'products' and after ->> 'sku' = 'PERD-1'`);
    expect(created).toEqual({ number: 1 });
  });

  test('shows on another page that it has ended, with a link to the result', async ({
    adminPage: page,
    db,
  }) => {
    await db(category, ['Deixados']);
    const head = 'SKU;Nome;Subtítulo;Mini descrição;Descrição;Categoria;Preço de venda';
    await importCsv(page, [head, 'DEIX-1;Suco;Uva;Suco;Suco;Deixados;10,00']);
    const response = await holdRequest(page, '**/rpc/apply_batch');
    await page.getByRole('button', { name: 'Importar 1 produto' }).click();
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(page).toHaveURL('/dashboard');
    await response.release();
    await expect(page.getByText('Importação de produtos.csv concluída!')).toBeVisible();
    await page.getByRole('button', { name: 'Ver o resultado' }).click();
    await expect(page).toHaveURL('/produtos/importar');
    await expect(page.getByText('Criados: 1 produto')).toBeVisible();
    await page.getByRole('button', { name: 'Importar outra planilha' }).click();
    await expect(page.getByLabel('Escolha ou arraste a planilha')).toBeVisible();
  });

  test('shows on another page that it stopped, with a link to the rest', async ({
    adminPage: page,
    db,
  }) => {
    await db(category, ['Parados']);
    const head = 'SKU;Nome;Subtítulo;Mini descrição;Descrição;Categoria;Preço de venda';
    await importCsv(page, [head, 'PARADO-1;Suco;Uva;Suco;Suco;Parados;10,00']);
    // Simulate an import of many rows: `apply_batch` responds 'applying', as after the first step of several.
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    const counts = { create: 1 };
    const json = {
      status: 'applying',
      batch: null,
      rows: 0,
      counts,
      doubtful: 0,
      removed_files: [],
    };
    await page.route('**/rpc/apply_batch', async (route) => (await left, route.fulfill({ json })));
    await page.getByRole('button', { name: 'Importar 1 produto' }).click();
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(page).toHaveURL('/dashboard');
    leave();
    await expect(page.getByText('A importação de produtos.csv não terminou.')).toBeVisible();
    await page.getByRole('button', { name: 'Ver a importação' }).click();
    await page.getByRole('button', { name: 'Continuar importação de produtos.csv' }).click();
    await expect(page.getByRole('button', { name: 'Importar 1 produto' })).toBeVisible();
  });

  test('leaves out the rows that are removed, and undoes the whole import', async ({
    adminPage: page,
    db,
  }) => {
    await db(category, ['Removidos']);
    const head = 'SKU;Nome;Subtítulo;Mini descrição;Descrição;Categoria;Preço de venda';
    const lines = ['A', 'B', 'C'].map((name) => `REM-${name};Suco ${name};Uva;s;s;Novos sucos;10`);
    await page.goto('/produtos/importar');
    await choose(page, csv('sucos.csv', [head, ...lines]));
    await page.getByLabel('Criar as categorias que não existem').check();
    await page.getByRole('button', { name: 'Conferir' }).click();
    await expect(sheetRows(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'Remover: Suco B' }).click();
    await page.getByRole('button', { name: 'Remover: Suco C' }).click();
    await expect(page.getByRole('button', { name: '2 removidas' })).toBeVisible();
    await expect(sheetRows(page)).toContainText(['', 'Não será importado.', 'Não será importado.']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Incluir de novo: Suco C' }).click();
    await page.getByRole('button', { name: 'Importar 2 produtos' }).click();
    await expect(page.getByText('Criados: 2 produtos')).toBeVisible();
    const stored = () => db(`select sku from public.products where sku like 'REM-%' order by sku`);
    expect(await stored()).toEqual([{ sku: 'REM-A' }, { sku: 'REM-C' }]);
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await expect(page.getByText('Desfeito.')).toBeVisible();
    expect(await stored()).toEqual([]);
    await expect(page.getByRole('button', { name: 'Desfeito' })).toBeFocused();
    expect(await db(`select from public.categories where name = 'Novos sucos'`)).toEqual([]);
  });

  test('keeps its buttons free of messages, also on a phone', async ({
    adminPage: page,
    browserConsole,
    db,
  }) => {
    browserConsole.expect(/ERR_FAILED/);
    await db(category, ['Cobertos']);
    const head = 'SKU;Nome;Subtítulo;Mini descrição;Descrição;Categoria;Preço de venda';
    const lines = ['A', 'B', 'C', 'D'].map((name) => `COB-${name};Suco;Uva;s;s;Cobertos;10`);
    await page.route('**/rpc/leave_out', (route) => route.abort());
    for (const [width, height] of [
      [1366, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await importCsv(page, [head, ...lines]);
      await page.getByRole('button', { name: 'Remover: Suco' }).first().click();
      const message = page.getByRole('alert').filter({ hasText: 'Sem conexão' });
      await expect(message).toBeVisible();
      await expectNoOverlap(message, page.getByRole('button', { name: 'Importar 4 produtos' }));
      // Delete the import, because a user can have at most five staged batches.
      await db('delete from private.staged_batches');
    }
  });

  test('describes its result in the gender of the records', async ({ adminPage: page }) => {
    await page.goto('/categorias/importar');
    await choose(page, csv('categorias.csv', ['Nome', 'Grãos', 'Ervas', 'Raízes']));
    await page.getByRole('button', { name: 'Conferir' }).click();
    await page.getByRole('button', { name: 'Remover: Raízes' }).click();
    await expect(sheetRows(page).nth(2)).toContainText('Não será importada.');
    await page.getByRole('button', { name: 'Importar 2 categorias' }).click();
    await expect(page.getByText('Criadas: 2 categorias')).toBeVisible();
  });

  test('finds the column names below a title, or asks for their row', async ({
    adminPage: page,
    db,
  }) => {
    await db(category, ['Títulos']);
    const head = 'SKU;Nome;Subtítulo;Mini descrição;Descrição;Categoria;Preço de venda';
    const row = 'TIT-1;Suco;Uva;Suco;Suco;Títulos;10,00';
    await page.goto('/produtos/importar');
    await choose(page, csv('titulo.csv', ['', 'Tabela de preços', '', head, row]));
    await expect(page.getByLabel('Os títulos estão na linha')).toHaveValue('4');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Conferir' }).click();
    await expect(sheetRows(page)).toContainText(['TIT-1Linha 5']);
    await page.getByRole('button', { name: 'Voltar' }).click();

    await choose(page, csv('loja.csv', ['Loja;Centro', 'Cod interno;Balcão', 'TIT-1;12,00']));
    const line = page.getByLabel('Os títulos estão na linha');
    await expect(line).toHaveValue('1');
    await line.fill('20');
    await expect(line).toHaveAccessibleDescription('Escolha uma das linhas abaixo.');
    await line.fill('2');
    await page.getByLabel('Cod interno').selectOption('SKU');
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(page, 'the choice of the header row');
  });

  test('accepts a typical workbook: a merged title, another case, rounded codes, dates without a format', async ({
    adminPage: page,
    db,
  }) => {
    const [inserted] = await db<{ id: string }>(category, ['Enviadas']);
    await db(
      `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
      values ('Bebida de coco', 'Sem açúcar', 'Coco', 'Bebida de coco', 'ENV-COCO-1L', $1, 12.9)`,
      [inserted?.id],
    );
    await page.goto('/produtos/importar');
    await choose(page, 'e2e/files/tabela-com-titulo.xlsx');
    await expect(page.getByLabel('Os títulos estão na linha')).toHaveValue('3');
    await page.getByRole('button', { name: 'Conferir' }).click();
    await expect(page.getByRole('button', { name: '1 a alterar' })).toBeVisible();
    await expect(sheetRows(page)).toContainText([
      /^env-coco-1lLinha 4.*Bebida de coco passa a ser Bebida de coco 1 L/,
    ]);
    await page.getByRole('button', { name: '2 recusadas' }).click();
    await expect(sheetRows(page)).toContainText([
      'SKU: "1,23E+12" parece arredondado por uma planilha.',
      'Sem preço promocional não há período de promoção.',
    ]);
    await page.getByRole('button', { name: 'Importar 1 produto' }).click();
    await expect(page.getByText('Alterados: 1 produto')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Desfazer', exact: true })).toBeVisible();
    const stored = await db(
      `select sku, promo_price::float, promo_starts_at from public.products where sku ilike 'env-%'`,
    );
    expect(stored).toEqual([
      { sku: 'ENV-COCO-1L', promo_price: 9.9, promo_starts_at: new Date('2026-11-20T03:00:00Z') },
    ]);
  });

  test('asks whether a number is an existing SKU with leading zeros', async ({
    adminPage: page,
    db,
  }) => {
    const [inserted] = await db<{ id: string }>(category, ['Zeros']);
    await db(
      `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
      values ('Broa', 's', 'm', 'd', '000881', $1, 5)`,
      [inserted?.id],
    );
    const head = 'SKU;Nome;Subtítulo;Mini descrição;Descrição;Categoria;Preço de venda';
    await importCsv(page, [head, '881;Broa;s;m;d;Zeros;5,00']);
    await expect(sheetRows(page)).toContainText([
      'A planilha pode ter removido zeros à esquerda: já existe o SKU 000881.',
    ]);
    await page.getByRole('button', { name: 'Importar 1 produto' }).click();
    const confirmation = page.getByLabel('Confirme os preços, promoções e SKUs em dúvida');
    await expect(confirmation).toBeFocused();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(page, 'the review of a doubtful row');
    await confirmation.fill('1');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Importar 1 produto' }).press('Enter');
    await expect(page.getByText('Criados: 1 produto')).toBeVisible();
    await expectNoOverflow(page, 'the end of an import');
  });

  test('is in the activity with the number of new and of changed records', async ({
    adminPage: page,
    db,
  }) => {
    await db(category, ['Contados']);
    const head = 'SKU;Nome;Subtítulo;Mini descrição;Descrição;Categoria;Preço de venda';
    const line = (name: string, price: string) => `CONT-${name};Suco;Uva;s;s;Contados;${price}`;
    await importCsv(page, [head, line('A', '10')]);
    await page.getByRole('button', { name: 'Importar 1 produto' }).click();
    await expect(page.getByText('Criados: 1 produto')).toBeVisible();
    const lines = [line('A', '11'), line('B', '10'), line('C', '10'), line('D', '10')];
    await importCsv(page, [head, ...lines]);
    await page.getByRole('button', { name: 'Importar 4 produtos' }).click();
    await expect(page.getByText('Criados: 3 produtos')).toBeVisible();
    await page.goto('/atividade');
    const entries = page.getByRole('list', { name: 'Atividade' }).getByRole('listitem');
    await expect(entries.first()).toContainText('importou 4 produtos (3 novos, 1 alterado)');
  });

  test('shows an error for a file that is no spreadsheet', async ({ adminPage: page }) => {
    await page.goto('/produtos/importar');
    const files = [
      ['foto.csv', Buffer.from([0x89, 0x50, 0, 0, 0]), 'Não foi possível ler o arquivo'],
      ['vazia.csv', Buffer.from('SKU;Nome\n'), 'A planilha não tem nenhuma linha'],
      ['falsa.xlsx', Buffer.from('PK\u0003\u0004nada'), 'Não foi possível ler o arquivo'],
    ] as const;
    for (const [name, buffer, words] of files) {
      await choose(page, { name, mimeType: 'application/octet-stream', buffer });
      await expect(page.getByRole('alert')).toContainText(words);
    }
  });
});

function sheetRows(page: Page) {
  return page.getByRole('table', { name: 'Linhas da planilha' }).locator('tbody tr');
}

type Chosen = string | { name: string; mimeType: string; buffer: Buffer };

async function choose(page: Page, file: Chosen) {
  await page.getByLabel('Escolha ou arraste a planilha').setInputFiles(file);
}

function csv(name: string, lines: string[]): Chosen {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
}

async function importCsv(page: Page, lines: string[]) {
  await page.goto('/produtos/importar');
  await choose(page, csv('produtos.csv', lines));
  await page.getByRole('button', { name: 'Conferir' }).click();
}
