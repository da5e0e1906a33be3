import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { insertCategory } from './records.ts';

const PRODUCTS = 50;

let db: TestDatabase;
let category: string;
beforeAll(async () => {
  db = await openTestDatabase();
  category = await insertCategory(db);
  await db.sql(
    `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
    select 'Produto ' || n, 's', 'm', 'd', 'P-' || n, $1, 10 from generate_series(1, $2) as n`,
    [category, PRODUCTS],
  );
  await db.sql(`set track_functions = 'all'`);
});
afterAll(() => db.drop());

/** Runs a statement as Administrador, and counts how often it calls these functions. */
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
  // Proves that calls are counted: `is_undone` is called for each record.
  expect(undone).toBeGreaterThanOrEqual(PRODUCTS);
  expect(depth).toBe(1);
  expect(columns).toBeLessThan(PRODUCTS); // records_to_undo reads the columns of every public table
});

it('a step of a restoration does not read the records that earlier steps restored', async () => {
  await db.as('administrador', 'delete from public.products');
  const batch = await lastBatch();
  const deleted = await db.sql<{ id: string }>(
    'select record_id as id from private.changes where batch = $1 order by record_id',
    [batch],
  );
  const ids = deleted.map(({ id }) => id);
  const restore = 'select public.restore_trashed($1, $2)';
  const half = PRODUCTS / 2;
  await db.as('administrador', restore, [batch, ids.slice(0, half)]);
  const next = [batch, ids.slice(half, half + 1)];
  const [undone] = await callsDuring(restore, next, ['is_undone']);
  expect(undone).toBeGreaterThan(0);
  expect(undone).toBeLessThan(10);

  await db.sql(`insert into private.changes (batch, table_name, row_id, area, record_id, kind)
    select batch, table_name, row_id, area, record_id, 'discard' from private.changes
    where batch = ${batch} and record_id = '${ids.at(-1)}'`);
  await db.as('administrador', restore, [batch, ids.slice(half + 1)]);
  const root = 'select is_reverted from private.batches where id = $1';
  expect(await db.sql(root, [batch])).toEqual([{ is_reverted: true }]);
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
