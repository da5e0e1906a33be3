import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, INSUFFICIENT_PRIVILEGE, type TestDatabase } from './database.ts';
import type { TestCaller } from './people.ts';
import { insertCategory } from './records.ts';

let db: TestDatabase;
let category: string;
beforeAll(async () => {
  db = await openTestDatabase();
  category = await insertCategory(db, 'Em uso');
});
afterAll(() => db.drop());

async function numbersFor(person: TestCaller = 'administrador') {
  const [row] = await db.as<{ numbers: Record<string, number> }>(
    person,
    'select public.needs_attention() as numbers',
  );
  return row!.numbers;
}

/** Inserts products with a picture and no problem. `columns` sets additional columns, to create problems. */
async function addProducts(count: number, columns: Record<string, string> = {}) {
  const rows = await db.sql<{ id: string }>(
    `insert into public.products (
       name, subtitle, mini_description, description, sku, category_id, real_price
       ${Object.keys(columns)
         .map((name) => `, ${name}`)
         .join('')}
     )
     select 'Produto', 's', 'm', 'd', gen_random_uuid()::text, $1, 10
       ${Object.values(columns)
         .map((value) => `, ${value}`)
         .join('')}
     from generate_series(1, $2)
     returning id`,
    [category, count],
  );
  await db.sql(
    `insert into public.product_images (product_id, url, is_main)
     select id, 'https://vitrine.exemplo/storage/v1/object/public/product-images/main/a.png', true
     from unnest($1::uuid[]) as id`,
    [rows.map(({ id }) => id)],
  );
  return rows.map(({ id }) => id);
}

const FILTERS = {
  without_image: { image: 'missing' },
  promo_ended: { promo: 'ended' },
  promo_without_discount: { promo: 'no_discount' },
  in_inactive_category: { category_state: 'inactive' },
  broken_link: { link: 'broken' },
};

it('counts nothing if nothing needs attention', async () => {
  await addProducts(2);
  expect(await numbersFor()).toEqual({
    ...Object.fromEntries(Object.keys(FILTERS).map((name) => [name, 0])),
    pending_distribuidores: 0,
    banners_without_image: 0,
  });
});

it('counts products by reason, and equals the list with its filter', async () => {
  const [withoutPicture] = await addProducts(1);
  await db.sql('delete from public.product_images where product_id = $1', [withoutPicture]);
  await addProducts(2, { promo_price: '8', promo_ends_at: `now() - interval '1 second'` });
  await addProducts(5, { promo_price: '8', promo_ends_at: `now() + interval '1 day'` });
  await addProducts(3, { promo_price: '10' });
  await addProducts(4, { button_link: `'https://exemplo.com:99999'` });
  await addProducts(1, { button_link: `'https://exemplo.com'` });
  const closed = await insertCategory(db, 'Fechada');
  await db.sql('update public.categories set is_active = false where id = $1', [closed]);
  category = closed;
  await addProducts(6);
  const numbers = await numbersFor('colaborador');
  expect(numbers).toMatchObject({
    without_image: 1,
    promo_ended: 2,
    promo_without_discount: 3,
    broken_link: 4,
    in_inactive_category: 6,
  });
  for (const [name, filters] of Object.entries(FILTERS)) {
    const [list] = await db.as<{ total: string }>(
      'colaborador',
      `select public.find_products(filters => $1) ->> 'total' as total`,
      [filters],
    );
    expect(Number(list!.total), name).toBe(numbers[name]);
  }
});

it('counts distribuidores that have been Pendente for more than seven days', async () => {
  await db.sql(
    `insert into public.distribuidores (name, email, phone, address, status, created_at, plan_id)
     select 'Norte', 'norte@exemplo.com', '91999990000', 'nº 1', status, now() - age::interval, plan.id
     from public.plans as plan, (
       values ('Pendente', '7 days 1 second'), ('Pendente', '6 days 23 hours'), ('Ativo', '9 days')
     ) as given (status, age)
     where plan.name = 'Pro'`,
  );
  expect((await numbersFor()).pending_distribuidores).toBe(1);
});

it('counts banners for users who may open them', async () => {
  await db.sql(
    `insert into public.banners (titulo, imagem_url) values ('Sem', null),
       ('Com', 'https://vitrine.exemplo/storage/v1/object/public/images/banners/a.png')`,
  );
  expect((await numbersFor()).banners_without_image).toBe(1);
  expect(await numbersFor('colaborador')).not.toHaveProperty('banners_without_image');
});

it('stops counting at 10,000 and then returns 10,001', async () => {
  await db.sql('set session_replication_role = replica');
  await addProducts(10_050, { promo_price: '10' });
  await db.sql('set session_replication_role = origin');
  await db.sql('select private.refill_findable_products()');
  expect((await numbersFor()).promo_without_discount).toBe(10_001);
});

it('is for staff only', async () => {
  for (const person of ['anon', 'loginWithoutProfile', 'signedOutAdministrador'] as const)
    expect((await db.attempt(person, 'select public.needs_attention()')).code).toBe(
      INSUFFICIENT_PRIVILEGE,
    );
});
