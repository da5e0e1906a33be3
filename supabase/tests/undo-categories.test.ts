import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { insertCategory, makeProductRow } from './records.ts';
import { applyNextStep } from './staged-batches.ts';

type Result = { status: string; batch: number; after?: string; left?: number };

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  await db.sql('truncate public.products, public.categories, private.staged_batches cascade');
});
afterAll(() => db.drop());

const call = <T = Result>(name: string, values: unknown[]) =>
  db.call<T>('colaborador', name, values);

/** Imports `many` products (A, B, C …), each with a new category. Returns the id of the batch in the history. */
async function importWithCategories(many: number) {
  const id = randomUUID();
  const rows = Array.from({ length: many }, (_, place) => {
    const name = String.fromCodePoint(65 + place);
    return {
      place: place + 2,
      cells: { ...makeProductRow({ sku: name, name }), category: `Nova ${name}` },
    };
  });
  const opening = { id, area: 'products', file_name: 'a.csv', creates_categories: true };
  await call('stage_rows', [JSON.stringify({ ...opening, total: many }), JSON.stringify(rows)]);
  await call('plan_import', [id]);
  const { batch } = await applyNextStep<Result>(db, id);
  return batch;
}

/** Undoes a batch in steps of two records, like the panel after a timeout. */
async function undoInSteps(batch: number) {
  let left = 0;
  let after: string | undefined = '';
  for (let steps = 0; steps < 40; steps += 1) {
    const step: Result = await call('undo_batch', [batch, '{}', null, after, 2]);
    left += step.left ?? 0;
    after = step.after;
    if (step.status !== 'undoing') return { ...step, left };
  }
  return expect.unreachable('the undo does not end');
}

const names = async (table: string) =>
  (await db.sql(`select name from public.${table} order by name`)).map((row) => row['name']);
const idOf = async (table: string, name: string) => {
  const [row] = await db.sql<{ id: string }>(`select id from public.${table} where name = $1`, [
    name,
  ]);
  return row?.id ?? '';
};
const categoriesOfProducts = async () =>
  (
    await db.sql(
      `select category.name from public.products as product
       join public.categories as category on category.id = product.category_id order by product.name`,
    )
  ).map((row) => row['name']);
const lastBatch = async () => {
  const [row] = await db.sql<{ id: number }>('select max(id)::int as id from private.batches');
  return row?.id ?? 0;
};

/** Returns whether the activity lists a batch as undone. */
async function isUndone(batch: number) {
  const { entries } = await db.call<{ entries: { batch: number; undone: boolean }[] }>(
    'administrador',
    'activity',
    [],
  );
  return entries.find((entry) => entry.batch === batch)?.undone;
}

describe('an undo, in steps, of an import that created categories', () => {
  it('deletes the categories after all of their products, and a redo restores them first', async () => {
    const batch = await importWithCategories(6);
    const undone = await undoInSteps(batch);
    expect(undone).toMatchObject({ status: 'undone', left: 0 });
    expect([await names('products'), await names('categories')]).toEqual([[], []]);
    expect(await undoInSteps(undone.batch)).toMatchObject({ status: 'undone', left: 0 });
    expect(await names('products')).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
    expect(await names('categories')).toHaveLength(6);
  });

  it('keeps the categories that other products have used since, and counts them', async () => {
    const batch = await importWithCategories(4);
    await db.as('administrador', `update public.products set name = 'A mudado' where sku = 'A'`);
    await db.sql(
      `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
      values ('De outra pessoa', 's', 'm', 'd', 'OUTRO', $1, 1)`,
      [await idOf('categories', 'Nova B')],
    );
    expect(await undoInSteps(batch)).toMatchObject({ status: 'undone', left: 3 });
    expect(await names('products')).toEqual(['A mudado', 'De outra pessoa']);
    expect(await names('categories')).toEqual(['Nova A', 'Nova B']);
  });
});

it.each([
  ['at once', (batch: number) => call('undo_batch', [batch])],
  ['in steps', undoInSteps],
])('the undo of an import, %s, counts no product that was deleted since', async (_how, undo) => {
  const batch = await importWithCategories(3);
  await db.as('administrador', `delete from public.products where sku = 'A'`);
  const { left = 0, ...undone } = await undo(batch);
  expect([undone['status'], left, await isUndone(batch)]).toEqual(['undone', 0, true]);
  expect([await names('products'), await names('categories')]).toEqual([[], []]);
});

it('the undo of an import keeps a category whose product stays', async () => {
  const batch = await importWithCategories(2);
  await db.as('administrador', `update public.products set name = 'A mudado' where sku = 'A'`);
  const decisions = { [`products/${await idOf('products', 'A mudado')}`]: 'keep' };
  expect(await call('undo_batch', [batch, JSON.stringify(decisions)])).toMatchObject({
    status: 'undone',
    left: 1,
  });
  expect(await names('products')).toEqual(['A mudado']);
  expect(await names('categories')).toEqual(['Nova A']);
});

it('the undo of a category is refused while products use it, with the number of these products', async () => {
  const batch = await importWithCategories(1);
  const only = await idOf('categories', 'Nova A');
  await expect(call('undo_batch', [batch, '{}', only])).rejects.toThrow(
    '1 produto usa esta categoria.',
  );
});

it('restoring products from the trash restores the category that was deleted with them', async () => {
  const batch = await importWithCategories(3);
  const { batch: deletion } = await call('undo_batch', [batch]);
  const [first] = await db.sql<{ record_id: string }>(
    `select record_id from private.changes where batch = $1 and area = 'products' order by 1`,
    [deletion],
  );
  expect(await call('restore_trashed', [deletion, [first?.record_id]])).toMatchObject({
    status: 'undone',
    left: 0,
  });
  expect(await names('products')).toHaveLength(1);
  expect(await names('categories')).toHaveLength(1);
});

describe('an undo that would move products to a deleted category', () => {
  /** Moves product A to the category 'Outra' and deletes its old category. Returns the batches of both changes. */
  async function moveAndDelete() {
    await importWithCategories(1);
    const other = await insertCategory(db, 'Outra');
    await db.as('colaborador', 'update public.products set category_id = $1', [other]);
    const move = await lastBatch();
    await db.as('colaborador', `delete from public.categories where name = 'Nova A'`);
    return { move, deletion: await lastBatch() };
  }

  it('names the category to restore first', async () => {
    const { move, deletion } = await moveAndDelete();
    const words = 'A categoria "Nova A" foi excluída depois. Restaure-a primeiro.';
    await expect(call('undo_batch', [move])).rejects.toThrow(words);
    const restore = ['products', await idOf('products', 'A'), move, 'category_id'];
    await expect(call('restore_record', restore)).rejects.toThrow(words);
    await call('undo_batch', [deletion]);
    expect(await call('undo_batch', [move])).toMatchObject({ status: 'undone' });
  });

  it('reports that the category was deleted permanently', async () => {
    const { move, deletion } = await moveAndDelete();
    const [category] = await db.sql<{ record_id: string }>(
      'select record_id from private.changes where batch = $1',
      [deletion],
    );
    await call('discard_records', [deletion, [category?.record_id]]);
    await expect(call('undo_batch', [move])).rejects.toThrow(
      'A categoria "Nova A" foi apagada de vez: nenhum produto pode voltar a ela.',
    );
  });

  it('does not change that product if the batch has others', async () => {
    await importWithCategories(3);
    const other = await insertCategory(db, 'Outra');
    await db.as('colaborador', 'update public.products set category_id = $1', [other]);
    const move = await lastBatch();
    await db.as('colaborador', `delete from public.categories where name = 'Nova B'`);
    expect(await call('undo_batch', [move])).toMatchObject({ status: 'undone', left: 1 });
    expect(await categoriesOfProducts()).toEqual(['Nova A', 'Outra', 'Nova C']);
    await db.as('colaborador', `delete from public.products`);
    const deletion = await lastBatch();
    await db.as('colaborador', `delete from public.categories where name = 'Nova C'`);
    expect(await undoInSteps(deletion)).toMatchObject({ status: 'undone', left: 1 });
    expect(await names('products')).toEqual(['A', 'B']);
    const [left] = await db.sql<{ record_id: string }>(
      `select record_id from private.changes where batch = $1 and before ->> 'name' = 'C'`,
      [deletion],
    );
    await expect(call('undo_batch', [deletion, '{}', left?.record_id])).rejects.toThrow(
      'A categoria "Nova C" foi excluída depois.',
    );
  });

  it.each([
    ['at once', (batch: number) => call('undo_batch', [batch])],
    ['in steps', undoInSteps],
  ])('leaves that product, %s, to a second undo', async (_how, undo) => {
    await importWithCategories(3);
    const other = await insertCategory(db, 'Outra');
    await db.as('colaborador', 'update public.products set category_id = $1', [other]);
    const move = await lastBatch();
    await db.as('colaborador', `delete from public.categories where name = 'Nova B'`);
    const deletion = await lastBatch();
    const undone = await undo(move);
    expect([undone.left, await isUndone(move)]).toEqual([1, false]);
    await call('undo_batch', [deletion]);
    const rest = await undo(move);
    expect([rest.left ?? 0, await isUndone(move)]).toEqual([0, true]);
    expect(await categoriesOfProducts()).toEqual(['Nova A', 'Nova B', 'Nova C']);
  });

  it('is not listed as undone after the undo, redo and undo of one of its products', async () => {
    await importWithCategories(2);
    const other = await insertCategory(db, 'Outra');
    await db.as('colaborador', 'update public.products set category_id = $1', [other]);
    const move = await lastBatch();
    const [one] = await db.sql<{ id: string }>(
      'select id from public.products order by name limit 1',
    );
    const { batch: undo } = await call('undo_batch', [move, '{}', one?.id]);
    const { batch: redo } = await call('undo_batch', [undo]);
    await call('undo_batch', [redo]);
    expect(await isUndone(move)).toBe(false);
    await call('undo_batch', [move]);
    expect(await isUndone(move)).toBe(true);
  });

  it('is listed as undone by a second undo, if a product has its earlier category already', async () => {
    await importWithCategories(3);
    const other = await insertCategory(db, 'Outra');
    await db.as('colaborador', 'update public.products set category_id = $1', [other]);
    const move = await lastBatch();
    await db.as(
      'colaborador',
      `update public.products set category_id = (select id from public.categories where name = 'Nova A')
       where sku = 'A'`,
    );
    await undoInSteps(move);
    await call('undo_batch', [move]);
    const { conflicts = [] } = await call<{ conflicts?: { key: string }[] }>('undo_batch', [move]);
    await call('undo_batch', [
      move,
      JSON.stringify(Object.fromEntries(conflicts.map(({ key }) => [key, 'keep']))),
    ]);
    expect(await isUndone(move)).toBe(true);
  });

  it('is listed as not undone once some of its products are moved again', async () => {
    await importWithCategories(2);
    const other = await insertCategory(db, 'Outra');
    await db.as('colaborador', 'update public.products set category_id = $1', [other]);
    const move = await lastBatch();
    const { batch: undo } = await call('undo_batch', [move]);
    expect(await isUndone(move)).toBe(true);
    await db.as('colaborador', `delete from public.products where sku = 'A'`);
    expect(await call('undo_batch', [undo])).toMatchObject({ status: 'undone', left: 1 });
    expect(await isUndone(move)).toBe(false);
  });
});

it('an undo of many deletions leaves records that were deleted permanently since', async () => {
  await importWithCategories(5);
  await db.as('colaborador', 'delete from public.products');
  const deletion = await lastBatch();
  // Discard all records of the first step of the undo, and one record of the second step.
  const rows = await db.sql<{ record_id: string; name: string }>(
    `select record_id, before ->> 'name' as name from private.changes where batch = $1 order by record_id`,
    [deletion],
  );
  const ids = rows.slice(0, 3).map(({ record_id }) => record_id);
  await call('discard_records', [deletion, ids]);
  expect(await undoInSteps(deletion)).toMatchObject({ status: 'undone', left: 3 });
  expect(await isUndone(deletion)).toBe(true);
  const restored = rows.slice(3).map(({ name }) => name);
  expect(await names('products')).toEqual(restored.toSorted());
});
