import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { insertCategory } from './records.ts';

const ADD = `insert into public.products
    (name, subtitle, mini_description, description, sku, category_id, real_price, status, tipo)
  values ($1, $2, 'Mini', 'Descrição', $3, $4, $5, $6, $7)`;

const PROMO = `update public.products set real_price = 90, promo_price = 3, promo_starts_at = now(),
  promo_ends_at = now() + interval '1 day'`;

/** SQL expressions for a different valid value of a column, keyed by the name or the type of the column. */
const OTHER_VALUES: Record<string, string> = {
  status: `case {column} when 'Ativo' then 'Inativo' else 'Ativo' end`,
  tipo: `case {column} when 'Produto' then 'Serviço' else 'Produto' end`,
  visibility: `case {column} when 'todos' then 'menu_parceiros' else 'todos' end`,
  text: `coalesce({column}, '') || 'x'`,
  numeric: 'coalesce({column}, 0) + 1',
  integer: 'coalesce({column}, 0) + 1',
  boolean: '{column} is not true',
  date: 'coalesce({column}, current_date) + 1',
  'timestamp with time zone': `coalesce({column}, now()) + interval '1 hour'`,
};

describe('the narrow copies of the products', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
  });
  afterAll(() => db.drop());

  /** Lists the rows in which `findable_products` or `findable_prices` differs from its source, `findable_rows`. */
  async function difference() {
    const copies = await db.sql<{ table: string; columns: string }>(
      `select attrelid::regclass::text as table, string_agg(quote_ident(attname), ', ' order by attnum) as columns
      from pg_attribute
      where attrelid in ('private.findable_products'::regclass, 'private.findable_prices'::regclass) and attnum > 0
      group by 1`,
    );
    expect(copies).toHaveLength(2);
    const different: unknown[] = [];
    for (const { table, columns } of copies) {
      const [copied, wanted] = [table, 'private.findable_rows'].map(
        (source) => `select ${columns} from ${source}`,
      );
      different.push(
        ...(await db.sql(`(${copied} except ${wanted}) union all (${wanted} except ${copied})`)),
      );
    }
    return different;
  }
  /** Lists the product columns that `findable_products` copies, each with an SQL expression for a new value. */
  async function copiedColumns() {
    const columns = await db.sql<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
      where attrelid = 'public.products'::regclass and attnum > 0 and attname not in ('id', 'category_id')
        and attname in (select attname from pg_attribute where attrelid = 'private.findable_products'::regclass)`,
    );
    return columns.map(({ name, type }) => {
      const value = (OTHER_VALUES[name] ?? OTHER_VALUES[type])?.replaceAll('{column}', name);
      return { name, value: value ?? expect.unreachable(`no value of ${name}`) };
    });
  }
  const add = async (sku: string) =>
    db.sql(ADD, [`Produto ${sku}`, 'Novo', sku, await insertCategory(db), 5, 'Ativo', 'Produto']);
  const words = async () =>
    (await db.sql('select word from private.known_words order by 1')).map((row) => row['word']);

  it('follow every change', async () => {
    await add('A-1');
    await add('A-2');
    expect(await difference()).toEqual([]);
    await db.sql(`update public.products set name = 'Outro nome', sku = 'B-1', real_price = 7,
      status = 'Inativo', tipo = 'Serviço', visibility = 'menu_parceiros', subtitle = 'Leve' where sku = 'A-1'`);
    expect(await difference()).toEqual([]);
    expect(await words()).toEqual(['leve', 'nome', 'novo', 'outro', 'produto']);
    await db.sql(`update public.products set promo_price = 3, promo_starts_at = now(),
      promo_ends_at = now() + interval '1 day', button_link = 'https://?' where sku = 'B-1'`);
    expect(await difference()).toEqual([]);
    await db.sql(`delete from public.products where sku = 'A-2'`);
    expect(await difference()).toEqual([]);
    expect(await db.sql('table private.findable_products')).toHaveLength(1);
    await db.sql('truncate public.products cascade');
    expect(await db.sql('table private.findable_products')).toEqual([]);
    expect(await db.sql('table private.findable_prices')).toEqual([]);
  });

  it('follow a change of each column that they share with the products', async () => {
    await add('V-1');
    await db.sql(PROMO);
    const columns = await copiedColumns();
    expect(columns.map(({ name }) => name)).toContain('real_price');
    for (const { name, value } of columns) {
      // Test each change by itself, and with a change of `subtitle`, because triggers handle searched texts separately.
      const others =
        name === 'subtitle'
          ? ['']
          : ['', `, subtitle = case subtitle when 'Leve' then 'Novo' else 'Leve' end`];
      for (const other of others) {
        const changed = await db.sql(
          `with earlier as (select ${name} as value from public.products)
          update public.products set ${name} = ${value}${other} from earlier
          returning ${name} is distinct from earlier.value as changed`,
        );
        expect(changed, name).toEqual([{ changed: true }]);
        expect(await difference(), name + other).toEqual([]);
      }
    }
    await db.sql('delete from public.products');
  });

  it('follow any sequence of statements, each of many rows', async () => {
    const categories = [await insertCategory(db, 'Um'), await insertCategory(db, 'Dois')];
    let made = 0;
    const some = `id in (select id from public.products order by md5(id::text || $1) limit 4)`;
    const set = (values: string) => `update public.products set ${values} where ${some}`;
    const url = `'https://x.exemplo/storage/v1/object/public/product-images/main/' || $1 || '.png'`;
    const writes = fc.constantFrom(
      `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
      select 'Novo ' || n, 'Sub', 'Mini', 'Texto', 'N-' || n || $1, '${categories[0]}', n from generate_series(1, 5) as n`,
      `insert into public.products (id, name, subtitle, mini_description, description, sku, category_id, real_price)
      select id, name || '.', subtitle, mini_description, description, sku, category_id, real_price + 1
      from public.products where ${some}
      on conflict (id) do update set name = excluded.name, real_price = excluded.real_price`,
      `with made as (
        insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
        values ('Com imagem', 'Sub', 'Mini', 'Texto', 'I-' || $1, '${categories[1]}', 3) returning id
      )
      insert into public.product_images (product_id, url, is_main) select id, ${url}, true from made`,
      set('real_price = real_price + 1'),
      set('promo_price = real_price - 1, promo_starts_at = now()'),
      set('promo_price = null'),
      set(`status = case status when 'Ativo' then 'Inativo' else 'Ativo' end, tipo = 'Serviço'`),
      set(`visibility = 'menu_parceiros', category_id = '${categories[1]}'`),
      set(`name = 'Nome ' || $1, subtitle = 'Leve', real_price = 9`),
      set(`sku = sku || 'x', created_at = created_at - interval '1 day'`),
      set(`button_link = case when button_link is null then 'https://?' end`),
      set(`mini_description = 'Outra ' || $1`),
      `insert into public.product_images (product_id, url, is_main)
      select id, ${url}, true from public.products as product where ${some} and not exists (
        select from public.product_images as image where image.product_id = product.id
      )`,
      `update public.product_images set is_main = not is_main where product_${some}`,
      `delete from public.product_images where product_${some}`,
      `delete from public.products where ${some}`,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(writes, { minLength: 3, maxLength: 8 }), async (statements) => {
        for (const statement of statements) {
          made += 1;
          await db.sql(statement, [String(made)]);
          expect(await difference(), statement).toEqual([]);
        }
      }),
      { numRuns: 40 },
    );
    await db.sql('delete from public.products');
    expect(await difference()).toEqual([]);
  });

  it('keep the prices out of every index of the words', async () => {
    const indexed = await db.sql(
      `select index.indexrelid::regclass::text
      from pg_index as index
      join pg_attribute as attribute on attribute.attrelid = index.indrelid
        and attribute.attname in ('real_price', 'promo_price', 'promo_starts_at', 'promo_ends_at')
      where index.indrelid = 'private.findable_products'::regclass and (
        attribute.attnum = any (index.indkey)
        or pg_get_indexdef(index.indexrelid) ~ attribute.attname::text
      )`,
    );
    expect(indexed).toEqual([]);
  });

  it('take new prices of all products in one statement as heap-only tuples', async () => {
    await db.sql(
      `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
      select 'Produto de nome comprido ' || n, 'Subtítulo', 'Mini', 'Texto', 'H-' || n, $1, n
      from generate_series(1, 2000) as n`,
      [await insertCategory(db, 'Preços')],
    );
    const client = await db.connect();
    await client.query('begin');
    await client.query('update public.products set real_price = real_price + 1, promo_price = 1');
    const { rows } = await client.query<{ updated: number; hot: number }>(
      `select n_tup_upd::integer as updated, n_tup_hot_upd::integer as hot from pg_stat_xact_all_tables
      where relid = 'private.findable_products'::regclass`,
    );
    await client.query('commit');
    expect(rows).toEqual([{ updated: 2000, hot: 2000 }]);
    expect(await difference()).toEqual([]);
    await db.sql('delete from public.products');
  });

  it('are written once per statement', async () => {
    for (let number = 1; number <= 20; number += 1) await add(`W-${number}`);
    await db.sql('update public.products set real_price = real_price + 1');
    for (const table of ['findable_products', 'findable_prices'])
      expect(
        await db.sql(`select distinct xmin::text, cmin::text from private.${table}`),
      ).toHaveLength(1);
    await db.sql('delete from public.products');
  });

  it('follow the main pictures', async () => {
    await add('I-1');
    await add('I-2');
    const withPicture = async () =>
      (
        await db.sql(
          'select sku from private.findable_products where has_image order by sku collate "C"',
        )
      ).map(({ sku }) => sku);
    const url = 'https://x.exemplo/storage/v1/object/public/product-images/main/a.png';
    await db.sql(
      `insert into public.product_images (product_id, url) select id, $1 from public.products`,
      [url],
    );
    expect(await withPicture()).toEqual([]); // all pictures are additional ones
    await db.sql('update public.product_images set is_main = true');
    expect(await withPicture()).toEqual(['I-1', 'I-2']);
    await db.sql(`update public.product_images set is_main = false
      where product_id = (select id from public.products where sku = 'I-1')`);
    expect(await withPicture()).toEqual(['I-2']);
    await db.sql('delete from public.product_images where is_main');
    expect(await withPicture()).toEqual([]);
    await db.sql('update public.product_images set is_main = true');
    expect(await withPicture()).toEqual(['I-1']);
    await db.sql(`update public.product_images
      set product_id = (select id from public.products where sku = 'I-2')`);
    expect(await withPicture()).toEqual(['I-2']);
    expect(await difference()).toEqual([]);
    await db.sql('truncate public.product_images');
    expect(await withPicture()).toEqual([]);
    await db.sql('delete from public.products');
  });

  it('are refilled after a load without triggers', async () => {
    await db.sql('set session_replication_role = replica');
    await add('C-1');
    await db.sql(PROMO);
    const values = (await copiedColumns()).map(({ name, value }) => `${name} = ${value}`);
    await db.sql(`update public.products set ${values.join(', ')}`);
    await db.sql('set session_replication_role = origin');
    expect(await difference()).toHaveLength(2);
    const indexes = `select indexdef from pg_indexes where schemaname = 'private' order by 1`;
    const before = await db.sql(indexes);
    await db.sql('select private.refill_findable_products()');
    expect(await db.sql(indexes)).toEqual(before);
    expect(await difference()).toEqual([]);
    expect(await words()).toEqual(['novo', 'produto']);
  });
});
