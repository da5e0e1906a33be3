import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginTransactionAs, openTestDatabase, type TestDatabase } from './database.ts';
import type { TestCaller } from './people.ts';
import { insertCategory, makeProductRow, toPictureFiles, insertStorageObjects } from './records.ts';

type Result = {
  status: string;
  product: { id: string; name: string; sku: string };
  removed_files: { bucket: string; path: string }[];
};

const MAIN = 'https://vitrine.exemplo/storage/v1/object/public/product-images/main/a.png';
const SIDE = 'https://vitrine.exemplo/storage/v1/object/public/product-images/additional/b.png';
const UNKNOWN_ID = '00000000-0000-4000-8000-0000000000ee';

describe('duplicating and deleting a product', () => {
  let db: TestDatabase;
  let category: string;
  let id: string;

  beforeAll(async () => {
    db = await openTestDatabase();
    await insertStorageObjects(db, MAIN, SIDE);
    category = await insertCategory(db);
  });
  beforeEach(async () => {
    await db.sql('delete from public.products');
    const images = [{ url: MAIN, is_main: true }, { url: SIDE }];
    const [row] = await db.as<{ result: Result }>(
      'colaborador',
      'select public.save_product($1, $2) as result',
      [
        JSON.stringify(
          makeProductRow({ category_id: category, promo_price: 9.9, tipo: 'Serviço' }),
        ),
        JSON.stringify(images),
      ],
    );
    id = row?.result.product.id ?? '';
  });
  afterAll(() => db.drop());

  async function call(
    name: 'duplicate_product' | 'delete_product',
    product: string,
    person: TestCaller = 'colaborador',
  ) {
    const [row] = await db.as<{ result: Result }>(person, `select public.${name}($1) as result`, [
      product,
    ]);
    if (!row) throw new Error(`${name} returned no row`);
    return row.result;
  }

  it('copies every field, with another name and SKU [PROD-84, PROD-85, CALL-14]', async () => {
    const { status, product } = await call('duplicate_product', id);
    expect({ status, name: product.name, sku: product.sku }).toEqual({
      status: 'saved',
      name: 'Açaí 500 ml (Cópia)',
      sku: 'ACAI-500-COPY',
    });
    const [pair] = await db.sql(
      `select (to_jsonb(a) - '{id,name,sku,created_at,search_text}'::text[]) =
        (to_jsonb(b) - '{id,name,sku,created_at,search_text}'::text[]) as same
       from public.products a, public.products b where a.id = $1 and b.id = $2`,
      [id, product.id],
    );
    expect(pair).toEqual({ same: true });
  });

  it('copies the records of the images, not the files [PROD-86]', async () => {
    await db.sql(`update public.product_images set alt = 'De frente' where is_main`);
    const { product } = await call('duplicate_product', id);
    const images = await db.sql(
      'select url, is_main, alt from public.product_images where product_id = $1 order by position',
      [product.id],
    );
    expect(images).toEqual([
      { url: MAIN, is_main: true, alt: 'De frente' },
      { url: SIDE, is_main: false, alt: '' },
    ]);
  });

  it('numbers further copies: -COPY, -COPY-2, -COPY-3 [PROD-85]', async () => {
    const skus = [];
    for (let copies = 0; copies < 3; copies++)
      skus.push((await call('duplicate_product', id)).product.sku);
    expect(skus).toEqual(['ACAI-500-COPY', 'ACAI-500-COPY-2', 'ACAI-500-COPY-3']);
  });

  it('creates two products when two users duplicate concurrently', async () => {
    const [ana, bruno] = [await db.connect(), await db.connect()];
    await beginTransactionAs(ana, 'administrador');
    await beginTransactionAs(bruno, 'colaborador');
    await ana.query('select public.duplicate_product($1)', [id]);
    const waiting = bruno.query<{ sku: string }>(
      `select public.duplicate_product($1) #>> '{product,sku}' as sku`,
      [id],
    );
    await db.waitForLock();
    await ana.query('commit');
    expect((await waiting).rows).toEqual([{ sku: 'ACAI-500-COPY-2' }]);
    await bruno.query('commit');
  });

  it('copies a product with a name and SKU of maximum length', async () => {
    await db.sql('update public.products set name = $1, sku = $2', [
      'n'.repeat(255),
      'S'.repeat(255),
    ]);
    expect((await call('duplicate_product', id)).product.sku).toBe(`${'S'.repeat(240)}-COPY`);
  });

  it('deletes the product with its images and lists the unused files [PROD-82, CALL-13]', async () => {
    expect(await call('delete_product', id)).toEqual({
      status: 'deleted',
      removed_files: toPictureFiles(SIDE, MAIN),
    });
    expect(await db.sql('select id from public.products')).toEqual([]);
    expect(await db.sql('select id from public.product_images')).toEqual([]);
  });

  it('keeps the files while a copy uses them, and lists them with the last one [PROD-88]', async () => {
    const copy = await call('duplicate_product', id);
    expect((await call('delete_product', id)).removed_files).toEqual([]);
    expect((await call('delete_product', copy.product.id)).removed_files).toHaveLength(4);
  });

  it('keeps a file that a banner uses, although a Colaborador cannot read banners [PROD-88]', async () => {
    await db.sql('insert into public.banners (titulo, imagem_url) values ($1, $2)', [
      'Verão',
      SIDE,
    ]);
    expect((await call('delete_product', id)).removed_files).toEqual(toPictureFiles(MAIN));
    await db.sql('delete from public.banners');
  });

  it('returns missing if the product no longer exists', async () => {
    expect(await call('duplicate_product', UNKNOWN_ID)).toEqual({ status: 'missing' });
    expect(await call('delete_product', UNKNOWN_ID)).toEqual({ status: 'missing' });
  });

  it('refuses a login without a profile or with an ended session [USER-36]', async () => {
    for (const person of ['loginWithoutProfile', 'signedOutAdministrador'] as const) {
      expect(await call('duplicate_product', id, person)).toEqual({ status: 'missing' });
      expect(await call('delete_product', id, person)).toEqual({ status: 'missing' });
    }
    expect(await db.sql('select id from public.products')).toEqual([{ id }]);
  });
});
