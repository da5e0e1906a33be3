import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  beginTransactionAs,
  openTestDatabase,
  INSUFFICIENT_PRIVILEGE,
  type TestDatabase,
} from './database.ts';
import type { TestCaller } from './people.ts';
import { insertCategory } from './records.ts';

const TABLES = ['products', 'categories', 'distribuidores', 'parceiros'];
const ADD = 'insert into public.categories (name) select $1 || n from generate_series(1, $2) as n';
const MERGE_INTERVAL = 100;

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  await db.sql('truncate public.categories, public.products cascade');
});
afterAll(() => db.drop());

async function countRows(table = 'categories', person: TestCaller = 'colaborador') {
  const [row] = await db.as<{ count: string }>(person, 'select public.count_rows($1) as count', [
    table,
  ]);
  return Number(row?.count);
}

/** Counts the rows of a table with `count(*)`, to compare with the stored number. */
async function rowsOf(table = 'categories') {
  const [row] = await db.sql<{ count: string }>(`select count(*) from public.${table}`);
  return Number(row?.count);
}

async function countNotes() {
  return (await db.sql('table private.row_changes')).length;
}

it('counts inserted and deleted rows, one by one, together or through a product', async () => {
  expect(await countRows()).toBe(0);
  await db.sql(ADD, ['a', 5]);
  const category = await insertCategory(db, 'Polpas');
  expect(await countRows()).toBe(6);
  await db.sql(
    `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
     select 'Polpa', 'Leve', 'Mini', 'Descrição', 'P-' || n, $1, 1 from generate_series(1, 3) as n`,
    [category],
  );
  const [product] = await db.sql<{ id: string }>('select id from public.products limit 1');
  await db.as('colaborador', 'select public.duplicate_product($1)', [product!.id]);
  await db.as('colaborador', 'select public.delete_product($1)', [product!.id]);
  await db.sql(`update public.products set name = 'Outra polpa'`);
  expect(await countRows('products')).toBe(3);
  await db.sql(`delete from public.categories where name like 'a%'`);
  await db.sql(`delete from public.categories where name = 'nenhuma'`);
  expect(await countRows()).toBe(1);
  await db.sql('truncate public.categories cascade');
  expect([await countRows(), await countRows('products')]).toEqual([0, 0]);
});

it('is for staff only, and for these four tables', async () => {
  for (const table of TABLES) expect(await countRows(table)).toBe(await rowsOf(table));
  const codeOf = async (person: TestCaller, table = 'products') =>
    (await db.attempt(person, 'select public.count_rows($1)', [table])).code;
  for (const person of ['anon', 'loginWithoutProfile', 'signedOutAdministrador'] as const)
    expect(await codeOf(person)).toBe(INSUFFICIENT_PRIVILEGE);
  expect(await codeOf('administrador', 'profiles')).toBe('22023');
});

it('follows each transaction: open and rolled-back ones change nothing', async () => {
  await db.sql(ADD, ['a', 3]);
  const other = await db.connect();
  await beginTransactionAs(other, 'colaborador');
  await other.query(ADD, ['b', 4]);
  expect(await countRows()).toBe(3);
  expect((await other.query('select public.count_rows($1)', ['categories'])).rows).toEqual([
    { count_rows: '7' },
  ]);
  await other.query('savepoint half');
  await other.query(`delete from public.categories where name like 'a%'`);
  await other.query('rollback to half');
  await other.query('commit');
  expect(await countRows()).toBe(7);
  await beginTransactionAs(other, 'colaborador');
  await other.query('delete from public.categories');
  await other.query('rollback');
  expect(await countRows()).toBe(7);
});

it('does not make concurrent saves wait, and is exact after all of them', async () => {
  const random = seededRandom(5);
  const people: pg.Client[] = await Promise.all(Array.from({ length: 6 }, () => db.connect()));
  let mostNotes = 0;
  await Promise.all(
    people.map(async (client, number) => {
      await client.query('set lock_timeout = 2000');
      for (let round = 0; round < 60; round += 1) {
        await client.query('begin');
        await client.query(ADD, [`${number}-${round}-`, 1 + Math.floor(random() * 3)]);
        await client.query('delete from public.categories where name like $1', [
          `${number}-${round - 3}-%`,
        ]);
        await client.query(random() < 0.3 ? 'rollback' : 'commit');
        const { rows } = await client.query('table private.row_changes');
        mostNotes = Math.max(mostNotes, rows.length);
      }
    }),
  );
  expect(await countRows()).toBe(await rowsOf());
  expect(await rowsOf()).toBeGreaterThan(0);
  // A merge leaves in `row_changes` only the notes of transactions that were open during the merge.
  expect(mostNotes).toBeLessThan(5 * MERGE_INTERVAL);
});

it('merges notes while another transaction does the same', async () => {
  const other = await db.connect();
  await other.query('begin');
  for (let added = 0; added < MERGE_INTERVAL + 1; added += 1)
    await other.query(ADD, [`b${added}`, 1]); // this transaction has merged its notes, and is still open
  for (let added = 0; added < MERGE_INTERVAL + 1; added += 1) await db.sql(ADD, [`a${added}`, 1]);
  expect(await countRows()).toBe(MERGE_INTERVAL + 1);
  await other.query('rollback');
  expect(await countRows()).toBe(MERGE_INTERVAL + 1);
  expect(await rowsOf()).toBe(MERGE_INTERVAL + 1);
});

it('is recounted after a load without triggers', async () => {
  await db.sql('set session_replication_role = replica');
  await db.sql(ADD, ['a', 4]);
  await db.sql('set session_replication_role = origin');
  expect(await countRows()).toBe(0);
  await db.sql('select private.recount_rows()');
  expect(await countRows()).toBe(4);
  expect(await countNotes()).toBe(TABLES.length);
});

function seededRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
