import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginTransactionAs, openTestDatabase, type TestDatabase } from './database.ts';
import { PRODUCT_SORT_ORDERS, PRODUCT_SORT_COLUMNS } from './panel-areas.ts';
import type { TestCaller } from './people.ts';

// Tests the query plans of the panel's queries on products, including the queries inside functions.

/**
 * Number of the first execution that can use a generic plan: PostgreSQL makes a custom plan for each of the first five
 * executions of a prepared statement on a connection.
 */
const FIRST_GENERIC = 6;
const ROWS = 70_000;
const FIND = `select public.find_products(
  search => $1, filters => $2, "order" => $3, page => $4, size => 100)`;
const SEARCHES = [
  'acai',
  'acai 1kg',
  'polpa congelada acai',
  'sku-33333',
  'inexistente',
  'asai',
  'ca',
  'qx',
  'a',
];

let db: TestDatabase;
let client: pg.Client;
let category: string;
beforeAll(async () => {
  db = await openTestDatabase();
  await db.sql(`insert into public.categories (name) values ('Polpas'), ('Doces'), ('Outros')`);
  await db.sql('set session_replication_role = replica');
  await db.sql(
    `insert into public.products
      (name, subtitle, mini_description, description, sku, category_id, real_price, status, tipo)
    select
      (array['Polpa de açaí', 'Doce de cupuaçu', 'Caju', 'Castanha'])[1 + n % 4] || ' '
        || (array['congelada', 'sem açúcar', '1 kg'])[1 + n % 3] || ' ' || n,
      'Da casa', 'Mini', 'Descrição', 'SKU-' || n, (array(select id from public.categories))[1 + n % 3],
      n % 1000, case when n % 10 = 0 then 'Inativo' else 'Ativo' end,
      case when n % 20 = 0 then 'Serviço' else 'Produto' end
    from generate_series(1, $1::integer) as n`,
    [ROWS],
  );
  await db.sql(`insert into public.product_images (product_id, url, is_main, position)
    select id, '/storage/v1/object/public/product-images/main/' || sku || '.png', true, 0 from public.products`);
  await db.sql('set session_replication_role = origin');
  await db.sql('select private.refill_findable_products(), private.recount_rows()');
  await db.sql(`update public.catalogue_readers
    set todos = 'todos', menu_parceiros = 'todos', catalogo_distribuidores = 'todos'`);
  await db.sql('vacuum analyze');
  [category = ''] = (await db.sql<{ id: string }>('select id from public.categories limit 1')).map(
    ({ id }) => id,
  );
  client = await db.connect();
  await client.query(`load 'auto_explain'`);
  await client.query(`set auto_explain.log_min_duration = 0; set auto_explain.log_level = notice;
    set auto_explain.log_nested_statements = on`);
}, 300_000); // takes some seconds on an idle host
afterAll(() => db.drop());

/** Returns the output of auto_explain for the first execution, and for the first one that can use a generic plan. */
async function plansOf(
  name: string,
  text: string,
  values: unknown[],
  person: TestCaller = 'colaborador',
): Promise<string> {
  let plans = '';
  const collect = ({ message = '' }) => (plans += `${message}\n`);
  for (let execution = 1; execution <= FIRST_GENERIC; execution += 1) {
    await beginTransactionAs(client, person);
    if (execution === 1 || execution === FIRST_GENERIC) client.on('notice', collect);
    await client.query({ name, text, values });
    // Roll back before removing the listener: auto_explain logs the plan of this statement when its portal closes.
    await client.query('rollback');
    client.off('notice', collect);
  }
  return plans;
}

const SCAN =
  /Seq Scan on (public\.|private\.)?(products|findable_products|findable_prices|products_on_air|product_images)\b/;

it('detects plans inside functions, and a sequential scan', async () => {
  const seen = await plansOf(
    'control',
    'select count(*) from public.products where description = $1',
    ['x'],
  );
  expect(seen).toMatch(SCAN);
  expect(await plansOf('inside', FIND, ['acai', {}, 'name', 1])).toContain('findable_products');
});

const statements: [string, unknown[]][] = [
  ...PRODUCT_SORT_ORDERS.map((order): [string, unknown[]] => [
    `the order ${order}`,
    ['', {}, order, 1],
  ]),
  ...PRODUCT_SORT_COLUMNS.map((order): [string, unknown[]] => [
    `the order ${order} with a filter of prices`,
    ['', { price_from: '100' }, order, 1],
  ]),
  ['page 50', ['', {}, 'name', 50]],
  ['the last page', ['', {}, 'name', -1]],
  ['a filter by status', ['', { status: 'Inativo' }, 'name', 1]],
  ['a filter by tipo', ['', { tipo: 'Serviço' }, 'name', 1]],
  ...[
    { visibility: 'todos' },
    { image: 'missing' },
    { link: 'broken' },
    { category_state: 'inactive' },
    { price_from: '100', price_to: '110' },
    { promo: 'running' },
    { promo: 'scheduled' },
    { promo: 'ended' },
    { promo: 'no_discount' },
    { promo: 'running', price_from: '100', visibility: 'todos', image: 'missing' },
  ].flatMap((filters): [string, unknown[]][] => [
    [`the filters ${JSON.stringify(filters)}`, ['', filters, '-created_at', 1]],
    [`the same in a search`, ['acai', filters, 'name', 1]],
  ]),
  ['two filters, newest', ['', { status: 'Inativo', tipo: 'Serviço' }, '-created_at', 1]],
  ...SEARCHES.map((search): [string, unknown[]] => [
    `the search ${search}`,
    [search, {}, 'name', 1],
  ]),
  ...[...SEARCHES, 'sku', 'polpa', 'congelada'].map((search): [string, unknown[]] => [
    `the search ${search} by relevance`,
    [search, {}, 'relevance', 1],
  ]),
  ['a search by relevance with a filter', ['acai', { status: 'Inativo' }, 'relevance', 2]],
  ['a search with a filter', ['acai', { status: 'Inativo' }, '-real_price', 2]],
];

it.each(statements)('runs %s without a sequential scan', async (name, values) => {
  expect(await plansOf(name, FIND, values)).not.toMatch(SCAN);
});

it.each([{}, { price_from: '100' }])(
  'has an index of each order in the copy that is read with the filters %j',
  async (filters) => {
    for (const order of PRODUCT_SORT_COLUMNS) {
      const indexes = await db.sql<{ table: string; definition: string }>(
        `with source as (
          select private.products_source('', $1, $2) as name, private.order_columns($2) as columns
        )
        select source.name as table, pg_get_indexdef(indexrelid) as definition
        from source join pg_index on indrelid = source.name::regclass
        where strpos(pg_get_indexdef(indexrelid), '(' || columns || ')') > 0`,
        [filters, order],
      );
      expect(indexes, order).not.toEqual([]);
    }
  },
);

it.each([
  ['a page', `public.catalogo_produtos('todos')`],
  [
    'a later page',
    `public.catalogo_produtos('todos', depois_nome => 'M', depois_id => gen_random_uuid())`,
  ],
  ['a search', `public.catalogo_produtos('todos', busca => 'acai congelada')`],
  ['a rare search', `public.catalogo_produtos('menu_parceiros', busca => '1234')`],
  ['two letters', `public.catalogo_produtos('todos', busca => 'ca')`],
  ['a category', `public.catalogo_produtos('todos', categoria => gen_random_uuid())`],
  ['one product', `public.catalogo_produto('menu_parceiros', 'SKU-77')`],
  ['categories', `public.catalogo_categorias('catalogo_distribuidores')`],
])('returns to an anonymous reader %s without a sequential scan', async (name, call) => {
  const plans = await plansOf(`reader: ${name}`, `select ${call}`, [], 'anon');
  expect(plans).toContain('products_on_air');
  expect(plans).not.toMatch(SCAN);
});

it.each([
  ['caju', 'name', 1],
  ['caju', 'name', 40],
  ['caju', '-name', -3],
  ['acai', 'name', 2], // the matches are at the end of the order: `walk_products` sorts them all
  ['acai', '-name', -2],
  ['sku', 'name', 4],
  ['congelada', 'status', 3],
  ['caju', 'sku', -4],
  ['acai', '-name', 160],
  ['castanha', '-real_price', 150],
  ['castanha', 'created_at', -2],
  ['caju', 'name', 3, { price_from: '200' }],
  ['castanha', '-name', -2, { price_to: '800', status: 'Ativo' }],
  ['caju', '-real_price', 20, { price_from: '200' }],
  ['acai', 'created_at', -2, { price_to: '800' }],
  ['', 'name', 50, { price_from: '100' }],
  ['', '-real_price', 5, { status: 'Ativo' }],
  ['', '-name', -3, { price_from: '100', visibility: 'todos' }],
  ['', 'sku', 3, { price_to: '900', tipo: 'Produto' }],
  ['', 'status', 2, { price_from: '100', status: 'Ativo' }],
] as [string, string, number, Record<string, string>?][])(
  'returns the right page of many: %s, %s, %i, %j',
  async (search, order, page, filters = {}) => {
    const [found] = await db.as<{ ids: string[]; total: string }>(
      'administrador',
      `select array(select row ->> 'id' from json_array_elements(result -> 'rows') as row) as ids,
         result ->> 'total' || (result ->> 'more') as total
       from public.find_products(
         search => $1, "order" => $2, page => $3, size => 100, filters => $4
       ) as result`,
      [search, order, page, filters],
    );
    const key = order.replace('-', '');
    const direction = order.startsWith('-') === page > 0 ? 'desc' : 'asc';
    const [condition] = await db.sql<{ sql: string }>(
      'select private.filter_condition($1) as sql',
      [filters],
    );
    const [plain] = await db.sql<{ ids: string[] }>(
      `select array(
        select id from private.findable_products where words like $1 and ${condition!.sql}
        order by ${key} ${direction}, ${key === 'status' ? `name ${direction},` : ''} id ${direction} offset $2 limit 100
      )::text[] as ids`,
      [`%${search}%`, (Math.abs(page) - 1) * 100],
    );
    expect(found!.total).toBe('10000true');
    expect(plain!.ids).toHaveLength(100);
    expect(found!.ids.join()).toBe(plain!.ids.join());
  },
);

it.each([
  ['acai', 1, 3], // one name begins with the term
  ['acai', 40, 1],
  ['sku', 1, 1], // no name contains the term
  ['polpa', 160, 2],
  ['sku-33333', 1, 1],
  ['k', 2, 1],
])(
  'ranks a frequent word by relevance, with each row exactly once: %s, from page %i',
  async (search, page, more) => {
    await db.sql(`update public.products set name = 'Açaí puro' where sku = 'SKU-5'`);
    const seen: string[] = [];
    for (let number = page; number <= page + more; number += 1) {
      const [found] = await db.as<{ ids: string[] }>(
        'administrador',
        `select array(select row ->> 'id' from json_array_elements(result -> 'rows') as row) as ids
       from public.find_products(search => $1, "order" => 'relevance', page => $2, size => 100) as result`,
        [search, number],
      );
      seen.push(...found!.ids);
    }
    const [plain] = await db.sql<{ ids: string[] }>(
      `select array(
      select product.id from private.findable_products as product
      where words like all (array(select '%' || term || '%' from unnest(private.search_terms($1)) as term))
      order by
        lower(sku) <> $1, private.searchable(name) not like $1 || '%',
        not (private.words(name) like all (array(select '%' || term || '%' from unnest(private.search_terms($1)) as term))),
        name, id
      offset $2 limit $3
    )::text[] as ids`,
      [search, (page - 1) * 100, (more + 1) * 100],
    );
    expect(seen.join()).toBe(plain!.ids.join());
  },
);

it('filters by category, reads by id, searches everything and saves without a sequential scan', async () => {
  const [product] = await db.sql<{ id: string }>('select id from public.products limit 1');
  const others: [string, string, unknown[]][] = [
    ['category', FIND, ['', { category_id: category }, 'name', 1]],
    ['by id', 'select * from public.products where id = $1', [product!.id]],
    ['everything', 'select * from public.search_everything($1)', ['acai']],
    ['needs attention', 'select public.needs_attention()', []],
    ['everything, absent', 'select * from public.search_everything($1)', ['inexistente']],
    ['save', 'select public.save_product($1, null, 1)', [{ id: product!.id, name: 'Outro nome' }]],
    ['duplicate', 'select public.duplicate_product($1)', [product!.id]],
    ['delete', 'select public.delete_product($1)', [product!.id]],
  ];
  for (const [name, text, values] of others)
    expect(await plansOf(name, text, values), name).not.toMatch(SCAN);
});

it('pairs the rows before and after a bulk change by one reading of both, after changes of one row', async () => {
  const one = `update public.products set status = 'Inativo' where sku = 'SKU-1'`;
  await plansOf('one', one, []);
  const sql = `update public.products set status = 'Inativo' where sku like 'SKU-2%' and real_price < 30`;
  const plans = await plansOf('status', sql, []);
  expect(plans).toMatch(/(Hash|Merge) Full Join[^]*?Named Tuplestore Scan/);
  expect(plans).not.toMatch(/Nested Loop[^\n]*\n\s+Join Filter: \((was|now)\.id/);
});

it('judges prices only if a price or an SKU changes', async () => {
  await db.sql('update public.price_guard set enforced = true');
  const one = `update public.products set status = 'Inativo' where sku = 'SKU-1'`;
  expect(await plansOf('other', one, [])).not.toContain('from judged');
  expect(
    await plansOf('price', one.replace(`status = 'Inativo'`, 'real_price = 1.1'), []),
  ).toContain('from judged');
});

it.each([
  ['name', 'Polpa de açaí congelada 24', 'findable_products_bare_name_idx'],
  ['name', 'Um nome que ninguém tem', 'findable_products_bare_name_idx'],
  ['sku', 'sku 33333', 'findable_products_bare_sku_idx'],
  ['sku', 'NENHUM-1', 'findable_products_bare_sku_idx'],
])('finds a possible duplicate by its index: %s %s', async (field, value, index) => {
  const plans = await plansOf(
    `duplicate ${value}`,
    `select * from public.possible_duplicate('products', $1, $2)`,
    [field, value],
  );
  expect(plans).toContain(index);
  expect(plans).not.toMatch(SCAN);
});

it('counts a month of batches by an index, whatever the age of the others', async () => {
  await db.sql(`insert into private.batches (at, area, record_id, kind)
    select now() - n * interval '5 years' / 50000, 'products', '', 'update' from generate_series(1, 50000) as n`);
  await db.sql('vacuum analyze private.batches');
  const plans = await plansOf('month', 'select public.batches_per_day()', []);
  expect(plans).toMatch(/Index (Only )?Scan (using|on) batches_(at|area)_idx/);
  expect(plans).not.toMatch(/Seq Scan on (private\.)?batches/);
});

it('reads the session of the caller by its id, even with fifty thousand sessions of one user', async () => {
  await db.sql(`insert into auth.sessions (id, user_id, created_at)
    select gen_random_uuid(), user_id, now() from auth.sessions, generate_series(1, 50000)
    where user_id = (select id from public.profiles where role = 'Colaborador')`);
  await db.sql('analyze auth.sessions'); // autovacuum does the same after 50,000 inserts
  const plans = await plansOf('staff', 'select count(*) from public.categories', []);
  expect(plans).toContain('sessions_pkey');
  expect(plans).not.toMatch(
    /(sessions_user_id|user_id_created_at)_idx|Seq Scan on (auth\.)?sessions/,
  );
});
