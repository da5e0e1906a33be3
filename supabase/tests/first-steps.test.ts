import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, INSUFFICIENT_PRIVILEGE, type TestDatabase } from './database.ts';
import { ANA_ID, type TestCaller } from './people.ts';
import { insertCategory } from './records.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.drop());

async function steps(person: TestCaller) {
  const [row] = await db.as<{ steps: Record<string, boolean> | null }>(
    person,
    'select public.first_steps() as steps',
  );
  return row!.steps;
}

it('are returned one by one until there are ten products', async () => {
  expect(await steps('administrador')).toEqual({
    password: false,
    category: false,
    product: false,
    people: true, // `openTestDatabase` has created Ana and Bruno
    backup: false,
  });
  const category = await insertCategory(db);
  await db.sql(
    `insert into private.batches (actor, area, record_id, kind) values ($1, 'profiles', $1::uuid::text, 'password')`,
    [ANA_ID],
  );
  expect(await steps('administrador')).toMatchObject({ password: true, category: true });
  expect(await steps('colaborador')).toEqual({ password: false, category: true, product: false });
  const add = (from: number, to: number) =>
    db.sql(
      `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
       select 'P', 's', 'm', 'd', 'P-' || n, $1, 1 from generate_series($2::integer, $3::integer) as n`,
      [category, from, to],
    );
  await add(1, 9);
  expect(await steps('administrador')).toMatchObject({ product: true });
  await add(10, 10);
  expect(await steps('administrador')).toBeNull();
});

it('are for staff only', async () => {
  for (const person of ['anon', 'loginWithoutProfile', 'signedOutAdministrador'] as const)
    expect((await db.attempt(person, 'select public.first_steps()')).code).toBe(
      INSUFFICIENT_PRIVILEGE,
    );
});
