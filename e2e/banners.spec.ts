import type { Page } from '@playwright/test';
import { ANA, expect, expectAccessible, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import {
  respondWithServerError,
  failureCases,
  endRequestFailures,
  limitToMethod,
} from './support/failing.ts';
import { expectNoOverflow } from './support/layout.ts';
import { expectAndCloseFailureMessage, expectSuccessMessage } from './support/messages.ts';
import { makePicture } from './support/pictures.ts';
import { expectPictureDeleted } from './support/stored-files.ts';

test.beforeEach(async ({ db }) => {
  await db('delete from public.banners');
});

test('banners are for administrators only [BANN-01]', async ({ colaboradorPage: page }) => {
  for (const path of ['/banners', '/banners/adicionar', '/banners/editar/1']) {
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard');
  }
});

test.describe('The list of banners', () => {
  test('shows each one in a row of a table, in the order of display [BANN-02] [BANN-03] [BANN-04] [BANN-05] [BANN-06] [BANN-07] [BANN-08] [BANN-09] [BANN-17] [BANN-20] [CALL-36]', async ({
    adminPage: page,
    db,
    backend,
  }) => {
    const image = `${backend.url}/favicon.svg`;
    await makeBanner(db, { titulo: 'Último', ordem: 9, posicao: 'distribuidores' });
    await makeBanner(db, { titulo: 'Primeiro', ordem: 1, imagem_url: image });
    await makeBanner(db, { titulo: 'Segundo', ordem: 1, posicao: 'home', status: 'Inativo' });
    await page.goto('/banners');
    await expect(page).toHaveTitle('Banners · Vitrine');
    const table = page.getByRole('table', { name: 'Banners' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Banner',
      'Título',
      'Posição',
      'Status',
      'Ordem',
      'Ações',
    ]);
    await expect(table.getByRole('rowheader')).toHaveText(['Primeiro', 'Segundo', 'Último']);
    await expect(table.getByRole('cell')).toHaveText(
      [
        ['', 'Todos', 'AtivoNo ar', '1', ''],
        ['Sem imagem', 'Página inicial', 'Inativo', '1', ''],
        ['Sem imagem', 'Distribuidores', 'AtivoNo ar', '9', ''],
      ].flat(),
    );
    await expect(table.locator('img')).toHaveAttribute('src', image);
    await expect(page.getByText('Mostrando 3 banners')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Editar Último' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Duplicar Último' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Excluir Último' })).toBeVisible();
    await expectAccessible(page);
  });

  test('is searched by title from the header [HEAD-18] [BANN-11] [CALL-36]', async ({
    adminPage: page,
    db,
  }) => {
    await makeBanner(db, { titulo: 'Verão do Açaí' });
    await makeBanner(db, { titulo: 'Cestas', descricao: 'Verão também' });
    await page.goto('/banners');
    const search = page.getByPlaceholder('Buscar banner por título');
    await search.fill('VERAO');
    await expect(page.getByText('Mostrando 1 banner')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Verão do Açaí', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Apagar busca' }).click();
    await expect(search).toHaveValue('');
    await expect(page.getByText('Mostrando 2 banners')).toBeVisible();
    await expect(page).toHaveURL('/banners');
  });

  test('shows that there is none, and offers to add the first [BANN-10]', async ({
    adminPage: page,
  }) => {
    await page.goto('/banners?busca=nada');
    await expect(page.getByText('Nenhum banner encontrado.')).toBeVisible();
    await page.getByRole('button', { name: 'Apagar busca' }).click();
    await page.getByRole('link', { name: 'Cadastrar o primeiro banner' }).click();
    await expect(page).toHaveURL('/banners/adicionar');
  });

  test('shows a red box when the request fails [ERR-09]', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    await page.route('**/rest/v1/banners?*', respondWithServerError);
    await page.goto('/banners');
    await expect(page.getByRole('alert')).toContainText(
      'Falha ao carregar banners. Tente novamente.',
    );
    await expect(page.getByRole('table')).toHaveCount(0);
    await endRequestFailures(page, '**/rest/v1/banners?*');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByText('Nenhum banner encontrado.')).toBeVisible();
  });

  test('duplicates a banner and shows the copy last, until the refetch [BANN-08] [BANN-32] [BANN-33] [BANN-34] [CALL-38]', async ({
    adminPage: page,
    db,
  }) => {
    await makeBanner(db, {
      titulo: 'Verão',
      descricao: 'Baldes com desconto',
      cta_texto: 'Pedir',
      cta_link: 'https://exemplo.com.br/verao',
      posicao: 'parceiros',
      tipo: 'informativo',
      status: 'Inativo',
    });
    await makeBanner(db, { titulo: 'Inverno', ordem: 5 });
    await page.goto('/banners');
    const titles = page.getByRole('rowheader').getByRole('link', { name: /^(Verão|Inverno)/ });
    await expect(titles).toHaveText(['Verão', 'Inverno']);
    await page.getByRole('button', { name: 'Duplicar Verão', exact: true }).click();
    await expect(
      page.getByRole('status').filter({ hasText: 'Banner duplicado com sucesso!' }),
    ).toBeVisible();
    await expect(titles).toHaveText(['Verão', 'Inverno', 'Verão (Cópia)']);
    await expect(page.getByText('Mostrando 3 banners')).toBeVisible();
    await page.reload();
    await expect(titles).toHaveText(['Verão', 'Verão (Cópia)', 'Inverno']);
    const [original, copy] = await db(
      `select descricao, cta_texto, cta_link, posicao, tipo, status, ordem from banners
       where titulo like 'Verão%' order by id`,
    );
    expect(copy).toEqual(original);
  });

  test('moves a banner right after a duplication, in the order that the list shows', async ({
    adminPage: page,
    db,
  }) => {
    await makeBanner(db, { titulo: 'Verão', ordem: 1 });
    await makeBanner(db, { titulo: 'Inverno', ordem: 5 });
    await page.goto('/banners');
    const titles = page.getByRole('rowheader').getByRole('link', { name: /^(Verão|Inverno)/ });
    await page.getByRole('button', { name: 'Duplicar Verão', exact: true }).click();
    await expect(titles).toHaveText(['Verão', 'Inverno', 'Verão (Cópia)']);
    await page.getByRole('button', { name: 'Mover Inverno' }).focus();
    await page.keyboard.press('ArrowUp');
    await expectSuccessMessage(page, 'Ordem dos banners atualizada com sucesso!');
    await expect(titles).toHaveText(['Inverno', 'Verão', 'Verão (Cópia)']);
    expect(await db('select titulo from banners order by ordem, id')).toEqual(
      ['Inverno', 'Verão', 'Verão (Cópia)'].map((titulo) => ({ titulo })),
    );
  });

  test('shows why a banner could not be duplicated, also when it was deleted [ERR-18] [ERR-47]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of (500|418)|ERR_FAILED/);
    const id = await makeBanner(db, { titulo: 'Sumido' });
    await page.goto('/banners');
    const duplicate = page.getByRole('button', { name: 'Duplicar Sumido' });
    for (const [response, message] of failureCases) {
      await page.route('**/rest/v1/rpc/duplicate_banner', response);
      await duplicate.click();
      await expectAndCloseFailureMessage(page, `Falha ao duplicar banner: ${message}`);
      await page.unroute('**/rest/v1/rpc/duplicate_banner');
    }
    await db('delete from banners where id = $1', [id]);
    await duplicate.click();
    await expectAndCloseFailureMessage(page, 'Falha ao duplicar banner: Banner não encontrado');
  });

  test('deletes a banner only after a confirmation [BANN-09] [BANN-35] [CALL-37]', async ({
    adminPage: page,
    db,
  }) => {
    await makeBanner(db, { titulo: 'Descartável' });
    await page.goto('/banners');
    const question = await askToDelete(page, 'Descartável');
    await expect(question).toContainText('Tem certeza que deseja excluir este banner?');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    expect(await db('select 1 from banners')).toHaveLength(1);
    await askToDelete(page, 'Descartável');
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect(page.getByText('Nenhum banner encontrado.')).toBeVisible();
    expect(await db('select 1 from banners')).toHaveLength(0);
  });

  test('shows why a banner could not be deleted, and keeps it [ERR-16]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of (500|418)|ERR_FAILED/);
    await makeBanner(db, { titulo: 'Teimoso' });
    await page.goto('/banners');
    for (const [response, message] of failureCases) {
      await page.route('**/rest/v1/banners?*', limitToMethod('DELETE', response));
      const question = await askToDelete(page, 'Teimoso');
      await question.getByRole('button', { name: 'Excluir' }).click();
      await expectAndCloseFailureMessage(page, `Falha ao excluir banner: ${message}`);
      await page.unroute('**/rest/v1/banners?*');
    }
    await expect(page.getByRole('link', { name: 'Teimoso', exact: true })).toBeVisible();
    expect(await db('select 1 from banners')).toHaveLength(1);
  });
});

test.describe('The form of a banner', () => {
  test('is empty for a new one, with default choices [BANN-12] [BANN-14] [BANN-15] [BANN-16] [BANN-17] [BANN-18] [BANN-19] [BANN-20]', async ({
    adminPage: page,
  }) => {
    await page.goto('/banners');
    await page.getByRole('link', { name: 'Adicionar', exact: true }).click();
    await expect(page).toHaveURL('/banners/adicionar');
    await expect(page).toHaveTitle('Novo Banner · Vitrine');
    await expect(page.getByRole('heading', { name: 'Novo Banner' })).toBeVisible();
    for (const label of ['Título', 'Descrição', 'Texto do botão', 'Link do botão'])
      await expect(field(page, label)).toHaveValue('');
    await expect(field(page, 'Imagem')).toHaveAttribute('accept', 'image/*');
    await expect(field(page, 'Ordem')).toHaveValue('0');
    // The hint must explain that 0 is before 1: otherwise, users would enter 1 for the first position.
    await expect(field(page, 'Ordem')).toHaveAccessibleDescription(/0 vem antes de 1/);
    for (const [label, options] of [
      ['Status', ['Ativo', 'Inativo']],
      ['Posição', ['Todos', 'Distribuidores', 'Parceiros']],
      ['Tipo', ['Banner', 'Informativo']],
    ] as const) {
      await expect(field(page, label).locator('option')).toHaveText([...options]);
      await expect(field(page, label).locator('option:checked')).toHaveText(options[0]);
    }
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page).toHaveURL('/banners');
  });

  test('requires a title and an order of 0 or more, and saves nothing before [BANN-19] [BANN-22] [BANN-26]', async ({
    adminPage: page,
    db,
  }) => {
    await page.goto('/banners/adicionar');
    await field(page, 'Link do botão').fill('javascript:alert(1)');
    await field(page, 'Ordem').fill('-1');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(field(page, 'Título')).toHaveAccessibleDescription('Informe o título.');
    await expect(field(page, 'Título')).toBeFocused();
    await expect(field(page, 'Link do botão')).toHaveAccessibleDescription(
      'Informe um endereço completo, como https://exemplo.com.br.',
    );
    await expectAccessible(page);
    for (const wrong of ['-1', '1.5', '']) {
      await field(page, 'Ordem').fill(wrong);
      await expect(field(page, 'Ordem')).toHaveAccessibleDescription(
        /Informe um número inteiro, 0 ou maior\./,
      );
    }
    expect(await db('select 1 from banners')).toEqual([]);
  });

  test('saves a title with the defaults, and leads to the list without a message [BANN-27] [BANN-28] [BANN-29] [BANN-30] [BANN-31] [CALL-37]', async ({
    adminPage: page,
    db,
  }) => {
    await page.goto('/banners/adicionar');
    await field(page, 'Título').fill('Só o título');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page).toHaveURL('/banners');
    await expect(page.getByRole('link', { name: 'Só o título', exact: true })).toBeVisible();
    await expectNoMessage(page);
    expect(await db(`select ${fields}, imagem_url from banners`)).toEqual([
      {
        titulo: 'Só o título',
        descricao: null,
        cta_texto: null,
        cta_link: null,
        status: 'Ativo',
        posicao: 'todos',
        tipo: 'banner',
        ordem: 0,
        imagem_url: null,
      },
    ]);
  });

  test('shows a stored one and saves its changes, without a message [BANN-13] [BANN-14] [BANN-15] [BANN-16] [BANN-18] [BANN-31] [CALL-37]', async ({
    adminPage: page,
    db,
  }) => {
    const id = await makeBanner(db, {
      titulo: 'Verão',
      descricao: 'Baldes com desconto',
      cta_texto: 'Pedir',
      cta_link: 'https://exemplo.com.br/verao',
      status: 'Inativo',
      posicao: 'parceiros',
      tipo: 'informativo',
      ordem: 7,
    });
    await page.goto('/banners?busca=ver');
    await page.getByRole('link', { name: 'Verão', exact: true }).click();
    await expect(page).toHaveURL(`/banners/editar/${id}`);
    await expect(page.getByRole('heading', { name: 'Editar Banner' })).toBeVisible();
    await expect(page).toHaveTitle('Verão · Editar Banner · Vitrine');
    for (const [label, value] of [
      ['Título', 'Verão'],
      ['Descrição', 'Baldes com desconto'],
      ['Texto do botão', 'Pedir'],
      ['Link do botão', 'https://exemplo.com.br/verao'],
      ['Status', 'Inativo'],
      ['Posição', 'parceiros'],
      ['Tipo', 'informativo'],
      ['Ordem', '7'],
    ] as const)
      await expect(field(page, label)).toHaveValue(value);

    await field(page, 'Título').fill('Verão todo');
    await field(page, 'Descrição').fill('');
    await field(page, 'Texto do botão').fill('Montar pedido');
    await field(page, 'Link do botão').fill(' https://exemplo.com.br/pedido ');
    await field(page, 'Status').selectOption('Ativo');
    await field(page, 'Posição').selectOption('Distribuidores');
    await field(page, 'Tipo').selectOption('Banner');
    await field(page, 'Ordem').fill('12');
    await page.getByRole('button', { name: 'Salvar' }).click();
    // The URL of the list has the same parameters as before the form was opened.
    await expect(page).toHaveURL('/banners?busca=ver');
    await expect(page.getByRole('link', { name: 'Verão todo', exact: true })).toBeVisible();
    await expectNoMessage(page);
    expect(await db(`select ${fields}, updated_at > created_at as updated from banners`)).toEqual([
      {
        titulo: 'Verão todo',
        descricao: null,
        cta_texto: 'Montar pedido',
        cta_link: 'https://exemplo.com.br/pedido',
        status: 'Ativo',
        posicao: 'distribuidores',
        tipo: 'banner',
        ordem: 12,
        updated: true,
      },
    ]);
  });

  test("keeps a stored 'home' and shows it as 'Página inicial' [BANN-17]", async ({
    adminPage: page,
    db,
  }) => {
    const id = await makeBanner(db, { titulo: 'De antes', posicao: 'home' });
    await page.goto(`/banners/editar/${id}`);
    await expect(field(page, 'Posição').locator('option:checked')).toHaveText('Página inicial');
    await field(page, 'Título').fill('De antes e de agora');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page).toHaveURL('/banners');
    expect(await db('select titulo, posicao from banners')).toEqual([
      { titulo: 'De antes e de agora', posicao: 'home' },
    ]);
  });

  test('shows why a banner could not be saved, also when it was deleted, and keeps the typed values [ERR-41]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of (500|418)|ERR_FAILED/);
    await page.goto('/banners/adicionar');
    await field(page, 'Título').fill('Insistente');
    for (const [response, message] of failureCases) {
      await page.route('**/rest/v1/banners?*', limitToMethod('POST', response));
      await page.getByRole('button', { name: 'Salvar' }).click();
      await expectAndCloseFailureMessage(page, `Erro ao salvar banner: ${message}`);
      await page.unroute('**/rest/v1/banners?*');
    }
    await expect(field(page, 'Título')).toHaveValue('Insistente');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('link', { name: 'Insistente', exact: true }).click();
    await field(page, 'Título').fill('Desistente');
    await db('delete from banners');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expectAndCloseFailureMessage(page, 'Erro ao salvar banner: Banner não encontrado');
    await expect(field(page, 'Título')).toHaveValue('Desistente');
  });

  test('distinguishes an unknown banner from one that cannot be loaded [ERR-31] [ERR-32]', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    for (const id of ['999999999', 'nem-parece', '0', '99999999999999999999']) {
      await page.goto(`/banners/editar/${id}`);
      await expect(page.getByRole('alert')).toHaveText('Banner não encontrado');
    }
    await page.route('**/rest/v1/banners?*', respondWithServerError);
    await page.goto('/banners/editar/1');
    await expect(page.getByRole('alert')).toContainText('Erro ao carregar dados do banner');
    await expect(page.getByRole('heading', { name: 'Editar Banner' })).toBeVisible();
  });

  test('is filled and saved with the keyboard alone, at 320 pixels', async ({
    adminPage: page,
    db,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/banners/adicionar');
    await field(page, 'Título').focus();
    await page.keyboard.type('Pelo teclado');
    await page.keyboard.press('Tab');
    await expect(field(page, 'Imagem')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Sem tocar no mouse.');
    await expectNoOverflow(page);
    await expectAccessible(page);
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL('/banners');
    await expect(page.getByRole('link', { name: 'Pelo teclado', exact: true })).toBeVisible();
    await expectNoOverflow(page);
    expect(await db('select titulo, descricao from banners')).toEqual([
      { titulo: 'Pelo teclado', descricao: 'Sem tocar no mouse.' },
    ]);
  });
});

test.describe('The image of a banner', () => {
  test('is stored in the bucket images under banner-{timestamp}, and is replaced and removed with its thumbnail [BANN-02] [BANN-14] [STOR-05] [STOR-09]', async ({
    adminPage: page,
    db,
  }) => {
    const overwriting: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/storage/v1/object/'))
        overwriting.push(request.headers()['x-upsert']);
    });
    const before = Date.now();
    await page.goto('/banners/adicionar');
    await field(page, 'Título').fill('Ilustrado');
    await field(page, 'Imagem').setInputFiles(makePicture('faixa.png', [120, 40, 140]));
    await expect(page.getByRole('img', { name: 'faixa.png' })).toBeVisible();
    await save(page);
    const first = await imageOf(db, 'Ilustrado');
    const [, timestamp] = first.match(/\/images\/banners\/banner-(\d+)\.png$/) ?? [];
    expect(Number(timestamp)).toBeGreaterThanOrEqual(before);
    expect(Number(timestamp)).toBeLessThanOrEqual(Date.now());
    expect(overwriting).toEqual(['false', 'false']);
    await expect(page.locator('td img')).toHaveAttribute(
      'src',
      first.replace('.png', '.small.webp'),
    );

    await page.getByRole('link', { name: 'Ilustrado', exact: true }).click();
    await field(page, 'Imagem').setInputFiles(makePicture('nova.png', [0, 120, 200]));
    await save(page);
    const second = await imageOf(db, 'Ilustrado');
    await expectPictureDeleted(first);
    expect((await fetch(second)).headers.get('content-type')).toBe('image/png');

    await page.getByRole('link', { name: 'Ilustrado', exact: true }).click();
    await page.getByRole('button', { name: 'Remover', exact: true }).click();
    await save(page);
    await expect(page.getByText('Sem imagem')).toBeVisible();
    await expectPictureDeleted(second);
  });

  test('stays while a copy of the banner uses it, and is deleted with the last of them', async ({
    adminPage: page,
    db,
  }) => {
    await page.goto('/banners/adicionar');
    await field(page, 'Título').fill('Partilhado');
    await field(page, 'Imagem').setInputFiles(makePicture('faixa.png', [10, 60, 10]));
    await save(page);
    const image = await imageOf(db, 'Partilhado');
    await page.getByRole('button', { name: 'Duplicar Partilhado' }).click();
    await expect(page.getByRole('link', { name: 'Partilhado (Cópia)', exact: true })).toBeVisible();
    const response = page.waitForResponse('**/rest/v1/rpc/unused_files');
    await deleteBanner(page, 'Partilhado');
    await response;
    expect((await fetch(image)).status).toBe(200);
    await deleteBanner(page, 'Partilhado (Cópia)');
    await expectPictureDeleted(image);
  });

  test('that another user replaced meanwhile is not overwritten, whichever texts the user chooses', async ({
    adminPage: page,
    pageOf,
    db,
  }) => {
    await page.goto('/banners/adicionar');
    await field(page, 'Título').fill('Disputada');
    await field(page, 'Imagem').setInputFiles(makePicture('faixa.png', [10, 60, 10]));
    await save(page);
    const first = await imageOf(db, 'Disputada');
    await page.getByRole('link', { name: 'Disputada', exact: true }).click();
    await field(page, 'Título').fill('Disputada por mim');

    const other = await pageOf(ANA.email);
    await other.goto(new URL(page.url()).pathname);
    await field(other, 'Imagem').setInputFiles(makePicture('outra.png', [90, 60, 10]));
    await save(other);
    const second = await imageOf(db, 'Disputada');
    await expectPictureDeleted(first);

    await page.getByRole('button', { name: 'Salvar' }).click();
    await expectSuccessMessage(page, 'Incluídas as suas outras alterações: Imagem');
    await expect(page).toHaveURL('/banners');
    expect(await imageOf(db, 'Disputada por mim')).toBe(second);
    expect((await fetch(second)).status).toBe(200);
  });

  test('is still shown from a bucket named banners [STOR-05]', async ({
    adminPage: page,
    db,
    backend,
    browserConsole,
  }) => {
    // The picture has no thumbnail, so the request for the thumbnail fails.
    browserConsole.expect(/status of 40[04].*small/);
    const url = `${backend.url}/storage/v1/object/public/banners/antigo.png`;
    await page.route(url, (route) =>
      route.fulfill({
        contentType: 'image/png',
        body: makePicture('antigo.png', [9, 9, 9]).buffer,
      }),
    );
    const id = await makeBanner(db, { titulo: 'De outro lugar', imagem_url: url });
    await page.goto('/banners');
    await expect(page.locator('td img')).toHaveAttribute('src', url);
    await page.goto(`/banners/editar/${id}`);
    await field(page, 'Título').fill('Do mesmo lugar');
    await save(page);
    expect(await imageOf(db, 'Do mesmo lugar')).toBe(url);
  });

  test('that the platform refuses stops the save, with the reason [ERR-42] [ERR-43]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of (413|400|500|418)|ERR_FAILED/);
    await page.goto('/banners/adicionar');
    await field(page, 'Título').fill('Pesado');
    await field(page, 'Imagem').setInputFiles(makePicture('faixa.png', [7, 8, 9]));
    const [bucket] = await db<{ file_size_limit: string }>(
      `select file_size_limit from storage.buckets where id = 'images'`,
    );
    await db(`update storage.buckets set file_size_limit = 10 where id = 'images'`);
    await page.getByRole('button', { name: 'Salvar' }).click();
    try {
      await expectAndCloseFailureMessage(
        page,
        'Erro ao fazer upload da imagem: O arquivo é grande demais.',
      );
    } finally {
      await db(`update storage.buckets set file_size_limit = $1 where id = 'images'`, [
        bucket!.file_size_limit,
      ]);
    }
    for (const [response, message] of failureCases) {
      await page.route('**/storage/v1/object/images/banners/*.png', response);
      await page.getByRole('button', { name: 'Salvar' }).click();
      await expectAndCloseFailureMessage(page, `Erro ao fazer upload da imagem: ${message}`);
      await page.unroute('**/storage/v1/object/images/banners/*.png');
    }
    expect(await db('select 1 from banners')).toEqual([]);
    await expect(field(page, 'Título')).toHaveValue('Pesado');
    await save(page);
    expect((await fetch(await imageOf(db, 'Pesado'))).status).toBe(200);
  });

  test('that was uploaded for a failed save is deleted when the form is left', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    const before = await storedImages(db);
    await page.goto('/banners/adicionar');
    await field(page, 'Título').fill('Abandonado');
    await field(page, 'Imagem').setInputFiles(makePicture('faixa.png', [1, 2, 3]));
    await page.route('**/rest/v1/banners?*', limitToMethod('POST', respondWithServerError));
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expectAndCloseFailureMessage(page, 'Erro ao salvar banner: ');
    // Compare only the new files: deletions of earlier tests can still be in flight.
    const sent = async () => (await storedImages(db)).filter((name) => !before.includes(name));
    expect(await sent()).toHaveLength(2);
    await page.getByRole('button', { name: 'Cancelar' }).click();
    // Close the message: while it offers 'Desfazer', the panel does not delete the picture.
    await page.getByRole('button', { name: 'Fechar mensagem' }).last().click();
    await expect.poll(sent).toEqual([]);
  });
});

const fields = 'titulo, descricao, cta_texto, cta_link, status, posicao, tipo, ordem';

function field(page: Page, label: string) {
  return page.locator('main').getByLabel(label, { exact: true });
}

/** Expects that there is no message, because the list itself shows the result. */
async function expectNoMessage(page: Page) {
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText(/sucesso/)).toHaveCount(0);
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page).toHaveURL('/banners');
}

async function askToDelete(page: Page, name: string) {
  await page.getByRole('button', { name: `Excluir ${name}`, exact: true }).click();
  return page.getByRole('alertdialog');
}

async function deleteBanner(page: Page, name: string) {
  const question = await askToDelete(page, name);
  await question.getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
}

async function imageOf(db: RunSql, titulo: string): Promise<string> {
  const [banner] = await db<{ imagem_url: string }>(
    'select imagem_url from banners where titulo = $1',
    [titulo],
  );
  return banner!.imagem_url;
}

async function storedImages(db: RunSql): Promise<string[]> {
  const rows = await db<{ name: string }>(
    `select name from storage.objects where bucket_id = 'images' and name like 'banners/%'`,
  );
  return rows.map(({ name }) => name);
}

type Made = { titulo: string; ordem?: number } & Partial<
  Record<
    'descricao' | 'cta_texto' | 'cta_link' | 'imagem_url' | 'status' | 'posicao' | 'tipo',
    string
  >
>;

async function makeBanner(db: RunSql, row: Made): Promise<string> {
  const columns = Object.keys(row);
  const [inserted] = await db<{ id: string }>(
    `insert into banners (${columns.join(', ')})
     values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(row),
  );
  return inserted!.id;
}
