import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginTransactionAs, openTestDatabase, type TestDatabase } from './database.ts';
import type { TestCaller } from './people.ts';
import { insertCategory, makeProductRow, toPictureFiles, insertStorageObjects } from './records.ts';

type Image = { id: string; url: string; is_main: boolean; position: number };
type Saved = {
  status: string;
  product: { id: string; name: string; sku: string; version: number; product_images: Image[] };
  listed: object;
  removed_files: { bucket: string; path: string }[];
};

const [MAIN, SIDE, BACK] = ['main/a', 'additional/b', 'additional/c'].map(
  (name) => `https://vitrine.exemplo/storage/v1/object/public/product-images/${name}.png`,
) as [string, string, string]; // the three names give three URLs

describe('save_product', () => {
  let db: TestDatabase;
  let category: string;
  let product: Saved['product'];

  beforeAll(async () => {
    db = await openTestDatabase();
    await insertStorageObjects(db, MAIN, SIDE);
    category = await insertCategory(db);
  });
  beforeEach(async () => {
    await db.sql('delete from public.products');
    const saved = await save({}, [{ url: MAIN, is_main: true }, { url: SIDE }]);
    product = saved.product;
  });
  afterAll(() => db.drop());

  async function save(
    overrides: object,
    images: unknown,
    version?: number,
    person: TestCaller = 'colaborador',
  ) {
    const input =
      'id' in overrides ? overrides : makeProductRow({ category_id: category, ...overrides });
    const [row] = await db.as<{ result: Saved }>(
      person,
      'select public.save_product($1, $2, $3) as result',
      [JSON.stringify(input), JSON.stringify(images), version],
    );
    if (!row) throw new Error('save_product returned no row');
    return row.result;
  }

  const readImages = () =>
    db.sql('select url, is_main from public.product_images order by position');

  it('creates a product with its images in display order [PROD-70, CALL-11]', async () => {
    expect(product).toMatchObject({ name: 'Açaí 500 ml', version: 1 });
    expect(await readImages()).toEqual([
      { url: MAIN, is_main: true },
      { url: SIDE, is_main: false },
    ]);
  });

  it('returns the product as the row that the list reads, when saved, refused and copied', async () => {
    const listed = async (sku: string) => {
      const [found] = await db.as<{ page: { rows: { sku: string }[] } }>(
        'colaborador',
        'select public.find_products($1) as page',
        [sku],
      );
      return found?.page.rows.find((row) => row.sku === sku);
    };
    const { id, sku, version } = product;
    const change = {
      id,
      real_price: 12.5,
      promo_price: 9,
      promo_starts_at: '2026-11-01T10:00:00-03:00',
    };
    const saved = await save(change, [{ url: SIDE, is_main: true }], version);
    expect(saved.listed).toMatchObject({ real_price: 12.5, image_url: SIDE, version: version + 1 });
    expect(saved.listed).toEqual(await listed(sku));
    const refused = await save({ id, name: 'Outro' }, null, version);
    expect([refused.status, refused.listed]).toEqual(['conflict', await listed(sku)]);
    const [copy] = await db.as<{ result: Saved }>(
      'colaborador',
      'select public.duplicate_product($1) as result',
      [id],
    );
    expect(copy?.result.listed).toMatchObject({ image_url: SIDE });
    expect(copy?.result.listed).toEqual(await listed(`${sku}-COPY`));
  });

  it('replaces the main image and lists the old file as unused [PROD-74]', async () => {
    const saved = await save({ id: product.id }, [{ url: BACK, is_main: true }, { url: SIDE }], 1);
    expect(saved).toMatchObject({
      status: 'saved',
      product: { version: 2 },
      removed_files: toPictureFiles(MAIN),
    });
    expect(await readImages()).toEqual([
      { url: BACK, is_main: true },
      { url: SIDE, is_main: false },
    ]);
  });

  it('removes the main image [PROD-75]', async () => {
    expect((await save({ id: product.id }, [{ url: SIDE }], 1)).removed_files).toEqual(
      toPictureFiles(MAIN),
    );
    expect(await readImages()).toEqual([{ url: SIDE, is_main: false }]);
  });

  it('removes additional images that are not listed and adds the new ones [PROD-76, PROD-77]', async () => {
    const saved = await save({ id: product.id }, [{ url: MAIN, is_main: true }, { url: BACK }], 1);
    expect(saved.removed_files).toEqual(toPictureFiles(SIDE));
    expect(saved.product.product_images.map((image) => image.url)).toEqual([MAIN, BACK]);
    expect(saved.product.product_images[0]?.id).toBe(product.product_images[0]?.id);
  });

  it('swaps main and additional images without removing any', async () => {
    const saved = await save({ id: product.id }, [{ url: SIDE, is_main: true }, { url: MAIN }], 1);
    expect(saved.removed_files).toEqual([]);
    expect(await readImages()).toEqual([
      { url: SIDE, is_main: true },
      { url: MAIN, is_main: false },
    ]);
  });

  it('does not change the alternative text of an image until another one is sent, and refuses a long one', async () => {
    const alts = () => db.sql('select alt from public.product_images order by position');
    const [front, side] = [{ url: MAIN, is_main: true }, { url: SIDE }];
    await save({ id: product.id }, [{ ...front, alt: 'Tigela de açaí' }, side], 1);
    const saved = await save({ id: product.id }, [front, { ...side, alt: 'De lado' }], 2);
    expect(saved.product.product_images).toMatchObject([
      { url: MAIN, alt: 'Tigela de açaí' },
      { url: SIDE, alt: 'De lado' },
    ]);
    await save({ id: product.id }, [{ ...front, alt: '' }, side], 3);
    expect(await alts()).toEqual([{ alt: '' }, { alt: 'De lado' }]);
    const long = save({ id: product.id }, [{ ...front, alt: 'x'.repeat(251) }], 4);
    await expect(long).rejects.toMatchObject({ code: '23514' });
  });

  it('never has two main images', async () => {
    const both = [
      { url: MAIN, is_main: true },
      { url: SIDE, is_main: true },
    ];
    await expect(save({ id: product.id }, both, 1)).rejects.toMatchObject({ code: '23505' });
    expect(await readImages()).toHaveLength(2);
  });

  it('keeps a file that another product still uses, even under another origin of the platform [PROD-88]', async () => {
    const elsewhere = MAIN.replace('https://vitrine.exemplo', 'http://127.0.0.1:3000');
    await save({ sku: 'OUTRO' }, [{ url: elsewhere, is_main: true }]);
    expect((await save({ id: product.id }, [{ url: SIDE }], 1)).removed_files).toEqual([]);
  });

  it('returns the stored product if another user saved meanwhile, and changes nothing', async () => {
    await save({ id: product.id, name: 'De Ana' }, null, 1, 'administrador');
    const late = await save({ id: product.id, name: 'De Bruno' }, [], 1);
    expect(late).toMatchObject({ status: 'conflict', product: { name: 'De Ana', version: 2 } });
    expect(await readImages()).toHaveLength(2);
  });

  it('refuses to overwrite a product without the version that was read', async () => {
    await expect(save({ id: product.id, name: 'De ninguém' }, null)).rejects.toMatchObject({
      code: '22023',
      message: 'Falta o valor de "expected_version".',
    });
    await expect(save({ sku: 'NOVO' }, [], 1)).rejects.toMatchObject({ code: '22023' });
    expect(await db.sql('select name from public.products')).toEqual([{ name: product.name }]);
  });

  it('returns missing if the product no longer exists', async () => {
    const id = '00000000-0000-4000-8000-0000000000ee';
    expect(await save({ id }, [], 1)).toEqual({ status: 'missing' });
  });

  it('lets the second of two concurrent saves detect a conflict', async () => {
    const [first, second] = [await db.connect(), await db.connect()];
    const call = (name: string) => ({
      text: 'select public.save_product($1, null, 1) as result',
      values: [JSON.stringify({ id: product.id, name })],
    });
    await beginTransactionAs(first, 'administrador');
    await beginTransactionAs(second, 'colaborador');
    await first.query(call('De Ana'));
    const waiting = second.query<{ result: Saved }>(call('De Bruno'));
    await db.waitForLock();
    await first.query('commit');
    expect((await waiting).rows[0]?.result).toMatchObject({
      status: 'conflict',
      product: { name: 'De Ana' },
    });
    await second.query('rollback');
  });

  it('changes neither product nor images if a part of the save fails', async () => {
    const script = [{ url: 'javascript:alert(1)' }];
    await expect(save({ id: product.id, name: 'Meio salvo' }, script, 1)).rejects.toMatchObject({
      code: '23514',
    });
    expect(await db.sql('select name, version from public.products')).toEqual([
      { name: 'Açaí 500 ml', version: 1 },
    ]);
    expect(await readImages()).toHaveLength(2);
  });

  it('does not change columns missing in the payload, and stores an empty promo price as null', async () => {
    await save({ id: product.id, promo_price: 9.5 }, null, 1);
    await save({ id: product.id, promo_price: null, button_link: '' }, null, 2);
    const rows = await db.sql(
      'select name, promo_price, button_link, version from public.products',
    );
    expect(rows).toEqual([
      { name: 'Açaí 500 ml', promo_price: null, button_link: null, version: 3 },
    ]);
  });

  it('is for callers with an open session and a profile only [ROLE-18]', async () => {
    await expect(save({}, [], undefined, 'anon')).rejects.toMatchObject({ code: '42501' });
    await expect(save({ sku: 'X' }, [], undefined, 'loginWithoutProfile')).rejects.toMatchObject({
      code: '42501',
    });
    expect(await save({ id: product.id }, [], 1, 'signedOutAdministrador')).toEqual({
      status: 'missing',
    });
  });
});
