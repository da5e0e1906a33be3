import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { expectNoOverflow } from './support/layout.ts';

test.describe('A period', () => {
  test('is typed and shown in the time of São Paulo, by keyboard, and listed in the history', async ({
    browser,
    adminPage,
    db,
  }) => {
    const context = await browser.newContext({
      storageState: await adminPage.context().storageState(),
      timezoneId: 'Asia/Tokyo',
    });
    const page = await context.newPage();
    await page.goto('/banners/adicionar');
    await page.getByLabel('Título').fill('Natal');
    await page.getByLabel('Início da exibição').focus();
    // These keys give the same value in every format of the browser: day or month first, with or without AM/PM.
    await page.keyboard.type('111120260800A');
    await page.getByLabel('Fim da exibição').fill('2026-11-11T08:00');
    await page.keyboard.press('ControlOrMeta+S');
    const ends = page.getByLabel('Fim da exibição');
    await expect(ends).toHaveAccessibleDescription('O fim deve ser depois do início.');
    await expect(ends).toBeFocused();
    await expectAccessible(page);
    await ends.fill('2026-12-25T23:59');
    await page.keyboard.press('ControlOrMeta+S');
    await expect(page).toHaveURL('/banners');
    expect(await db(`select starts_at, ends_at from banners where titulo = 'Natal'`)).toEqual([
      { starts_at: new Date('2026-11-11T11:00:00Z'), ends_at: new Date('2026-12-26T02:59:00Z') },
    ]);
    await page.getByRole('link', { name: 'Natal', exact: true }).click();
    await expect(page.getByLabel('Início da exibição')).toHaveValue('2026-11-11T08:00');
    await expect(ends).toHaveValue('2026-12-25T23:59');
    await ends.fill('');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page).toHaveURL('/banners');
    await page.getByRole('link', { name: 'Natal', exact: true }).click();
    await page.getByRole('button', { name: 'Mais opções' }).click();
    await page.getByRole('menuitem', { name: 'Histórico' }).click();
    await expect(page.getByRole('dialog')).toContainText('25/12/2026, 23:59');
    await context.close();
  });

  test('that is incomplete does not count as none', async ({ adminPage: page }) => {
    await page.goto('/notificacoes/adicionar');
    await page.getByLabel('Título').fill('Aviso');
    await page.getByLabel('Conteúdo').fill('Texto');
    const starts = page.getByLabel('Início da publicação');
    await starts.focus();
    await page.keyboard.type('11112026');
    await page.keyboard.press('ControlOrMeta+S');
    await expect(starts).toHaveAccessibleDescription('Informe dia e hora, como 30/11/2026 18:00.');
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoOverflow(page);
    await starts.fill('2026-11-20T08:00');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page).toHaveURL('/notificacoes');
  });
});

test.describe('Banners in their list', () => {
  const order = async (db: RunSql) =>
    (await db<{ titulo: string }>('select titulo from banners order by ordem, id')).map(
      ({ titulo }) => titulo,
    );

  test.beforeEach(async ({ db }) => {
    await db('delete from public.banners');
    for (const titulo of ['Um', 'Dois', 'Três'])
      await db('insert into public.banners (titulo) values ($1)', [titulo]);
  });

  test('are moved by keyboard, by a menu and by drag, and the order is undone', async ({
    adminPage: page,
    db,
  }) => {
    await page.goto('/banners');
    const handle = (titulo: string) => page.getByRole('button', { name: `Mover ${titulo}` });
    await handle('Um').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => order(db)).toEqual(['Dois', 'Um', 'Três']);
    await expect(handle('Um')).toBeFocused();
    await expect(page.getByRole('row').nth(1)).toContainText('Dois');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => order(db)).toEqual(['Dois', 'Três', 'Um']);
    await handle('Três').press('Enter');
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Mover para cima' }).click();
    await expect.poll(() => order(db)).toEqual(['Três', 'Dois', 'Um']);
    await expect(page.getByRole('row').nth(1)).toContainText('Três');
    await handle('Um').dragTo(page.getByRole('row').nth(1));
    await expect.poll(() => order(db)).toEqual(['Um', 'Três', 'Dois']);
    await page.getByRole('button', { name: 'Desfazer' }).last().click();
    await expect.poll(() => order(db)).toEqual(['Três', 'Dois', 'Um']);
    await page.goto('/banners?ordem=titulo');
    await expect(page.getByRole('row')).toHaveCount(4);
    await expect(handle('Um')).toHaveCount(0);
  });

  test('are ordered by their number: its previous banner moves on, and the form shows the position before', async ({
    adminPage: page,
    db,
  }) => {
    await db(
      `update banners set ordem = case titulo when 'Um' then 1 when 'Dois' then 2 else 0 end`,
    );
    await page.goto('/banners/adicionar');
    const number = page.getByLabel('Ordem');
    await expect(number).toHaveAccessibleDescription(
      '0 vem antes de 1. Aparecerá em 2º lugar, depois de "Três".',
    );
    await page.getByLabel('Título').fill('Novo');
    await number.fill('2');
    await expect(number).toHaveAccessibleDescription(
      '0 vem antes de 1. Aparecerá em 3º lugar, depois de "Um".',
    );
    await number.fill('1');
    await expect(number).toHaveAccessibleDescription(
      '0 vem antes de 1. Aparecerá em 2º lugar, depois de "Três".',
    );
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page).toHaveURL('/banners');
    await expect(page.getByRole('row').nth(2)).toContainText('Novo');
    await expect(page.getByRole('row').nth(4)).toContainText('Dois');
    expect(await order(db)).toEqual(['Três', 'Novo', 'Um', 'Dois']);
    await page.getByRole('button', { name: 'Desfazer a alteração de Novo' }).click();
    await expect.poll(() => order(db)).toEqual(['Três', 'Um', 'Dois']);
    expect(await db(`select ordem from banners order by ordem`)).toEqual(
      [0, 1, 2].map((ordem) => ({ ordem })),
    );
  });

  test('that another user moved meanwhile are unchanged', async ({ adminPage: page, db }) => {
    await page.goto('/banners');
    const first = page.getByRole('button', { name: 'Mover Um' });
    await first.focus();
    await db(`update banners set ordem = 9 where titulo = 'Um'`);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText(/^Falha ao mover banner: outra pessoa/)).toBeVisible();
    expect(await order(db)).toEqual(['Dois', 'Três', 'Um']);
    await expect(page.getByRole('row').nth(3)).toContainText('Um');
  });

  test('show whether they are on air', async ({ adminPage: page, db }) => {
    await db(`update banners set starts_at = now() + interval '1 day' where titulo = 'Um'`);
    await db(`update banners set starts_at = now() - interval '1 day' where titulo = 'Dois'`);
    await db(`update banners set ends_at = now() - interval '1 day' where titulo = 'Três'`);
    await page.goto('/banners');
    const row = (titulo: string) => page.getByRole('row').filter({ hasText: titulo });
    await expect(row('Um')).toContainText('Agendado a partir de');
    await expect(row('Dois')).toContainText('No ar desde');
    await expect(row('Três')).toContainText('Encerrado, fora do ar terminou em');
    await db(`insert into banners (titulo, ordem) values ('Sempre', 90)`);
    await page.reload();
    await expect(row('Sempre')).toContainText('AtivoNo ar');
    await db(`update banners set status = 'Inativo' where titulo = 'Sempre'`);
    await page.reload();
    await expect(row('Sempre')).toContainText('Inativo');
    await expect(row('Sempre')).not.toContainText('No ar');
    await db(`delete from banners where titulo = 'Sempre'`);
    await page.reload();
    // 'Ativo' is green only if the banner is on air or scheduled.
    const [scheduled, ended] = [row('Um'), row('Três')].map((each) =>
      each
        .getByRole('cell')
        .filter({ hasText: /^Ativo/ })
        .getByText('Ativo', { exact: true }),
    );
    const colorOf = (element: Element) => getComputedStyle(element).color;
    expect(await ended!.evaluate(colorOf)).not.toBe(await scheduled!.evaluate(colorOf));
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoOverflow(page);
    await page.getByRole('button', { name: 'Opções de Três' }).click();
    await page.getByRole('menuitem', { name: 'Mover para o início' }).click();
    await expect.poll(() => order(db)).toEqual(['Três', 'Um', 'Dois']);
  });
});

test('An Administrador sets the readers of each audience', async ({
  adminPage: page,
  colaboradorPage,
  backend,
  db,
}) => {
  await db(`update catalogue_readers set todos = 'ninguem', menu_parceiros = 'ninguem'`);
  await db(
    `insert into banners (titulo, posicao) values ('Público', 'todos'), ('Restrito', 'parceiros')`,
  );
  await page.goto('/dashboard');
  const config = await page.locator('#vitrine-config').textContent();
  const { publicKey } = JSON.parse(config ?? '{}') as { publicKey: string };
  const read = async (audience: string) => {
    const url = `${backend.url}/rest/v1/rpc/catalogo_banners?publico=${audience}`;
    const response = await fetch(url, { headers: { apikey: publicKey } });
    if (!response.ok) return response.status;
    const banners = (await response.json()) as { titulo: string }[];
    const made = ['Público', 'Restrito'];
    return banners.map(({ titulo }) => titulo).filter((titulo) => made.includes(titulo));
  };
  expect(await read('todos')).toBe(401);
  await page.getByRole('button', { name: 'Menu do usuário' }).click();
  await page.getByRole('menuitem', { name: 'Acesso de outros sistemas' }).click();
  const partners = page.getByLabel('Menu de Parceiros');
  await expect(partners).toHaveValue('ninguem');
  await partners.selectOption('Qualquer pessoa, sem senha');
  await expectAccessible(page);
  // A second Administrador changes a different audience (`catalogo_distribuidores`) meanwhile.
  await db(`update catalogue_readers set catalogo_distribuidores = 'quem_entrou'`);
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Acesso de outros sistemas atualizado com sucesso!')).toBeVisible();
  expect(await read('menu_parceiros')).toEqual(['Público', 'Restrito']);
  expect(await read('todos')).toBe(401);
  expect(await db('select catalogo_distribuidores as readers from catalogue_readers')).toEqual([
    { readers: 'quem_entrou' },
  ]);
  await page.goto('/atividade');
  await expect(page.getByText('alterou "Menu de Parceiros"').first()).toBeVisible();
  await db(
    `update catalogue_readers set menu_parceiros = 'ninguem', catalogo_distribuidores = 'ninguem'`,
  );
  await colaboradorPage.goto('/dashboard');
  await colaboradorPage.getByRole('button', { name: 'Menu do usuário' }).click();
  await expect(
    colaboradorPage.getByRole('menuitem', { name: 'Acesso de outros sistemas' }),
  ).toHaveCount(0);
});

test('The page of docs/reading.md shows the records on air', async ({ page, backend, db }) => {
  await db(`update catalogue_readers set todos = 'todos'`);
  await db(`with category as (insert into categories (name) values ('Loja') returning id)
    insert into products (name, subtitle, mini_description, description, sku, category_id, real_price, promo_price)
    select 'Açaí da loja', 'a', 'a', 'a', 'LOJA-1', id, 1234.5, 999.9 from category`);
  await page.goto('/login');
  const config = await page.locator('#vitrine-config').textContent();
  const { publicKey } = JSON.parse(config ?? '{}') as { publicKey: string };
  const text = await readFile(new URL('../docs/reading.md', import.meta.url), 'utf8');
  const [, example = ''] = /```html\n(.*?)```/s.exec(text) ?? [];
  const body = example
    .replaceAll('https://vitrine.example', backend.url)
    .replaceAll('<public key>', publicKey);
  await page.route('**/loja.html', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/loja.html');
  await expect(page.getByText('Açaí da loja: R$ 999,90')).toBeVisible();
  await db(`update catalogue_readers set todos = 'ninguem'`);
});

test('A promotional price outside of its period is muted, with the reason', async ({
  adminPage: page,
  db,
}) => {
  await db(`with category as (insert into categories (name) values ('Período') returning id)
    insert into products (name, subtitle, mini_description, description, sku, category_id, real_price, promo_price, promo_starts_at, promo_ends_at)
    select 'Período ' || sku, 'a', 'a', 'a', sku, id, 10, 8, starts, ends from category, (values
      ('PER-1', now() + interval '1 day', null), ('PER-2', null, now() - interval '1 day'), ('PER-3', null, now() + interval '1 day')
    ) as given (sku, starts, ends)`);
  await page.goto('/produtos?busca=PER-');
  const row = (sku: string) => page.getByRole('row').filter({ hasText: sku });
  await expect(row('PER-1')).toContainText('R$ 8,00 agendado');
  await expect(row('PER-2')).toContainText('R$ 8,00 encerrado');
  await expect(row('PER-3')).toContainText('−20 %');
  await expectAccessible(page);
});
