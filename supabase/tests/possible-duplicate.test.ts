import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { fillEveryTable } from './records.ts';

describe('possible_duplicate', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
    await fillEveryTable(db);
  });
  afterAll(() => db.drop());

  async function duplicate(area: string, field: string, value: string, own?: string) {
    const rows = await db.as<{ name: string; detail: string }>(
      'colaborador',
      'select name, detail from public.possible_duplicate($1, $2, $3, $4)',
      [area, field, value, own ?? null],
    );
    return rows.map(({ name, detail }) => `${name} | ${detail}`);
  }
  const addProduct = (name: string, sku: string) =>
    db.sql(
      `insert into public.products
        (name, subtitle, mini_description, description, sku, category_id, real_price)
      select $1, 'x', 'x', 'x', $2, category_id, 1 from public.products where sku = 'ACAI-500'`,
      [name, sku],
    );

  it.each(['Açaí 500 ml', ' acai 500 ML', 'Açaí, 500 ml.', '(AÇAÍ) 500-ml'])(
    'finds the product whose name has the words of %j',
    async (name) => {
      expect(await duplicate('products', 'name', name)).toEqual(['Açaí 500 ml | ACAI-500']);
    },
  );

  it.each(['Açaí', 'Açaí 500', 'Açaí 500 ml Polpa', 'Açaí 5 00 ml', '', '   ', '!!!', '%'])(
    'finds no product named %j',
    async (name) => {
      expect(await duplicate('products', 'name', name)).toEqual([]);
    },
  );

  it('prefers the exact name among similar ones', async () => {
    await addProduct('Coco-anão', 'COCO-1');
    await addProduct('coco anão', 'COCO-2');
    expect(await duplicate('products', 'name', 'coco anão')).toEqual(['coco anão | COCO-2']);
    expect(await duplicate('products', 'name', 'Coco-anão')).toEqual(['Coco-anão | COCO-1']);
  });

  it.each(['ACAI-500', 'acai500', 'Açaí 500', 'ACAI_500', 'acai.5-00'])(
    'finds the product whose SKU differs from %j in punctuation and case only',
    async (sku) => {
      expect(await duplicate('products', 'sku', sku)).toEqual(['Açaí 500 ml | ACAI-500']);
    },
  );

  it.each(['ACAI-50', 'ACAI-5000', '', '---', '%'])(
    'finds no product with the SKU %j',
    async (sku) => {
      expect(await duplicate('products', 'sku', sku)).toEqual([]);
    },
  );

  it('does not match SKUs without letters and digits', async () => {
    await addProduct('Só pontos', '---');
    expect(await duplicate('products', 'sku', '...')).toEqual([]);
    await addProduct('★', 'ESTRELA');
    expect(await duplicate('products', 'name', '★★')).toEqual([]);
  });

  it.each(['distribuidores', 'parceiros'])('finds the e-mail of one of the %s', async (area) => {
    const [row] = await db.sql<{ id: string; name: string; email: string }>(
      `select id, name, email from public.${area} limit 1`,
    );
    const found = [`${row!.name} | ${row!.email}`];
    expect(await duplicate(area, 'email', ` ${row!.email.toUpperCase()} `)).toEqual(found);
    expect(await duplicate(area, 'email', row!.email, row!.id)).toEqual([]);
    expect(await duplicate(area, 'email', `x${row!.email}`)).toEqual([]);
  });

  it('finds neither the record itself nor a deleted one', async () => {
    await addProduct('Cupuaçu', 'CUPU-1');
    const [row] = await db.sql<{ id: string }>(
      `select id from public.products where sku = 'CUPU-1'`,
    );
    expect(await duplicate('products', 'name', 'cupuacu', row!.id)).toEqual([]);
    expect(await duplicate('products', 'sku', 'CUPU1', row!.id)).toEqual([]);
    expect(await duplicate('products', 'name', 'cupuacu')).toEqual(['Cupuaçu | CUPU-1']);
    await db.as('administrador', 'select public.delete_product($1)', [row!.id]);
    expect(await duplicate('products', 'name', 'cupuacu')).toEqual([]);
    expect(await duplicate('products', 'sku', 'CUPU1')).toEqual([]);
  });

  it('finds a record by its changed name and SKU', async () => {
    await addProduct('Graviola', 'GRAV-1');
    await db.sql(`update public.products set name = 'Pinha', sku = 'PINHA-1' where sku = 'GRAV-1'`);
    expect(await duplicate('products', 'name', 'graviola')).toEqual([]);
    expect(await duplicate('products', 'sku', 'pinha1')).toEqual(['Pinha | PINHA-1']);
  });

  it('reads a value up to the maximum length of the field only', async () => {
    await addProduct('x'.repeat(255), 'LONGO');
    const start = performance.now();
    expect(await duplicate('products', 'name', 'x'.repeat(1_000_000))).toHaveLength(1);
    expect(await duplicate('products', 'sku', '-'.repeat(1_000_000))).toEqual([]);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it.each([
    ['products', 'description'],
    ['profiles', 'email'],
    ['products', null],
    [null, 'name'],
  ])('refuses the field %s.%s', async (area, field) => {
    const statement = 'select * from public.possible_duplicate($1, $2, $3)';
    expect((await db.attempt('administrador', statement, [area, field, 'x'])).code).toBe('22023');
  });

  it.each(['anon', 'loginWithoutProfile', 'signedOutAdministrador'] as const)(
    'refuses %s',
    async (person) => {
      const statement = `select * from public.possible_duplicate('products', 'name', 'Açaí 500 ml')`;
      expect((await db.attempt(person, statement)).code).toBe('42501');
    },
  );
});
