import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginTransactionAs, openTestDatabase, type TestDatabase } from './database.ts';
import type { TestCaller } from './people.ts';
import { insertCategory, makeSheetCells } from './records.ts';

const PEOPLE = ['administrador', 'colaborador'] as const;
const ROUNDS = 5;

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
  await insertCategory(db);
});
afterAll(() => db.drop());

it('lets two users import the same new and stored products in opposite orders', async () => {
  const clients = [await db.connect(), await db.connect()];
  const codes: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const skus = Array.from({ length: 600 }, (_, place) => `R${round}-${place}`);
    // In odd rounds all products are new: then only the unique index makes one transaction wait for the other.
    const stored = round % 2 ? [] : skus.filter((_, place) => place % 2 === 0);
    await db.sql(
      `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
      select 'a', 'a', 'a', 'a', sku, category.id, 11 from unnest($1::text[]) as sku, public.categories as category`,
      [stored],
    );
    const imports = [
      await planImport(PEOPLE[0], skus, 10),
      await planImport(PEOPLE[1], skus.toReversed(), 12),
    ];
    const results = await Promise.allSettled(
      imports.map((id, place) => applyImport(clients[place]!, PEOPLE[place]!, id)),
    );
    codes.push(
      ...results.map((result) => (result.status === 'fulfilled' ? 'ok' : codeOf(result.reason))),
    );
    const [prices] = await db.sql<{ prices: number[] }>(
      `select array_agg(distinct real_price::float) as prices from public.products where sku like $1`,
      [`R${round}-%`],
    );
    // The first import wrote all products. The second import found them changed and wrote none.
    expect(prices?.prices).toHaveLength(1);
  }
  expect(codes).toEqual(Array(ROUNDS * 2).fill('ok'));
}, 120_000);

async function planImport(person: TestCaller, skus: string[], price: number) {
  const id = randomUUID();
  const opening = { id, area: 'products', file_name: 'p.csv', total: skus.length };
  const rows = skus.map((sku, place) => ({
    place: place + 2,
    cells: makeSheetCells({ sku, real_price: price }),
  }));
  await db.as(person, 'select public.stage_rows($1, $2)', [
    JSON.stringify(opening),
    JSON.stringify(rows),
  ]);
  await db.as(person, 'select public.plan_import($1)', [id]);
  return id;
}

async function applyImport(client: pg.Client, person: TestCaller, id: string) {
  await beginTransactionAs(client, person);
  try {
    await client.query('select public.apply_batch($1, 1)', [id]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

function codeOf(error: unknown) {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
