import type { Locator, Page, Request, Response } from '@playwright/test';
import { areas } from '../src/areas/index.ts';
import { expect, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { changeAllFields, emptyOptionalFields, saveForm } from './support/every-field.ts';
import { respondWithServerError } from './support/failing.ts';
import { expectPageTitle } from './support/pages.ts';

test.use({ hasMotion: true });

// After a save, a list shows the row from the response to the save, until the list is refetched. The refetched row must
// equal that row. The tests cover every area, and the fields that `changeAllFields` and `emptyOptionalFields` change.

for (const area of Object.values(areas)) {
  test(`${area.path}: the row right after a save equals the refetched row`, async ({
    adminPage: page,
    db,
  }) => {
    const id = await makeRow[area.table](db);
    const row = page.locator('tr', { has: page.locator(`.row-link[href$="/${id}"]`) });
    await page.goto(`${area.path}?busca=linha+gravada`);
    for (const fill of [changeAllFields, emptyOptionalFields]) {
      await row.locator('.row-link').click();
      await expectPageTitle(page, `Editar ${area.one}`);
      const form = page.locator('main form');
      await expect(form).toBeVisible();
      // Wait for all fields, because the groups outside the window render later.
      await waitForPaint(page);
      const filled = await fill(form);
      expect(filled.length).toBeGreaterThan(0);
      const list = await holdList(page, area.table);
      const saved = page.waitForResponse((response) => isSave(response, area.table));
      await saveForm(form);
      const written = await saved;
      await expectPageTitle(page, area.title);
      await list.requested;
      const early = await shown(row);
      const read = await list.release();
      await waitForPaint(page);
      expect(await shown(row), `after ${fill.name} of ${filled.join(', ')}`).toEqual(early);
      // Compare hidden columns too: the form shows them while the record is loading.
      expect(await rowOf(read, id)).toEqual(await rowOf(written, id));
    }
    await db(`delete from ${area.table} where id = $1`, [id]);
  });
}

test('/perfil: the row of the signed-in user in the list of users right after a save equals the refetched row', async ({
  adminPage: page,
  db,
}) => {
  const own = `select id, name, company, phone, avatar_url from profiles where email = 'ana@vitrine.exemplo'`;
  const [ana] = await db<Record<'id', string>>(own);
  const row = page.locator('tr', { has: page.locator(`.row-link[href$="/${ana!.id}"]`) });
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first();
  await page.goto('/usuarios');
  await expect(row).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Editar Perfil' }).click();
  const form = page.locator('main form');
  await changeAllFields(
    form,
    'input[name=name], input[name=company], input[name=phone], input[type=file]',
  );
  await saveForm(form);
  await page.waitForURL('/dashboard');
  const list = await holdList(page, 'profiles');
  await link('Usuários').click();
  await expectPageTitle(page, 'Usuários');
  await list.requested;
  const early = await shown(row);
  await list.release();
  await waitForPaint(page);
  expect(await shown(row)).toEqual(early);
  await db(
    `update profiles set name = $2, company = $3, phone = $4, avatar_url = $5 where id = $1`,
    Object.values(ana!),
  );
});

test.describe('/produtos', () => {
  test('shows neither NaN nor a price that was never typed in the first 300 ms after a save', async ({
    adminPage: page,
    db,
  }) => {
    const id = await makeRow.products(db);
    const row = page.locator('tr', { has: page.locator(`.row-link[href$="/${id}"]`) });
    await page.goto('/produtos?busca=linha+gravada');
    await row.locator('.row-link').click();
    await page.getByLabel('Preço de venda').fill('12,50');
    const list = await holdList(page, 'products');
    await watchTexts(page);
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expectPageTitle(page, 'Produtos');
    await list.requested;
    await page.waitForTimeout(300);
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    expect(seen.filter((text) => /NaN|R\$\s0,00/.test(text))).toEqual([]);
    expect(seen.filter((text) => text.includes('12,50')).length).toBeGreaterThan(0);
    await expect(row).toContainText('R$ 12,50');
    await expect(row.locator('s')).toHaveCount(0);
    await list.release();
    await db('delete from products where id = $1', [id]);
  });

  test('the row shows the stored values after two failed changes in the list', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    const id = await makeRow.products(db);
    const row = page.locator('tr', { has: page.locator(`.row-link[href$="/${id}"]`) });
    await page.goto('/produtos?busca=linha+gravada');
    const { promise: refused, resolve: refuse } = Promise.withResolvers<void>();
    await page.route(
      '**/rpc/save_product',
      async (route) => (await refused, respondWithServerError(route)),
    );
    for (const typed of ['12', '13']) {
      await row.locator('.row-link').focus();
      await page.keyboard.press('F2');
      await page.getByRole('form').getByLabel('Preço de venda').fill(typed);
      await page.keyboard.press('Enter');
      await expect(row).toContainText(`R$ ${typed},00`);
    }
    const list = await holdList(page, 'products');
    refuse();
    // The row shows one message, and the editor has the value that was entered last.
    const form = page.getByRole('form');
    await expect(form.getByRole('alert')).toHaveText(/^Não foi salvo: /);
    await expect(page.getByRole('alert')).toHaveCount(1);
    await expect(form.getByLabel('Preço de venda')).toHaveValue('13,00');
    await list.requested;
    await expect(row).toContainText('R$ 10,00');
    await list.release();
    await db('delete from products where id = $1', [id]);
  });

  test('the row right after a change in the list equals the refetched row', async ({
    adminPage: page,
    db,
  }) => {
    const id = await makeRow.products(db);
    await db(
      `update products set promo_price = 8, promo_starts_at = now() - interval '1 day', promo_ends_at = now() + interval '1 day' where id = $1`,
      [id],
    );
    const row = page.locator('tr', { has: page.locator(`.row-link[href$="/${id}"]`) });
    await page.goto('/produtos?busca=linha+gravada');
    for (const [label, typed] of [
      ['Preço de venda', '12,50'],
      ['Preço promocional', '9'],
      ['Preço promocional', ''],
      ['Preço promocional', '7'],
    ] as const) {
      await row.locator('.row-link').focus();
      await page.keyboard.press('F2');
      const box = page.getByRole('form').getByLabel(label);
      await box.fill(typed);
      const list = await holdList(page, 'products');
      const saved = page.waitForResponse((response) => isSave(response, 'products'));
      // A second user changes a column that the editor does not show.
      await db(`update products set subtitle = $2 where id = $1`, [id, `De ${label}${typed}`]);
      await box.press('Enter');
      // The first save returns a conflict, because its version is old. The panel then saves with the current version.
      await saved;
      await page.keyboard.press('Escape');
      await list.requested;
      const early = await shown(row);
      const read = await list.release();
      const { subtitle } = await rowOf(read, id);
      expect(subtitle).toBe(`De ${label}${typed}`);
      await waitForPaint(page);
      expect(await shown(row)).toEqual(early);
    }
    await db('delete from products where id = $1', [id]);
  });
});

/**
 * Holds the refetches of a list. `requested` resolves at the first refetch. `release` lets the refetches continue, and
 * returns the response to the first one.
 */
async function holdList(page: Page, table: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: requested, resolve: receive } = Promise.withResolvers<void>();
  const isList = (request: Request) =>
    table === 'products'
      ? request.url().endsWith('/rpc/find_products')
      : request.method() === 'GET' &&
        request.url().includes(`/rest/v1/${table}?`) &&
        request.url().includes('offset=');
  const refetched = page.waitForResponse((response) => isList(response.request()));
  await page.route('**/rest/v1/**', async (route) => {
    if (!isList(route.request())) return route.fallback();
    receive();
    await released;
    await route.fallback();
  });
  return {
    requested,
    async release() {
      release();
      const response = await refetched;
      await page.unroute('**/rest/v1/**');
      return response;
    },
  };
}

function isSave(response: Response, table: string): boolean {
  const url = response.url();
  return table === 'products'
    ? url.endsWith('/rpc/save_product')
    : response.request().method() === 'PATCH' && url.includes(`/rest/v1/${table}?`);
}

/** Returns the row of a record in the response of a list or of a save. */
async function rowOf(response: Response, id: string): Promise<Record<string, unknown>> {
  const body = (await response.json()) as { rows?: Row[]; listed?: Row } | Row[];
  const rows = Array.isArray(body) ? body : (body.rows ?? [body.listed]);
  const row = rows.find((each) => String(each?.id) === id);
  if (!row) throw new Error(`${response.url()} has no row ${id}`);
  return row;
}

type Row = Record<string, unknown>;

/** Returns the inner HTML of each cell of a row. */
function shown(row: Locator): Promise<string[]> {
  return row.evaluate((tr) => Array.from(tr.children, ({ innerHTML }) => innerHTML));
}

/** Waits 100 ms and two frames, after which loaded data is painted. */
function waitForPaint(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())), 100);
      }),
  );
}

/** Begins to record the text of the table in every frame in which it changes. */
function watchTexts(page: Page): Promise<void> {
  return page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    (function look() {
      const text = document.querySelector('tbody')?.textContent;
      if (text && text !== seen.at(-1)) seen.push(text);
      requestAnimationFrame(look);
    })();
  });
}

const company = `'Linha gravada', 'linha@gravada.exemplo', '(11) 91234-5678', 'nº 1', '01001-000', 'Praça da Sé', '1', 'São Paulo', 'SP'`;
const companyColumns = 'name, email, phone, address, cep, logradouro, numero, cidade, estado';

const makeRow: Record<
  (typeof areas)[keyof typeof areas]['table'],
  (db: RunSql) => Promise<string>
> = {
  products: (db) =>
    insert(
      db,
      `with category as (insert into categories (name) values ('Linha uma'), ('Linha duas') returning id)
       insert into products (name, subtitle, mini_description, description, sku, category_id, real_price)
       select 'Linha gravada', 's', 'm', 'd', 'LINHA-1', min(id::text)::uuid, 10 from category returning id`,
    ),
  categories: (db) =>
    insert(db, `insert into categories (name) values ('Linha gravada') returning id`),
  distribuidores: (db) =>
    insert(
      db,
      `insert into distribuidores (${companyColumns}, plan_id)
       select ${company}, id from plans where name = 'Pro' returning id`,
    ),
  parceiros: (db) =>
    insert(db, `insert into parceiros (${companyColumns}) values (${company}) returning id`),
  notificacoes: (db) =>
    insert(
      db,
      `insert into notificacoes (titulo, conteudo) values ('Linha gravada', 'x') returning id`,
    ),
  banners: (db) => insert(db, `insert into banners (titulo) values ('Linha gravada') returning id`),
  profiles: (db) =>
    insert(
      db,
      `with login as (
         insert into auth.users (id, email) values (gen_random_uuid(), 'linha@gravada.exemplo') returning id
       )
       insert into profiles (id, name, email, role)
       select id, 'Linha gravada', 'linha@gravada.exemplo', 'Colaborador' from login
       on conflict (id) do update set name = excluded.name returning id`,
    ),
};

async function insert(db: RunSql, text: string) {
  const [row] = await db<{ id: string }>(text);
  if (!row) throw new Error('The record was not inserted');
  return row.id;
}
