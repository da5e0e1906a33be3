import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type TestDatabase } from './database.ts';
import { aCategory } from './records.ts';

const PRODUCTS = 50;

let db: TestDatabase;
let category: string;
beforeAll(async () => {
  db = await openDatabase();
  category = await aCategory(db);
  await db.sql(
    `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
    select 'Produto ' || n, 's', 'm', 'd', 'P-' || n, $1, 10 from generate_series(1, $2) as n`,
    [category, PRODUCTS],
  );
  await db.sql(`set track_functions = 'all'`);
});
afterAll(() => db.drop());

/** The calls of these functions while a statement of a user runs. */
async function callsDuring(statement: string, values: unknown[], functions: string[]) {
  const calls = async () => {
    await db.sql('select pg_stat_force_next_flush()');
    const rows = await db.sql<{ funcname: string; calls: number }>(
      `select funcname, calls::int from pg_stat_user_functions where funcname = any ($1)`,
      [functions],
    );
    return new Map(rows.map((row) => [row.funcname, row.calls]));
  };
  const before = await calls();
  await db.as('administrador', statement, values);
  const after = await calls();
  return functions.map((name) => (after.get(name) ?? 0) - (before.get(name) ?? 0));
}

const lastBatch = async () => {
  const [row] = await db.sql<{ id: string }>('select max(id) as id from private.batches');
  return row?.id;
};

it('an undo reads the rights, the columns and the foreign keys of a table once, not for every row', async () => {
  await db.as('administrador', `update public.products set status = 'Inativo'`);
  const batch = await lastBatch();
  const read = 'select private.undoable_changes($1, null)';
  expect(await callsDuring(read, [batch], ['may_see_changes', 'client_columns'])).toEqual([1, 1]);

  const undo = 'select public.undo_batch($1)';
  const functions = ['client_columns', 'reference_depth', 'is_undone'];
  const [columns, depth, undone] = await callsDuring(undo, [batch], functions);
  // Proves that the calls are counted: the undone state is stored per record.
  expect(undone).toBeGreaterThanOrEqual(PRODUCTS);
  expect(depth).toBe(1);
  expect(columns).toBeLessThan(PRODUCTS); // records_to_undo reads the columns of every public table
});

it('creating a record reads the columns of its table once, not for every column', async () => {
  const product = { name: 'Novo', subtitle: 's', mini_description: 'm', description: 'd' };
  const more = { sku: 'NOVO', category_id: category, real_price: 10 };
  const [columns] = await callsDuring(
    'select private.insert_record($1, $2)',
    ['products', JSON.stringify({ ...product, ...more })],
    ['client_columns'],
  );
  expect(columns).toBe(1);
});
