import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, INSUFFICIENT_PRIVILEGE, type TestDatabase } from './database.ts';
import { BRUNO_ID, TEST_CALLERS, type TestCaller } from './people.ts';
import { TABLE_PERMISSIONS, TABLES_WITHOUT_HISTORY } from './permission-table.ts';
import {
  insertCategory,
  makeProductRow,
  fillEveryTable,
  toPictureFiles,
  insertStorageObjects,
} from './records.ts';
import { savePictures } from './staged-batches.ts';

type Conflict = {
  key: string;
  kind: string;
  column?: string;
  was?: unknown;
  now?: unknown;
  unit?: string[];
  version?: number;
};
type Result = {
  status: string;
  batch: number | null;
  conflicts?: Conflict[];
  names?: Record<string, string>;
  returning_files: unknown[];
  lost_pictures: number;
  removed_files: unknown[];
};
type Saved = { id: string; version: number };

const A = 'https://vitrine.exemplo/storage/v1/object/public/product-images/main/a.png';
const B = 'https://vitrine.exemplo/storage/v1/object/public/product-images/main/b.png';
const C = 'https://vitrine.exemplo/storage/v1/object/public/product-images/main/c.png';
const D = 'https://vitrine.exemplo/storage/v1/object/public/product-images/main/d.png';

let db: TestDatabase;
let category: string;
let product: Saved;

beforeAll(async () => {
  db = await openTestDatabase();
  await insertStorageObjects(db, A, B, C, D);
});
beforeEach(async () => {
  await db.sql('delete from public.products; delete from public.categories');
  category = await insertCategory(db);
  product = await save({ ...makeProductRow(), category_id: category }, [{ url: A, is_main: true }]);
});
afterAll(() => db.drop());

async function save(fields: object, images: object[] | null, version?: number): Promise<Saved> {
  const [row] = await db.as<{ saved: { product: Saved } }>(
    'colaborador',
    'select public.save_product($1, $2, $3) as saved',
    [JSON.stringify(fields), images && JSON.stringify(images), version ?? null],
  );
  return row?.saved.product ?? expect.unreachable('not saved');
}

/** Saves fields and pictures of the current product. */
async function change(fields: object, images: object[] | null = null) {
  product = await save({ id: product.id, ...fields }, images, product.version);
}

async function fetchBatchId(area: string, id: unknown, version: number | null = null) {
  const [row] = await db.as<{ batch: string }>(
    'administrador',
    'select public.batch_of($1, $2, $3) as batch',
    [area, id, version],
  );
  return Number(row?.batch ?? expect.unreachable('no batch'));
}

/** Undoes a batch. Sends a decision `restore` as the current version of the product. */
async function undo(
  batch: number,
  decisions: Record<string, unknown> = {},
  person: TestCaller = 'colaborador',
) {
  const [stored] = await db.sql<{ version: number }>(
    'select version from public.products where id = $1',
    [product.id],
  );
  const sent = Object.entries(decisions).map(([key, decision]) => [
    key,
    decision === 'restore' ? { version: stored?.version ?? null } : decision,
  ]);
  const [row] = await db.as<{ result: Result }>(
    person,
    'select public.undo_batch($1, $2) as result',
    [batch, JSON.stringify(Object.fromEntries(sent))],
  );
  return row?.result ?? expect.unreachable('no result');
}

async function undoSave(decisions: Record<string, unknown> = {}) {
  return undo(await fetchBatchId('products', product.id, product.version), decisions);
}

async function readProduct(id = product.id) {
  const [row] = await db.sql<Record<string, unknown>>(
    `select product.*, real_price::float as real_price, (
      select array_agg(url order by is_main desc, position) from public.product_images where product_id = product.id
    ) as images from public.products as product where id = $1`,
    [id],
  );
  return row;
}

describe('undoing a save', () => {
  it('restores its changes, pictures included, as a batch that can be undone', async () => {
    await change({ real_price: 99, name: 'Errado' }, [{ url: B, is_main: true }, { url: A }]);
    const version = product.version;
    const { status, batch } = await undoSave();
    expect(status).toBe('undone');
    expect(await readProduct()).toMatchObject({
      name: 'Açaí 500 ml',
      real_price: 24.9,
      images: [A],
      version: version + 1,
    });

    await undo(batch ?? 0);
    expect(await readProduct()).toMatchObject({ name: 'Errado', real_price: 99, images: [B, A] });
  });

  it('deletes a created record', async () => {
    expect((await undoSave()).removed_files).toEqual(toPictureFiles(A));
    expect(await readProduct()).toBeUndefined();
  });

  it('does not change columns that others changed in the record', async () => {
    await change({ real_price: 99 });
    const batch = await fetchBatchId('products', product.id, product.version);
    await change({ name: 'Açaí grande' });
    expect((await undo(batch)).status).toBe('undone');
    expect(await readProduct()).toMatchObject({ name: 'Açaí grande', real_price: 24.9 });
  });

  it('asks for a decision on each field that was changed again, and writes nothing before', async () => {
    const other = await insertCategory(db, 'Sorvetes');
    await change({ real_price: 99, category_id: other, name: 'Errado' });
    const batch = await fetchBatchId('products', product.id, product.version);
    await change({ real_price: 30, category_id: await insertCategory(db, 'Bolos') });
    const first = await undo(batch);
    const key = `products/${product.id}`;
    expect(first.status).toBe('conflict');
    expect(first.conflicts).toMatchObject([
      { key: `${key}/real_price`, kind: 'changed', was: 24.9, now: 30 },
      { key: `${key}/category_id`, kind: 'changed', was: category },
    ]);
    expect(Object.values(first.names ?? {}).toSorted()).toEqual(['Bebidas', 'Bolos']);
    expect(await readProduct()).toMatchObject({ name: 'Errado', real_price: 30 });

    const decided = { [`${key}/real_price`]: 'keep', [`${key}/category_id`]: 'restore' };
    expect((await undo(batch, decided)).status).toBe('undone');
    expect(await readProduct()).toMatchObject({
      name: 'Açaí 500 ml',
      real_price: 30,
      category_id: category,
    });
  });

  it('asks before it deletes a created record that was changed since', async () => {
    const batch = await fetchBatchId('products', product.id, 1);
    await change({ name: 'Melhorado' });
    const key = `products/${product.id}`;
    expect((await undo(batch)).conflicts).toMatchObject([{ key, kind: 'later' }]);
    await undo(batch, { [key]: 'restore' });
    expect(await readProduct()).toBeUndefined();
  });

  it('asks before it deletes a created record with a value that partly undone changes left', async () => {
    const creation = await fetchBatchId('products', product.id, product.version);
    await change({ real_price: 20, promo_price: 15 });
    const first = await fetchBatchId('products', product.id, product.version);
    await change({ promo_price: null });
    const second = await fetchBatchId('products', product.id, product.version);
    const key = `products/${product.id}`;
    const restored = { [`${key}/real_price`]: 'restore', [`${key}/promo_price`]: 'restore' };
    expect(await undo(first, restored)).toMatchObject({ status: 'undone' });
    expect(await undo(second, restored)).toMatchObject({ status: 'undone' });
    const [row] = await db.sql('select promo_price from public.products where id = $1', [
      product.id,
    ]);
    expect(row).toEqual({ promo_price: '15.00' });
    expect(await undo(creation)).toMatchObject({
      status: 'conflict',
      conflicts: [{ key: `products/${product.id}`, kind: 'later' }],
    });
  });

  it('asks about prices and their period together, and restores all of them or none', async () => {
    const [starts, ends] = ['2026-01-01T03:00:00+00:00', '2026-02-01T03:00:00+00:00'];
    await change({ real_price: 20, promo_price: 15, promo_starts_at: starts, promo_ends_at: ends });
    await change({ promo_price: null });
    const removal = await fetchBatchId('products', product.id, product.version);
    await change({ promo_price: 12 });
    const { conflicts = [] } = await undo(removal);
    const columns = ['promo_price', 'promo_starts_at', 'promo_ends_at'];
    expect(new Set(conflicts.map(({ column }) => column))).toEqual(new Set(columns));
    expect(conflicts).toMatchObject(
      columns.map(() => ({ unit: ['real_price', ...columns], version: product.version })),
    );
    const key = `products/${product.id}`;
    const kept = Object.fromEntries(columns.map((column) => [`${key}/${column}`, 'keep']));
    await undo(removal, { ...kept, [`${key}/promo_ends_at`]: 'restore' });
    const stored = 'select promo_price::float, promo_ends_at from public.products';
    expect(await db.sql(stored)).toEqual([{ promo_price: 12, promo_ends_at: null }]);
  });

  it('asks about an address as a whole, although later only its number was changed', async () => {
    const parts = { cep: '66000-000', logradouro: 'Rua A', cidade: 'Belém', estado: 'PA' };
    const [{ id }] = (await db.as<{ id: string }>(
      'colaborador',
      `insert into public.parceiros (name, email, phone, address, cep, logradouro, numero, cidade, estado)
        values ('D', 'd@d.com', '1', 'nº 1', $1, $2, '1', $3, $4) returning id`,
      Object.values(parts),
    )) as [{ id: string }];
    const [{ version }] = (await db.as<{ version: number }>(
      'colaborador',
      `update public.parceiros set address = 'nº 2', cep = '04000-000', logradouro = 'Rua B', numero = '2',
        cidade = 'São Paulo', estado = 'SP' where id = $1 returning version`,
      [id],
    )) as [{ version: number }];
    await db.as('administrador', `update public.parceiros set numero = '3' where id = $1`, [id]);
    const batch = await fetchBatchId('parceiros', id, version);
    const { conflicts = [] } = await undo(batch);
    expect(new Set(conflicts.map(({ column }) => column))).toEqual(
      new Set(['address', 'cep', 'cidade', 'estado', 'logradouro', 'numero']),
    );
    await undo(batch, Object.fromEntries(conflicts.map(({ key }) => [key, 'keep'])));
    const [row] = await db.sql('select cep, numero, cidade from public.parceiros where id = $1', [
      id,
    ]);
    expect(row).toEqual({ cep: '04000-000', numero: '3', cidade: 'São Paulo' });
  });

  it('restores a unit as a whole, also the columns that only a later change wrote', async () => {
    const unit = `promo_price::float, promo_starts_at, promo_ends_at is null as is_open`;
    const stored = `select ${unit} from public.products`;
    await change({ promo_price: 15, promo_starts_at: '2026-01-01T03:00:00+00:00' });
    const before = await db.sql(stored);
    await change({ promo_price: 16 });
    const batch = await fetchBatchId('products', product.id, product.version);
    await change({ promo_price: null });
    await change({ promo_price: 12, promo_ends_at: '2030-01-01T03:00:00+00:00' });
    const { conflicts = [] } = await undo(batch);
    expect(new Set(conflicts.map(({ column }) => column))).toEqual(
      new Set(['promo_price', 'promo_starts_at', 'promo_ends_at']),
    );
    await undo(batch, Object.fromEntries(conflicts.map(({ key }) => [key, 'restore'])));
    expect(await db.sql(stored)).toEqual(before);
  });

  it('restores a column of a version with its unit, also after a later change of the others', async () => {
    await change({ promo_price: 15, promo_starts_at: '2026-01-01T03:00:00+00:00' });
    const stored = 'select promo_price::float, promo_starts_at, promo_ends_at from public.products';
    const before = await db.sql(stored);
    await change({ promo_price: 16 });
    const batch = await fetchBatchId('products', product.id, product.version);
    await change({ promo_ends_at: '2030-01-01T03:00:00+00:00' });
    await db.call('colaborador', 'restore_record', ['products', product.id, batch, 'promo_price']);
    expect(await db.sql(stored)).toEqual(before);
  });

  it('asks again if the record was saved while the question was open', async () => {
    await change({ name: 'Errado' });
    const batch = await fetchBatchId('products', product.id, product.version);
    await change({ name: 'De Ana' });
    const key = `products/${product.id}/name`;
    const seen = { [key]: { version: product.version } };
    expect((await undo(batch)).conflicts).toMatchObject([{ key, now: 'De Ana' }]);
    await change({ name: 'De Ana, depois da pergunta' });
    for (const decided of [seen, { [key]: { value: 'Errado' } }])
      expect((await undo(batch, decided)).conflicts).toMatchObject([
        { key, now: 'De Ana, depois da pergunta', version: product.version },
      ]);
    expect(await readProduct()).toMatchObject({ name: 'De Ana, depois da pergunta' });
    expect((await undo(batch, { [key]: 'restore' })).status).toBe('undone');
    expect(await readProduct()).toMatchObject({ name: 'Açaí 500 ml' });
  });

  it('asks again before it deletes a record that was saved while the question was open', async () => {
    const batch = await fetchBatchId('products', product.id, 1);
    await change({ name: 'Melhorado' });
    const seen = { [`products/${product.id}`]: { version: product.version } };
    await change({ name: 'Melhorado de novo' });
    expect((await undo(batch, seen)).status).toBe('conflict');
    expect(await readProduct()).toMatchObject({ name: 'Melhorado de novo' });
  });

  it('asks again about pictures that were saved while the question was open', async () => {
    await change({}, [{ url: B, is_main: true }]);
    const batch = await fetchBatchId('products', product.id, product.version);
    await change({}, [{ url: C, is_main: true }]);
    const seen = { [`products/${product.id}/pictures`]: { version: product.version } };
    await change({}, [{ url: D, is_main: true }]);
    expect((await undo(batch, seen)).status).toBe('conflict');
    expect(await readProduct()).toMatchObject({ images: [D] });
  });

  it('restores a setting, whose table has no versions, if it was not changed while the question was open', async () => {
    for (const limit of [80, 90])
      await db.as('administrador', 'update public.price_guard set up_limit = $1', [limit]);
    const [first] = await db.sql<{ batch: number }>(
      `select batch::int from private.changes where area = 'price_guard' order by id desc offset 1 limit 1`,
    );
    const answer = async (conflicts: Conflict[] = []) =>
      undo(
        first?.batch ?? 0,
        Object.fromEntries(conflicts.map(({ key, version }) => [key, { version }])),
        'administrador',
      );
    const { conflicts: seen } = await answer();
    expect(seen).toMatchObject([{ key: 'price_guard/true/up_limit', was: 70, now: 90 }]);
    await db.as('administrador', 'update public.price_guard set up_limit = 95');
    const { conflicts: seenAgain } = await answer(seen);
    expect(seenAgain).toMatchObject([{ key: 'price_guard/true/up_limit', now: 95 }]);
    expect(await answer(seenAgain)).toMatchObject({ status: 'undone' });
    const stored = await db.sql('select up_limit::float from public.price_guard');
    expect(stored).toEqual([{ up_limit: 70 }]);
  });

  it('asks about pictures as one conflict', async () => {
    await change({}, [{ url: B, is_main: true }]);
    const batch = await fetchBatchId('products', product.id, product.version);
    await change({}, [{ url: C, is_main: true }, { url: B }]);
    const key = `products/${product.id}/pictures`;
    expect((await undo(batch)).conflicts).toMatchObject([{ key, kind: 'pictures' }]);
    await undo(batch, { [key]: 'keep' });
    expect(await readProduct()).toMatchObject({ images: [C, B] });
    const { removed_files: removed } = await undo(batch, { [key]: 'restore' });
    expect(await readProduct()).toMatchObject({ images: [A] });
    expect(removed).toEqual(toPictureFiles(B, C));
  });

  it('runs once: a retry gets the same result, another user nothing', async () => {
    await change({ real_price: 99 });
    const batch = await fetchBatchId('products', product.id, product.version);
    const first = await undo(batch);
    const after = await readProduct();
    expect(await undo(batch)).toMatchObject({ status: 'undone', batch: first.batch });
    expect((await undo(batch, {}, 'administrador')).status).toBe('nothing');
    expect(await readProduct()).toEqual(after);
  });

  it('runs once, even if a colleague deliberately sets the undone value again', async () => {
    await change({ real_price: 119 });
    const batch = await fetchBatchId('products', product.id, product.version);
    await undo(batch);
    product.version += 1;
    await change({ real_price: 119 });
    await undo(batch);
    expect(await readProduct()).toMatchObject({ real_price: 119, version: product.version });
  });

  it('asks about a value that was changed and set back, but not about a change that was undone', async () => {
    await change({ real_price: 99 });
    const batch = await fetchBatchId('products', product.id, product.version);
    await change({ real_price: 120 });
    const later = await fetchBatchId('products', product.id, product.version);
    await undo(later);
    product.version += 1;
    await change({ real_price: 98 });
    await change({ real_price: 99 });
    const key = `products/${product.id}/real_price`;
    expect((await undo(batch)).conflicts).toMatchObject([{ key, kind: 'changed', now: 99 }]);
    for (const version of [product.version, product.version - 1])
      await undo(await fetchBatchId('products', product.id, version));
    expect(await readProduct()).toMatchObject({ real_price: 99 });
    expect((await undo(batch)).status).toBe('undone');
    expect(await readProduct()).toMatchObject({ real_price: 24.9 });
  });

  it('compares changes in the order of writing, although a step writes later under an older batch', async () => {
    await change({ name: 'Primeiro' });
    const older = await fetchBatchId('products', product.id, product.version);
    await change({ name: 'Segundo' });
    const newer = await fetchBatchId('products', product.id, product.version);
    // Write to the older batch, as a later step of this batch would.
    await db.sql(`begin; select set_config('vitrine.batch', '${older}', true);
      update public.products set name = 'Passo' where id = '${product.id}'; commit`);
    const [result] = await db.as<{ entries: { batch: number }[] }>(
      'colaborador',
      `select public.record_history('products', $1) -> 'entries' as entries`,
      [product.id],
    );
    expect(result?.entries.slice(0, 2).map((entry) => entry.batch)).toEqual([older, newer]);
    const restore = `select public.restore_record('products', $1, $2) ->> 'status' as status`;
    expect(await db.as('colaborador', restore, [product.id, newer])).toEqual([
      { status: 'undone' },
    ]);
    expect(await readProduct()).toMatchObject({ name: 'Segundo' });
  });

  it.each([false, true])(
    'of an import that created categories deletes the products before them, other products changed: %s',
    async (changesOthers) => {
      const id = randomUUID();
      const other = { sku: 'ACAI-500', category: 'Categoria nova', real_price: 30 };
      const rows = [
        { place: 2, cells: { ...makeProductRow({ sku: 'NOVO-1' }), category: 'Categoria nova' } },
        ...(changesOthers ? [{ place: 3, cells: other }] : []),
      ];
      const opening = { id, area: 'products', file_name: 'a.csv', creates_categories: true };
      const staged = [JSON.stringify({ ...opening, total: rows.length }), JSON.stringify(rows)];
      await db.as('colaborador', 'select public.stage_rows($1, $2)', staged);
      await db.as('colaborador', 'select public.plan_import($1)', [id]);
      await db.as('colaborador', 'select public.apply_batch($1, 1)', [id]);
      expect(await readProduct()).toMatchObject({ real_price: changesOthers ? 30 : 24.9 });
      const [last] = await db.sql<{ id: number }>('select max(id)::int as id from private.batches');
      expect((await undo(last?.id ?? 0)).status).toBe('undone');
      expect(await readProduct()).toMatchObject({ real_price: 24.9, category_id: category });
      expect(await db.sql('select name from public.categories')).toEqual([{ name: 'Bebidas' }]);
    },
  );

  it('increases the version of the product if it changes only the pictures', async () => {
    const batch = await savePictures(db, product.id, [A], [{ url: B, is_main: true }]);
    const before = await readProduct();
    await undo(batch);
    expect(await readProduct()).toMatchObject({
      images: [A],
      version: Number(before?.['version']) + 1,
    });
  });

  describe('in steps, whose earlier undo was reverted meanwhile,', () => {
    const inSteps = async (batch: number, person: TestCaller) =>
      (await db.call<Result>(person, 'undo_batch', [batch, '{}', null, '', 100])).batch;
    let restoration: number;
    let earlier: number;
    beforeEach(async () => {
      await db.as('colaborador', 'select public.delete_product($1)', [product.id]);
      const deletion = await fetchBatchId('products', product.id);
      restoration = (await inSteps(deletion, 'administrador'))!;
      earlier = (await inSteps(restoration, 'colaborador'))!;
      await inSteps(deletion, 'administrador');
    });

    it('is a batch of its own', async () => {
      expect(await inSteps(restoration, 'colaborador')).toBeGreaterThan(earlier + 1);
      expect(await readProduct()).toBeUndefined();
    });

    it('keeps the version of a product that it leaves', async () => {
      await db.as('administrador', `update public.products set status = 'Inativo' where id = $1`, [
        product.id,
      ]);
      const before = await readProduct();
      expect(await inSteps(restoration, 'colaborador')).not.toBe(earlier);
      expect(await readProduct()).toEqual(before);
    });
  });

  describe('of a change of several products', () => {
    const undoPart = (batch: number, only: string | null, more: unknown[], person: TestCaller) =>
      db.call<Result>(person, 'undo_batch', [batch, '{}', only, ...more]);
    let others: string[];
    let batch: number;
    beforeEach(async () => {
      const [one, other] = [
        await save({ ...makeProductRow({ sku: 'OUTRO-1' }), category_id: category }, null),
        await save({ ...makeProductRow({ sku: 'OUTRO-2' }), category_id: category }, null),
      ];
      others = [one.id, other.id];
      await db.as('colaborador', `update public.products set status = 'Inativo'`);
      batch = await fetchBatchId('products', product.id, product.version + 1);
    });

    it('in steps is a batch without the record that was undone alone before, also after a lost response', async () => {
      await undoPart(batch, product.id, [], 'colaborador');
      const first = await undoPart(batch, null, ['', 1], 'colaborador');
      const repeated = await undoPart(batch, null, ['', 1], 'colaborador');
      expect([first.status, repeated.status]).toEqual(['undoing', 'undone']);
      expect(repeated.batch).toBe(first.batch);
      await undo(first.batch ?? 0);
      expect(await db.sql(`select id from public.products where status = 'Ativo'`)).toEqual([
        { id: product.id },
      ]);
    });

    it('returns the undo of the same record if it is repeated, and no other one', async () => {
      const own = await undoPart(batch, product.id, [], 'administrador');
      for (const id of others) await undoPart(batch, id, [], 'colaborador');
      expect(await undoPart(batch, others[0]!, [], 'administrador')).toMatchObject({
        status: 'nothing',
        batch: null,
      });
      expect(await undoPart(batch, null, [], 'administrador')).toMatchObject({ status: 'nothing' });
      expect(await undoPart(batch, product.id, [], 'administrador')).toMatchObject({
        status: 'undone',
        batch: own.batch,
      });
    });
  });

  it('does not delete a created product that was changed since, nor its pictures', async () => {
    const batch = await fetchBatchId('products', product.id, 1);
    await change({ name: 'Melhorado' });
    const key = `products/${product.id}`;
    expect((await undo(batch, { [key]: 'keep' })).status).toBe('nothing');
    expect(await readProduct()).toMatchObject({ name: 'Melhorado', images: [A] });
  });

  it('never assigns a version twice, although an older deletion is undone', async () => {
    await db.as('colaborador', 'select public.delete_product($1)', [product.id]);
    const deletion = await fetchBatchId('products', product.id);
    const { batch } = await undo(deletion);
    await undo(batch ?? 0);
    await undo(deletion);
    expect(await readProduct()).toMatchObject({ version: 3, images: [A] });
  });

  it('of a repeated deletion restores the changes in between', async () => {
    await db.as('colaborador', 'select public.delete_product($1)', [product.id]);
    const deletion = await fetchBatchId('products', product.id);
    const { batch } = await undo(deletion);
    product.version += 1;
    await change({ name: 'Melhorado' }, [{ url: B, is_main: true }]);
    await undo(batch ?? 0, {
      [`products/${product.id}`]: 'restore',
      [`products/${product.id}/pictures`]: 'restore',
    });
    expect(await readProduct()).toBeUndefined();
    expect((await undo(deletion)).status).toBe('undone');
    expect(await readProduct()).toMatchObject({ name: 'Melhorado', images: [B] });
  });

  it('restores a version although a picture of it was deleted and restored since', async () => {
    const first = await fetchBatchId('products', product.id, product.version);
    await change({}, [{ url: B, is_main: true }]);
    await undoSave();
    product.version += 1;
    await change({}, [{ url: A, is_main: true }, { url: C }]);
    const restore = `select public.restore_record('products', $1, $2) ->> 'status' as status`;
    expect(await db.as('colaborador', restore, [product.id, first])).toEqual([
      { status: 'undone' },
    ]);
    expect(await readProduct()).toMatchObject({ images: [A] });
  });

  it('restores a version although another picture was the main one before both were deleted', async () => {
    await change({}, [
      { url: A, is_main: true },
      { url: B, is_main: false },
    ]);
    const batch = await fetchBatchId('products', product.id, product.version);
    await change({}, [{ url: B, is_main: true }]);
    await change({}, [{ url: C, is_main: true }]);
    const restore = `select public.restore_record('products', $1, $2) ->> 'status' as status`;
    expect(await db.as('colaborador', restore, [product.id, batch])).toEqual([
      { status: 'undone' },
    ]);
    expect(
      await db.sql(
        'select url, is_main, position from public.product_images where product_id = $1 order by position',
        [product.id],
      ),
    ).toEqual([
      { url: A, is_main: true, position: 0 },
      { url: B, is_main: false, position: 1 },
    ]);
  });

  it('restores pictures that were deleted twice in their positions of the first deletion', async () => {
    await change({}, [{ url: B, is_main: true }, { url: A }]);
    const second = await fetchBatchId('products', product.id, product.version);
    await change({}, [{ url: C, is_main: true }]);
    const third = await fetchBatchId('products', product.id, product.version);
    await undo(second, { [`products/${product.id}/pictures`]: 'restore' });
    expect(await readProduct()).toMatchObject({ images: [A] });
    product.version += 1;
    await change({}, [{ url: D, is_main: true }]);
    const key = `products/${product.id}/pictures`;
    expect((await undo(third, { [key]: 'restore' })).status).toBe('undone');
    expect(await readProduct()).toMatchObject({ images: [B, A] });
  });

  it('does not ask about an undo that was redone: two changes are undone, and redone, one after the other', async () => {
    const batches: number[] = [];
    for (const price of [99, 120]) {
      await change({ real_price: price });
      batches.push(await fetchBatchId('products', product.id, product.version));
    }
    const undos: number[] = [];
    for (const batch of batches.toReversed()) {
      const undone = await undo(batch);
      expect(undone.status).toBe('undone');
      undos.push(undone.batch ?? expect.unreachable('no batch'));
    }
    expect(await readProduct()).toMatchObject({ real_price: 24.9 });
    const redos: number[] = [];
    for (const batch of undos.toReversed()) {
      const redone = await undo(batch);
      expect(redone.status).toBe('undone');
      redos.push(redone.batch ?? expect.unreachable('no batch'));
    }
    expect(await readProduct()).toMatchObject({ real_price: 120 });
    // The redo of the second change is later than the redo of the first change, and is in force.
    expect((await undo(redos[0]!)).conflicts).toMatchObject([{ kind: 'changed', now: 120 }]);
  });

  it('asks if later changes and their undos left another value, although each was undone', async () => {
    const creation = await fetchBatchId('products', product.id, 1);
    const key = `products/${product.id}/pictures`;
    await change({}, [{ url: B, is_main: true }]);
    const pictures = await fetchBatchId('products', product.id, product.version);
    await change({}, [{ url: C, is_main: true }]);
    const one = await fetchBatchId('products', product.id, product.version);
    await change({}, [{ url: B, is_main: true }]);
    const other = await fetchBatchId('products', product.id, product.version);
    await undo(one, { [key]: 'restore' });
    await undo(other, { [key]: 'restore' });
    expect(await readProduct()).toMatchObject({ images: [C] });
    expect((await undo(pictures)).conflicts).toMatchObject([{ key, kind: 'pictures' }]);
    expect((await undo(creation)).conflicts).toMatchObject([
      { key: `products/${product.id}`, kind: 'later' },
      { key, kind: 'pictures' },
    ]);
    expect((await undo(pictures, { [key]: 'restore' })).status).toBe('undone');
    expect(await readProduct()).toMatchObject({ images: [A] });
  });

  it('writes no pictures that the product already has, and does not ask about them in the next undo', async () => {
    const key = `products/${product.id}/pictures`;
    await change({ name: 'Errado' }, []);
    const batch = await fetchBatchId('products', product.id, product.version);
    await savePictures(db, product.id, [], [{ url: A, is_main: true }]);
    const undone = await undo(batch, { [key]: 'restore' });
    expect(await readProduct()).toMatchObject({ images: [A] });
    await savePictures(db, product.id, [A], [{ url: B, is_main: true }]);
    expect((await undo(undone.batch ?? 0)).status).toBe('undone');
    expect(await readProduct()).toMatchObject({ name: 'Errado', images: [B] });
  });

  it('restores a field of a save that changed the pictures too', async () => {
    await change({ name: 'Errado' }, [{ url: B, is_main: true }]);
    const batch = await fetchBatchId('products', product.id, product.version);
    const restore = `select public.restore_record('products', $1, $2, 'name')`;
    await db.as('colaborador', restore, [product.id, batch]);
    expect(await readProduct()).toMatchObject({ name: 'Açaí 500 ml', images: [B] });
  });

  it('shows no title of a record that the caller may not read', async () => {
    await db.sql(`begin; insert into public.banners (titulo) values ('Segredo');
      update public.products set name = 'Junto' where id = '${product.id}'; commit`);
    const [result] = await db.as<{ title: string | null }>(
      'colaborador',
      `select public.record_history('products', $1) #>> '{entries,0,title}' as title`,
      [product.id],
    );
    expect(result?.title).toBeNull();
  });

  it('computes quickly which changes are undone, under a chain of 2,000 undos of undos', async () => {
    await change({ real_price: 99 });
    const batch = await fetchBatchId('products', product.id, product.version);
    await db.sql(
      `with undo as (
        insert into private.batches (actor, area, record_id, kind, undoes, root, reverts)
        select $1, 'products', $2, 'update', $3 + place - 1, $3, place % 2 = 1 from generate_series(1, 2000) as place
        returning id, root, reverts
      )
      insert into private.changes (batch, table_name, row_id, area, record_id, kind, root, reverts, before, after)
      select id, 'products', $2, 'products', $2, 'update', root, reverts, '{"real_price": 99}', '{"real_price": 24.9}'
      from undo order by id`,
      [BRUNO_ID, product.id, batch],
    );
    const begun = performance.now();
    const [result] = await db.as<{ entries: { undone: boolean }[] }>(
      'administrador',
      `select public.record_history('products', $1) -> 'entries' as entries`,
      [product.id],
    );
    expect(result?.entries.slice(0, 3).map(({ undone }) => undone)).toEqual([false, true, false]);
    await db.as('administrador', 'select public.activity()');
    expect(performance.now() - begun).toBeLessThan(3_000);
  });

  it('is refused after 30 days, and when the record is deleted', async () => {
    await change({ real_price: 99 });
    const batch = await fetchBatchId('products', product.id, product.version);
    await db.as('colaborador', 'select public.delete_product($1)', [product.id]);
    await expect(undo(batch)).rejects.toThrow('Este registro foi excluído depois.');
    await db.sql(`begin; select set_config('vitrine.batch', '${batch}', true);
      update private.batches set at = now() - interval '31 days' where id = ${batch}; commit`);
    await expect(undo(batch)).rejects.toThrow(
      'Só alterações dos últimos 30 dias podem ser desfeitas.',
    );
  });

  it('of several records is applied to all or to none', async () => {
    const names = ['Um', 'Dois', 'Três'];
    for (const name of names) await insertCategory(db, name);
    await db.as(
      'colaborador',
      `update public.categories set is_active = false where name = any($1)`,
      [names],
    );
    const [row] = await db.sql<{ batch: string }>(
      'select max(batch) as batch from private.changes',
    );
    await db.sql(`update public.categories set name = 'Quatro' where name = 'Três'`);
    await undo(Number(row?.batch));
    const active = await db.sql(`select name from public.categories where is_active order by name`);
    expect(active.map(({ name }) => name)).toEqual(['Bebidas', 'Dois', 'Quatro', 'Um']);
  });
});

describe('undoing a deletion', () => {
  it('restores the whole record, with its id, and a form opened before the deletion detects a conflict', async () => {
    const before = await readProduct();
    await db.as('colaborador', 'select public.delete_product($1)', [product.id]);
    const { status } = await undo(await fetchBatchId('products', product.id));
    expect(status).toBe('undone');
    expect(await readProduct()).toEqual({ ...before, version: 2 });
  });

  it('asks for another SKU if a product took it, and again if that one is taken too', async () => {
    await db.as('colaborador', 'select public.delete_product($1)', [product.id]);
    const batch = await fetchBatchId('products', product.id);
    for (const sku of ['acai-500', 'ACAI-501'])
      await save({ ...makeProductRow({ sku, name: `Outro ${sku}` }), category_id: category }, []);
    const key = `products/${product.id}/sku`;
    const conflict = { key, kind: 'taken', was: 'ACAI-500', holder: 'Outro acai-500' };
    expect((await undo(batch)).conflicts).toMatchObject([conflict]);
    const again = await undo(batch, { [key]: { value: 'ACAI-501' } });
    expect(again.conflicts).toMatchObject([{ key, was: 'ACAI-501', holder: 'Outro ACAI-501' }]);
    expect((await undo(batch, { [key]: { value: 'ACAI-502' } })).status).toBe('undone');
    expect(await readProduct()).toMatchObject({ sku: 'ACAI-502', images: [A] });
  });

  it('lets the client choose no value of a deleted row but that SKU', async () => {
    const before = await readProduct();
    await db.as('colaborador', 'select public.delete_product($1)', [product.id]);
    const row = `products/${product.id}`;
    const { status } = await undo(await fetchBatchId('products', product.id), {
      [`${row}/created_at`]: { value: '2001-01-01T00:00:00Z' },
      [`${row}/discount_percentage`]: { value: 50 },
      [`${row}/name`]: { value: 'Outro nome' },
    });
    expect(status).toBe('undone');
    expect(await readProduct()).toEqual({ ...before, version: 2 });
  });

  it('of a record whose pictures were deleted by cascade restores them too', async () => {
    await db.as('colaborador', 'delete from public.products where id = $1', [product.id]);
    await undo(await fetchBatchId('products', product.id));
    expect(await readProduct()).toMatchObject({ images: [A] });
  });

  it('lists the files to move back from the trash', async () => {
    await db.as('colaborador', 'select public.delete_product($1)', [product.id]);
    await db.sql(`insert into storage.objects (bucket_id, name)
      values ('lixeira', 'product-images/main/a.png'), ('lixeira', 'product-images/main/a.small.webp')`);
    const batch = await fetchBatchId('products', product.id);
    // The repeated undo returns the files again, because a client repeats it after a lost response.
    for (let calls = 0; calls < 2; calls += 1)
      expect(await undo(batch)).toMatchObject({
        status: 'undone',
        returning_files: toPictureFiles(A),
      });
    await db.sql(`set storage.allow_delete_query = 'true'`);
    await db.sql(`delete from storage.objects where bucket_id = 'lixeira'`);
  });

  it('of a user restores the profile, under the rules for a profile created again', async () => {
    await db.as('administrador', 'delete from public.profiles where id = $1', [BRUNO_ID]);
    await undo(await fetchBatchId('profiles', BRUNO_ID), {}, 'administrador');
    const [profile] = await db.sql('select name, role from public.profiles where id = $1', [
      BRUNO_ID,
    ]);
    expect(profile).toEqual({ name: 'Bruno Lima', role: 'Colaborador' });
    await db.sql(`insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())`, [
      TEST_CALLERS.colaborador.claims.session_id,
      BRUNO_ID,
    ]);
  });
});

describe('restoring', () => {
  it('one field sets the value from before a batch', async () => {
    await change({ real_price: 99, name: 'Errado' });
    const batch = await fetchBatchId('products', product.id, product.version);
    await change({ real_price: 98 });
    await db.as('colaborador', 'select public.restore_record($1, $2, $3, $4)', [
      'products',
      product.id,
      batch,
      'real_price',
    ]);
    expect(await readProduct()).toMatchObject({ real_price: 24.9, name: 'Errado' });
  });

  it('a record sets its values from after a batch, pictures too, even if it was deleted in between', async () => {
    const batch = await fetchBatchId('products', product.id, product.version);
    await change({ real_price: 99 }, [{ url: B, is_main: true }]);
    await db.as('colaborador', 'select public.delete_product($1)', [product.id]);
    await undo(await fetchBatchId('products', product.id));
    product = { ...product, version: product.version + 1 };
    await change({ name: 'Errado' }, [{ url: C, is_main: true }]);
    await db.as('colaborador', 'select public.restore_record($1, $2, $3)', [
      'products',
      product.id,
      batch,
    ]);
    expect(await readProduct()).toMatchObject({
      name: 'Açaí 500 ml',
      real_price: 24.9,
      images: [A],
    });
  });

  it('a record keeps pictures that are the same again: their own change can still be undone', async () => {
    const first = await fetchBatchId('products', product.id, product.version);
    await change({}, []);
    const added = await savePictures(db, product.id, [], [{ url: A, is_main: true }]);
    product = { ...product, version: product.version + 1 };
    await change({ real_price: 99 });
    expect(await readProduct()).toMatchObject({ real_price: 99, images: [A] });
    const [restored] = await db.as<{ result: Result }>(
      'colaborador',
      `select public.restore_record('products', $1, $2) as result`,
      [product.id, first],
    );
    expect(restored?.result).toMatchObject({ status: 'undone' });
    expect(await readProduct()).toMatchObject({ real_price: 24.9, images: [A] });
    expect(await undo(added)).toMatchObject({ status: 'undone' });
    expect(await readProduct()).toMatchObject({ images: null });
  });
});

describe('pictures whose files are permanently deleted', () => {
  const LOST = A.replace('a.png', 'nowhere.png');
  const deleteFile = (url: string) =>
    db.sql(
      `set storage.allow_delete_query = 'true'; delete from storage.objects where name like '%${url.split('/').at(-1)}'`,
    );

  it('are not restored, and a product keeps its present ones', async () => {
    await insertStorageObjects(db, LOST);
    await change({}, [{ url: LOST, is_main: true }, { url: A }]);
    await change({ real_price: 99 }, [{ url: B, is_main: true }]);
    await deleteFile(LOST);
    const result = await undoSave();
    expect(result).toMatchObject({ status: 'undone', lost_pictures: 1 });
    expect(await readProduct()).toMatchObject({ real_price: 24.9, images: [B] });
  });

  it('do not matter if they were added and removed meanwhile', async () => {
    const first = await fetchBatchId('products', product.id, product.version);
    await insertStorageObjects(db, LOST);
    await change({}, [{ url: LOST, is_main: true }]);
    await change({}, [{ url: B, is_main: true }]);
    await deleteFile(LOST);
    await db.as('colaborador', `select public.restore_record('products', $1, $2)`, [
      product.id,
      first,
    ]);
    expect(await readProduct()).toMatchObject({ images: [A] });
  });

  it('are left out of a restored product, and of a restored record with one picture', async () => {
    await insertStorageObjects(db, LOST);
    await change({}, [{ url: A, is_main: true }, { url: LOST }]);
    await db.sql('update public.categories set image_url = $1', [LOST]);
    await db.as('colaborador', 'select public.delete_product($1)', [product.id]);
    await db.as('colaborador', 'delete from public.categories');
    await deleteFile(LOST);
    expect(await undo(await fetchBatchId('categories', category))).toMatchObject({
      lost_pictures: 1,
    });
    expect(await db.sql('select name, image_url from public.categories')).toEqual([
      { name: 'Bebidas', image_url: null },
    ]);
    await undo(await fetchBatchId('products', product.id));
    expect(await readProduct()).toMatchObject({ images: [A] });
  });

  it('include files that have been in the trash for 30 days; a column then keeps its present value', async () => {
    await db.sql('update public.categories set image_url = $1', [A]);
    await db.sql('update public.categories set image_url = $1', [B]);
    const [row] = await db.sql<{ batch: string }>(
      'select max(batch) as batch from private.changes',
    );
    await db.sql('truncate public.products cascade');
    await db.sql(`alter table storage.objects disable trigger user;
      update storage.objects set bucket_id = 'lixeira', name = 'product-images/' || name,
        updated_at = now() - interval '31 days' where name like 'main/a.%';
      alter table storage.objects enable trigger user`);
    await undo(Number(row?.batch));
    expect(await db.sql('select image_url from public.categories')).toEqual([{ image_url: B }]);
    await deleteFile(A);
    await insertStorageObjects(db, A);
  });
});

describe('the right to undo', () => {
  beforeEach(async () => {
    await db.sql(
      'delete from public.products; delete from public.categories; delete from public.banners',
    );
    await fillEveryTable(db);
  });

  for (const area of Object.keys(TABLE_PERMISSIONS)) {
    // Skip images: the deletion of an image is a change of its product in the history.
    if (TABLE_PERMISSIONS[area]?.administrador.includes('d') === false || area === 'product_images')
      continue;
    if (TABLES_WITHOUT_HISTORY.includes(area)) continue;
    for (const person of Object.keys(TEST_CALLERS) as TestCaller[]) {
      const may = TABLE_PERMISSIONS[area]?.[person].includes('d') ?? false;
      it(`${may ? 'lets' : 'does not let'} ${person} restore records deleted from ${area} [ROLE-15]`, async () => {
        const where =
          area === 'categories'
            ? `where name = 'Sem uso'`
            : area === 'profiles'
              ? `where name = 'Dora'`
              : '';
        if (area === 'profiles') {
          await db.sql(
            `insert into auth.users (id, email) values (gen_random_uuid(), 'dora@vitrine.exemplo') on conflict do nothing`,
          );
          await db.sql(`insert into public.profiles (id, name, email)
            select id, 'Dora', email from auth.users where email = 'dora@vitrine.exemplo' on conflict do nothing`);
        }
        const [deleted] = await db.sql<{ id: string }>(
          `delete from public.${area} ${where} returning id`,
        );
        const [row] = await db.sql<{ batch: string }>(
          'select max(batch) as batch from private.changes',
        );
        const text = 'select public.undo_batch($1) as result';
        const { rows, code } = await db.attempt<{ result: Result }>(person, text, [row?.batch]);
        if (may) expect(rows[0]?.result.status).toBe('undone');
        else expect(code).toBe(INSUFFICIENT_PRIVILEGE);
        await db.as('administrador', text, [row?.batch]);
        expect(
          await db.sql(`select id from public.${area} where id = $1`, [deleted?.id]),
        ).toHaveLength(1);
      });
    }
  }
});
