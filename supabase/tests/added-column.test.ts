import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from './database.ts';
import type { TestCaller } from './people.ts';
import { insertCategory, backdateHistory, makeProductRow } from './records.ts';
import { NEXT_STEP_SQL } from './staged-batches.ts';
import {
  COLUMN_MIGRATION,
  PROTECTED_COLUMN_MIGRATION,
  countMigrationLines,
  runMigration,
} from './trial-migrations.ts';

type Product = { id: string; version: number; garantia: string | null; estoque: number };
type Saved = { status: string; product: Product };
type Entries = {
  entries: { batch: number; kind: string; changes: { before: object; after: object }[] }[];
};
type Exported = { rows: Record<string, unknown>[] };

/** Values of columns that clients cannot write, as sent in a request. */
const FORGED = {
  estoque: 99,
  version: 77,
  created_at: '2001-01-01T00:00:00Z',
  search_text: 'forged',
};

let db: TestDatabase;
let category: string;
let deletedEarly: { id: string; batch: number };

beforeAll(async () => {
  db = await openTestDatabase();
  category = await insertCategory(db);
  const { product } = await save({ sku: 'EARLY' });
  await call('delete_product', [product.id]);
  deletedEarly = { id: product.id, batch: await call('batch_of', ['products', product.id]) };
  await runMigration(db, COLUMN_MIGRATION);
  await runMigration(db, PROTECTED_COLUMN_MIGRATION);
});
beforeEach(async () => {
  await db.sql('truncate public.products, private.staged_batches cascade');
  await backdateHistory(db);
});
afterAll(() => db.drop());

function call<T>(name: string, values: unknown[], person: TestCaller = 'colaborador') {
  return db.call<T>(person, name, values);
}

function save(fields: object, version: number | null = null) {
  const whole = version === null ? { ...makeProductRow(), category_id: category } : {};
  return call<Saved>('save_product', [{ ...whole, ...fields }, null, version]);
}

async function readProduct(id: string) {
  const [row] = await db.sql<Product>(
    `select id, sku, name, real_price::float8, garantia, estoque, version, search_text,
      created_at > now() - interval '3 days' as is_recent from public.products where id = $1`,
    [id],
  );
  return row ?? expect.unreachable('no product');
}

async function importRows(cells: object[]) {
  const id = randomUUID();
  const rows = cells.map((one, place) => ({ place: place + 2, cells: one }));
  await call('stage_rows', [
    { id, area: 'products', file_name: 'p.csv', total: rows.length },
    JSON.stringify(rows),
  ]);
  await call('plan_import', [id]);
  const [step] = await db.as<{ result: object }>('colaborador', NEXT_STEP_SQL, [id, 1000, 0]);
  return step?.result;
}

const newest = async (id: string) => {
  const [entry] = (await call<Entries>('record_history', ['products', id])).entries;
  return entry ?? expect.unreachable('no history');
};

describe('a column of products that one migration adds', () => {
  it('is a migration of at most 15 lines without a function of its own', () => {
    expect(countMigrationLines(COLUMN_MIGRATION)).toBeLessThanOrEqual(15);
    expect(COLUMN_MIGRATION).not.toMatch(/function/);
  });

  it('is written on create and on save, and keeps its value when a save omits it', async () => {
    const { product } = await save({ garantia: '1 ano' });
    expect(product).toMatchObject({ garantia: '1 ano', version: 1 });
    const changed = await save({ id: product.id, garantia: '2 anos' }, 1);
    expect(changed.product).toMatchObject({ garantia: '2 anos', version: 2 });
    await save({ id: product.id, subtitle: 'Outro' }, 2);
    expect(await readProduct(product.id)).toMatchObject({ garantia: '2 anos', version: 3 });
    await save({ id: product.id, garantia: null }, 3);
    expect(await readProduct(product.id)).toMatchObject({ garantia: null });
  });

  it('is duplicated and exported', async () => {
    const { product } = await save({ garantia: '1 ano' });
    const copy = await call<Saved>('duplicate_product', [product.id]);
    expect(copy.product).toMatchObject({ garantia: '1 ano', name: 'Açaí 500 ml (Cópia)' });
    const { rows } = await call<Exported>('export_products', []);
    expect(rows.map(({ garantia }) => garantia)).toEqual(['1 ano', '1 ano']);
  });

  it('is imported into a new and into an existing product', async () => {
    const { product } = await save({ garantia: '1 ano' });
    const other = { ...makeProductRow({ sku: 'NOVO', category: 'Bebidas' }), garantia: '3 anos' };
    expect(await importRows([{ sku: 'ACAI-500', garantia: '2 anos' }, other])).toMatchObject({
      counts: { changed: 1, created: 1 },
    });
    expect(await readProduct(product.id)).toMatchObject({ garantia: '2 anos' });
    const made = await db.sql(`select garantia from public.products where sku = 'NOVO'`);
    expect(made).toEqual([{ garantia: '3 anos' }]);
    const long = { sku: 'ACAI-500', garantia: 'x'.repeat(101) };
    expect(await importRows([long])).toMatchObject({ counts: { refuse: 1 } });
  });

  it('appears in the history, and can be undone and restored', async () => {
    const { product } = await save({ garantia: '1 ano' });
    await save({ id: product.id, garantia: '2 anos' }, 1);
    const entry = await newest(product.id);
    expect(entry.changes).toMatchObject([
      { before: { garantia: '1 ano' }, after: { garantia: '2 anos' } },
    ]);
    await call('undo_batch', [entry.batch]);
    expect(await readProduct(product.id)).toMatchObject({ garantia: '1 ano' });
    await call('restore_record', ['products', product.id, entry.batch]);
    expect(await readProduct(product.id)).toMatchObject({ garantia: '2 anos' });
    await call('restore_record', ['products', product.id, entry.batch, 'garantia']);
    expect(await readProduct(product.id)).toMatchObject({ garantia: '1 ano' });
    await call('delete_product', [product.id]);
    await call('undo_batch', [await call<number>('batch_of', ['products', product.id])]);
    expect(await readProduct(product.id)).toMatchObject({ garantia: '1 ano' });
  });

  it('gets its default in a product deleted before the column was added', async () => {
    await db.sql(`alter table private.batches disable trigger refuse_rewriting`);
    await db.sql(`update private.batches set at = now() - interval '1 hour' where id = $1`, [
      deletedEarly.batch,
    ]);
    await db.sql(`alter table private.batches enable trigger refuse_rewriting`);
    await call('restore_trashed', [deletedEarly.batch, [deletedEarly.id]]);
    expect(await readProduct(deletedEarly.id)).toMatchObject({
      sku: 'EARLY',
      garantia: null,
      estoque: 0,
    });
  });
});

describe('a column that clients cannot write', () => {
  let product: Product;
  beforeEach(async () => {
    ({ product } = await save({}));
    await db.sql('update public.products set estoque = 5');
    product = await readProduct(product.id);
  });

  it('does not change when a save or a creation sends it', async () => {
    await save({ id: product.id, ...FORGED, subtitle: 'Outro' }, product.version);
    expect(await readProduct(product.id)).toEqual({ ...product, version: product.version + 1 });
    const made = await save({ ...FORGED, sku: 'OUTRO' });
    expect(await readProduct(made.product.id)).toMatchObject({
      estoque: 0,
      version: 1,
      is_recent: true,
      search_text: 'acai 500 ml\noutro',
    });
  });

  it('is not copied', async () => {
    const copy = await call<Saved>('duplicate_product', [product.id]);
    expect(copy.product).toMatchObject({ estoque: 0, version: 1 });
  });

  it('is not exported', async () => {
    const { rows } = await call<Exported>('export_products', []);
    expect(rows).toHaveLength(1);
    for (const name of ['id', ...Object.keys(FORGED)]) expect(rows[0]).not.toHaveProperty(name);
  });

  it('does not change when a spreadsheet contains it', async () => {
    const other = { ...makeProductRow({ sku: 'NOVO', category: 'Bebidas' }), ...FORGED };
    const result = await importRows([{ sku: 'ACAI-500', ...FORGED, subtitle: 'Outro' }, other]);
    expect(result).toMatchObject({ counts: { changed: 1, created: 1 } });
    expect(await readProduct(product.id)).toMatchObject({
      estoque: 5,
      version: product.version + 1,
    });
    const [made] = await db.sql(
      `select estoque, version, created_at > now() - interval '1 hour' as is_new from public.products where sku = 'NOVO'`,
    );
    expect(made).toEqual({ estoque: 0, version: 1, is_new: true });
    expect(
      await importRows([{ sku: 'ACAI-500', version: 'not a number', estoque: {} }]),
    ).toMatchObject({
      counts: { keep: 1 },
    });
  });

  it('is refused in a bulk change, even if the area lists it', async () => {
    const change = (column: string) =>
      call('plan_change', [
        randomUUID(),
        'products',
        { ids: [product.id] },
        { kind: 'set', column, value: '9' },
      ]);
    await db.sql(
      `update private.areas set bulk_columns = bulk_columns || '{estoque}' where name = 'products'`,
    );
    for (const column of ['id', ...Object.keys(FORGED)])
      await expect(change(column)).rejects.toMatchObject({ code: '22023' });
    await expect(change('tipo')).resolves.toMatchObject({ status: 'planned' });
  });

  it('does not change when its batch is undone or restored', async () => {
    const both = `update public.products set estoque = estoque + 10, real_price = real_price + 1`;
    await db.sql(both);
    const { batch } = await newest(product.id);
    await db.sql('update public.products set estoque = 30');
    const decisions = { [`products/${product.id}/estoque`]: { value: 99 } };
    expect(await call('undo_batch', [batch, decisions])).toMatchObject({ status: 'undone' });
    expect(await readProduct(product.id)).toMatchObject({ estoque: 30, real_price: 24.9 });
    for (const column of ['estoque', 'version', 'created_at'])
      expect(await call('restore_record', ['products', product.id, batch, column])).toEqual({
        status: 'nothing',
      });
    expect(await call('restore_record', ['products', product.id, batch])).toMatchObject({
      status: 'undone',
    });
    expect(await readProduct(product.id)).toMatchObject({ estoque: 30, real_price: 25.9 });
  });

  it('leaves nothing to undo if a batch changed only this column', async () => {
    await db.sql('update public.products set estoque = 6');
    const { batch } = await newest(product.id);
    expect(await call('undo_batch', [batch])).toEqual({ status: 'nothing', batch: null });
    expect(await call('undo_batch', [batch, {}, null, '', 1])).toMatchObject({ status: 'nothing' });
    expect(await readProduct(product.id)).toMatchObject({ estoque: 6 });
  });

  it('is restored with its deleted product, whatever value the client sends', async () => {
    await call('delete_product', [product.id]);
    const batch = await call<number>('batch_of', ['products', product.id]);
    const decisions = { [`products/${product.id}/estoque`]: { value: 99 } };
    await call('undo_batch', [batch, decisions]);
    expect(await readProduct(product.id)).toMatchObject({ estoque: 5, is_recent: true });
  });

  it('is not copied with a banner', async () => {
    const [banner] = await db.sql<{ id: string }>(
      `insert into public.banners (titulo, version, created_at) values ('Verão', 9, '2001-01-01') returning id`,
    );
    const { banner: copy } = await call<{ banner: object }>(
      'duplicate_banner',
      [banner!.id],
      'administrador',
    );
    expect(copy).toMatchObject({ titulo: 'Verão (Cópia)', version: 1 });
    expect(copy).not.toMatchObject({ created_at: expect.stringContaining('2001') });
  });
});
