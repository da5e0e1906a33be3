import { areas } from '../src/areas/index.ts';
import { expect, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';

const two = ['Inativo', 'Ativo'];
const twoFeminine = ['Inativa', 'Ativa'];
/** The statuses that a test sets, in this order, on a record that is 'Pendente': they cover all six changes. */
const three = ['Ativo', 'Inativo', 'Pendente', 'Inativo', 'Ativo', 'Pendente'];

const cases = [
  { ...areas.products, statuses: two },
  { ...areas.categories, statuses: twoFeminine },
  { ...areas.distribuidores, statuses: three },
  { ...areas.parceiros, statuses: three },
  { ...areas.notificacoes, statuses: twoFeminine },
  { ...areas.banners, statuses: two },
];

for (const { path, table, statuses } of cases) {
  test(`${path}: any status may follow any other [CONST-05] [CONST-06]`, async ({
    adminPage: page,
    db,
  }) => {
    const id = await makeRow[table]!(db);
    await page.goto(`${path}?busca=muda+de+status`);
    for (const status of statuses) {
      await page.getByRole('link', { name: 'Editar Muda de Status' }).click();
      await page.locator('main').getByLabel('Status', { exact: true }).selectOption(status);
      await page.getByRole('button', { name: 'Salvar', exact: true }).click();
      await expect(page.getByRole('row', { name: 'Muda de Status' })).toContainText(status);
      expect(await statusOf(db, table, id)).toBe(status);
    }
    await db(`delete from ${table} where id = $1`, [id]);
  });
}

async function statusOf(db: RunSql, table: string, id: string) {
  const status =
    table === 'categories' ? `case when is_active then 'Ativa' else 'Inativa' end` : 'status';
  const [row] = await db<{ status: string }>(
    `select ${status} as status from ${table} where id = $1`,
    [id],
  );
  return row?.status;
}

const company = `'Muda de Status', 'muda@empresa.exemplo', '(11) 91234-5678', 'nº 1'`;

const makeRow: Record<string, (db: RunSql) => Promise<string>> = {
  products: (db) =>
    insert(
      db,
      `with category as (insert into categories (name) values ('De quem muda') returning id)
       insert into products (name, subtitle, mini_description, description, sku, category_id, real_price)
       select 'Muda de Status', 's', 'm', 'd', 'MUDA-1', id, 1 from category returning id`,
    ),
  categories: (db) =>
    insert(db, `insert into categories (name) values ('Muda de Status') returning id`),
  distribuidores: (db) =>
    insert(
      db,
      `insert into distribuidores (name, email, phone, address, plan_id)
       select ${company}, id from plans where name = 'Pro' returning id`,
    ),
  parceiros: (db) =>
    insert(
      db,
      `insert into parceiros (name, email, phone, address) values (${company}) returning id`,
    ),
  notificacoes: (db) =>
    insert(
      db,
      `insert into notificacoes (titulo, conteudo) values ('Muda de Status', 'x') returning id`,
    ),
  banners: (db) =>
    insert(db, `insert into banners (titulo) values ('Muda de Status') returning id`),
};

async function insert(db: RunSql, text: string) {
  const [row] = await db<{ id: string }>(text);
  return row?.id ?? '';
}
