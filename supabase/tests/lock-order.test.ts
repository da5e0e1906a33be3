import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginTransactionAs, openTestDatabase, type TestDatabase } from './database.ts';
import { insertCategory, makeSheetCells } from './records.ts';

const SKUS = ['A', 'B', 'C'] as const;
const INSERT = `insert into public.products (id, name, subtitle, mini_description, description, sku, category_id, real_price)
  select $1, 'Produto', 's', 'm', 'd', $2, category.id, 10 from public.categories as category`;

let db: TestDatabase;
/** The connection whose order of locks is tested. */
let caller: pg.Client;
/** The connection of another user, who holds the first lock. */
let other: pg.Client;

beforeAll(async () => {
  db = await openTestDatabase();
  await insertCategory(db, 'Bebidas');
  [caller, other] = [await db.connect(), await db.connect()];
  // Without index scans, a statement that does not sort its rows locks them in their order on disk.
  await caller.query('set enable_indexscan = off; set enable_bitmapscan = off');
});
beforeEach(async () => {
  await db.sql('truncate public.products, private.staged_batches cascade');
});
afterAll(() => db.drop());

/** Inserts one product per SKU. Product A has the lowest id, and is the last on disk. */
async function products(): Promise<string[]> {
  const ids = SKUS.map((_, place) => `0000000${place}-0000-4000-8000-000000000000`);
  for (const place of [2, 1, 0]) await db.sql(INSERT, [ids[place], SKUS[place]]);
  return ids;
}

/** Plans a change of these products, from the highest id to the lowest. */
async function planChange(ids: string[], change: object): Promise<string> {
  const id = randomUUID();
  await db.as('colaborador', 'select public.plan_change($1, $2, $3, $4)', [
    id,
    'products',
    JSON.stringify({ ids: ids.toReversed() }),
    JSON.stringify(change),
  ]);
  return id;
}

/** Plans an import of the SKUs, from the last one to the first. */
async function planImport(): Promise<string> {
  const id = randomUUID();
  const rows = SKUS.toReversed().map((sku, place) => {
    return { place: place + 2, cells: makeSheetCells({ sku, real_price: 11 }) };
  });
  const batch = { id, area: 'products', file_name: 'p.csv', total: rows.length };
  await db.as('colaborador', 'select public.stage_rows($1, $2)', [
    JSON.stringify(batch),
    JSON.stringify(rows),
  ]);
  await db.as('colaborador', 'select public.plan_import($1)', [id]);
  return id;
}

const INACTIVE = { kind: 'set', column: 'status', value: 'Inativo' };
const STEP = 'select public.apply_batch($1, 1)';

const WRITERS: Record<string, (ids: string[]) => Promise<[string, unknown]>> = {
  'a bulk change': async (ids) => [STEP, await planChange(ids, INACTIVE)],
  'a deletion of many': async (ids) => [STEP, await planChange(ids, { kind: 'delete' })],
  'an import of stored products': async () => [STEP, await planImport()],
  'an undo of a bulk change': async (ids) => {
    const [step] = await db.as<{ batch: number }>(
      'colaborador',
      `select (public.apply_batch($1, 1) ->> 'batch')::int as batch`,
      [await planChange(ids, INACTIVE)],
    );
    return ['select public.undo_batch($1)', step?.batch];
  },
};

describe('locks are taken in one order', () => {
  for (const [writer, prepare] of Object.entries(WRITERS)) {
    it(`${writer} waits for the lowest id before it locks a higher one`, async () => {
      const ids = await products();
      const [statement, value] = await prepare(ids);
      await other.query('begin');
      await other.query('select from public.products where id = $1 for update', [ids[0]]);
      await beginTransactionAs(caller, 'colaborador');
      const written = caller.query(statement, [value]);
      await db.waitForLock();
      const free = await other.query<{ sku: string }>(
        'select sku from public.products where id <> $1 order by sku for update skip locked',
        [ids[0]],
      );
      await other.query('rollback');
      await written;
      await caller.query('commit');
      expect(free.rows).toEqual([{ sku: 'B' }, { sku: 'C' }]);
    });
  }

  it('an import of new products waits for the first SKU before it inserts another one', async () => {
    const id = await planImport();
    await other.query('begin');
    await other.query(INSERT, [randomUUID(), 'A']);
    await beginTransactionAs(caller, 'colaborador');
    const written = caller.query(STEP, [id]);
    await db.waitForLock();
    // If the import had inserted C already, this insert of C would wait for the import.
    await other.query(`set local lock_timeout = '2s'`);
    const inserted = await Promise.allSettled([other.query(INSERT, [randomUUID(), 'C'])]);
    await other.query('rollback');
    await written;
    await caller.query('commit');
    expect(inserted).toMatchObject([{ status: 'fulfilled' }]);
    expect(await db.sql('select sku from public.products order by sku')).toHaveLength(3);
  });
});
