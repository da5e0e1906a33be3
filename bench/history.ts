import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { cloneDatabase, startTestCluster } from '../backend/testing/cluster.ts';
import { insertTestUsers, beginTransactionAs } from '../supabase/tests/database.ts';
import { ANA_ID } from '../supabase/tests/people.ts';
import { makeProductRow } from '../supabase/tests/records.ts';
import { computeMedian, computePercentile } from './percentile.ts';

// Measures:
// - the time that history adds to a save;
// - the time of a save, and of the creation of a product, beside a short history and beside a long one;
// - the time of the queries on a long history.
// Usage: `npm run bench:history` for 10,000,000 changes, `npm run bench:history 100000` for fewer.
// The times are milliseconds in the database, without HTTP, with the roles of the users. The newest batches are a
// change of one product, and a chain of 1,000 undos: the undo of this change, the undo of that undo, and so on. The
// query of a page should take at most 50 ms.

const CHANGES = Number(process.argv[2] ?? 10_000_000);
const PRODUCTS = 300;
const CHAIN = 1_000;
const ROUNDS = 10;
const RECORDED = ['products', 'product_images'];
const PICTURES = [1, 2, 3].map((n) => ({
  url: `https://vitrine.exemplo/storage/v1/object/public/product-images/main/${n}.png`,
  is_main: n === 1,
}));

const RECORD = `select record_id from private.batches where area = 'products' and id % 20 = 0 limit 1`;
const STATEMENTS: [name: string, text: string][] = [
  ['history of a record', `select public.record_history('products', '{record}')`],
  ['history of a record under the chain', `select public.record_history('products', '{chain}')`],
  [
    'history of a record under the chain, 100 batches',
    `select public.record_history('products', '{chain}', size => 100)`,
  ],
  ['all activity: the chain', 'select public.activity()'],
  ['all activity: the chain, 100 batches', 'select public.activity(size => 100)'],
  ['all activity before the chain', `select public.activity('{}', {before})`],
  ['activity of a person', `select public.activity('{"actor": "${ANA_ID}"}')`],
  ['activity of an area', `select public.activity('{"area": "banners"}')`],
  [
    'a person, an area, a kind, two years ago',
    `select public.activity(jsonb_build_object('actor', '${ANA_ID}', 'area', 'products', 'kind', 'delete', 'to', now() - interval '2 years'))`,
  ],
  [
    'activity of a user without changes',
    `select public.activity('{"actor": "00000000-0000-4000-8000-0000000000ee"}')`,
  ],
  [
    'deletions, nothing in the area',
    `select public.activity('{"area": "profiles", "kind": "delete"}')`,
  ],
  ['the trash', 'select public.trash_groups()'],
  ['the trash, one text', `select public.trash_groups(search => 'produto')`],
  ['the batch of a version', `select public.batch_of('products', '{record}', 1)`],
];
let record: string | undefined;
let chained = '';
let beforeChain = '';

const cluster = await startTestCluster();
const client = new pg.Client(await cloneDatabase(cluster.superuser, 'schema'));
try {
  await client.connect();
  await insertTestUsers((text, values) => client.query(text, values));
  const products = await makeProducts();
  await compareSaves(products);
  const besideShort = await timeWrites(products);
  await fill();
  const besideLong = await timeWrites(products);
  compareWrites(besideShort, besideLong);
  chained = products[0]?.id ?? '';
  beforeChain = await lastBatch();
  await insertChain(chained);
  for (const [name, text] of STATEMENTS) {
    const { first, p95 } = await measureRounds(30, () => queryAsAna(text));
    console.log(`${name}: first ${first.toFixed(1)}, p95 of 30 ${p95.toFixed(1)}`);
  }
} finally {
  await client.end();
  await cluster.stop();
}

type Product = { id: string; version: number };

async function makeProducts(): Promise<Product[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into public.categories (name) values ('A') returning id`,
  );
  const products: Product[] = [];
  for (let index = 0; index < PRODUCTS; index += 1) {
    const product = makeProductRow({ sku: `S${index}`, category_id: rows[0]?.id });
    const made = await client.query<{ id: string }>(
      `select public.save_product($1, $2) -> 'product' ->> 'id' as id`,
      [JSON.stringify(product), JSON.stringify(PICTURES)],
    );
    products.push({ id: made.rows[0]?.id ?? '', version: 1 });
  }
  return products;
}

/**
 * Compares saves with and without history. Alternates their order, because the tables grow meanwhile, and other work on
 * the host changes.
 */
async function compareSaves(products: Product[]) {
  const times: Record<'without' | 'with', number[]> = { without: [], with: [] };
  await timeSaves(products); // the first run fills the caches
  for (let round = 0; round < ROUNDS; round += 1)
    for (const turn of [0, 1]) {
      const isRecorded = (round + turn) % 2 === 1;
      times[isRecorded ? 'with' : 'without'].push(
        ...(await withHistory(isRecorded, () => timeSaves(products))),
      );
    }
  const [without, withIt] = [computeMedian(times.without), computeMedian(times.with)];
  console.log(
    `a save, median of ${times.with.length}: without history ${without.toFixed(2)}, with it ${withIt.toFixed(2)} (${(withIt / without).toFixed(2)} times)`,
  );
}

async function withHistory<T>(isRecorded: boolean, work: () => Promise<T>) {
  for (const table of RECORDED)
    for (const trigger of ['record_inserts', 'record_updates', 'record_deletes'])
      await client.query(
        `alter table public.${table} ${isRecorded ? 'enable' : 'disable'} trigger ${trigger}`,
      );
  return work();
}

/** Saves each product with a new price and unchanged pictures. Returns the duration of each save in milliseconds. */
async function timeSaves(products: Product[]) {
  const { times } = await measureRounds(PRODUCTS, async (round) => {
    const product = products[round];
    if (!product) return;
    await beginTransactionAs(client, 'colaborador');
    await client.query({
      name: 'save',
      text: 'select public.save_product($1, $2, $3)',
      values: [
        JSON.stringify({ id: product.id, real_price: product.version }),
        JSON.stringify(PICTURES),
        product.version,
      ],
    });
    await client.query('commit');
    product.version += 1;
  });
  return times;
}

type WriteTimes = { saves: number[]; creations: number[] };

/** Measures saves and creations of products, in milliseconds. Runs both once before, to fill the caches. */
async function timeWrites(products: Product[]): Promise<WriteTimes> {
  await timeSaves(products);
  await timeCreations();
  return { saves: await timeSaves(products), creations: await timeCreations() };
}

/** Creates products with pictures. Returns the duration of each creation in milliseconds. */
async function timeCreations() {
  const { rows } = await client.query<{ id: string }>('select id from public.categories limit 1');
  const { times } = await measureRounds(PRODUCTS, async () => {
    await beginTransactionAs(client, 'colaborador');
    await client.query({
      name: 'create',
      text: 'select public.save_product($1, $2)',
      values: [
        JSON.stringify(makeProductRow({ sku: randomUUID(), category_id: rows[0]?.id })),
        JSON.stringify(PICTURES),
      ],
    });
    await client.query('commit');
  });
  return times;
}

function compareWrites(besideShort: WriteTimes, besideLong: WriteTimes) {
  for (const [name, short, long] of [
    ['a save', besideShort.saves, besideLong.saves],
    ['a new product', besideShort.creations, besideLong.creations],
  ] as const) {
    const [before, after] = [computeMedian(short), computeMedian(long)];
    console.log(
      `${name}, median of ${long.length}: beside a short history ${before.toFixed(2)}, beside ${CHANGES} changes ${after.toFixed(2)} (${(after / before).toFixed(2)} times)`,
    );
  }
}

/**
 * Inserts a chain of batches, as repeated calls of `undo_batch` would. Each batch after the first undoes the previous
 * batch, and has the first batch as its root.
 */
async function insertChain(product: string) {
  await client.query(
    `with root as (
      insert into private.batches (actor, actor_name, area, record_id, kind, title, is_reverted)
      values ($1, 'Ana', 'products', $2, 'update', 'Produto', $3::int % 2 = 1) returning id
    ), chain as (
      insert into private.batches (actor, actor_name, area, record_id, kind, title, undoes, root, reverts)
      select $1, 'Ana', 'products', $2, 'update', 'Produto', root.id + place - 1, root.id, place % 2 = 1
      from root, generate_series(1, $3::int) as place
      returning id, root, reverts
    )
    insert into private.changes (batch, table_name, row_id, area, record_id, kind, version, root, reverts, before, after)
    select
      written.id, 'products', $2, 'products', $2, 'update', 1, written.root, written.reverts,
      '{"real_price": 10.5}', '{"real_price": 12.5}'
    from (select id, null::bigint as root, null::boolean as reverts from root union all select * from chain) as written
    order by written.id`,
    [ANA_ID, product, CHAIN],
  );
}

/**
 * Inserts CHANGES changes: two for each batch, over five years, by 20 users, of up to 100,000 records. After the first
 * 100,000 batches, one batch in fifty undoes an earlier batch of the same record.
 */
async function fill() {
  const begun = performance.now();
  const first = await lastBatch();
  await client.query(`
    insert into private.batches (at, actor, actor_name, area, record_id, kind, title, undoes, root, reverts)
    select
      now() - (${CHANGES} / 2 - n) * interval '5 years' / (${CHANGES} / 2),
      case when n % 20 = 0 then '${ANA_ID}'::uuid else md5((n % 20)::text)::uuid end, 'Alguém',
      (array['products', 'categories', 'parceiros', 'banners'])[1 + (n % 40) / 12],
      md5((n % 100000)::text)::uuid::text,
      case when n % 97 = 0 then 'delete' when n % 13 = 0 then 'insert' else 'update' end, 'Registro ' || n,
      undone.id, undone.id, undone.id is not null
    from generate_series(1, ${CHANGES} / 2) as n
    left join lateral (select ${first} + n - 100000 as id where n % 50 = 0 and n > 100000) as undone on true;
    insert into private.changes
      (batch, table_name, row_id, area, record_id, kind, version, root, reverts, before, after)
    select
      batch.id, batch.area, batch.record_id, batch.area, batch.record_id, batch.kind, 1, batch.root,
      case when batch.root is not null then batch.reverts end,
      '{"name": "Antes", "real_price": 10.5}', '{"name": "Depois", "real_price": 12.5}'
    from private.batches as batch cross join generate_series(1, 2);
    analyze private.batches, private.changes;`);
  const seconds = (performance.now() - begun) / 1000;
  const { rows } = await client.query<{ size: string }>(
    `select pg_size_pretty(pg_total_relation_size('private.changes') + pg_total_relation_size('private.batches')) as size`,
  );
  console.log(`${CHANGES} changes written in ${seconds.toFixed(0)} s: ${rows[0]?.size}`);
}

async function lastBatch() {
  const { rows } = await client.query<{ id: string }>('select max(id) as id from private.batches');
  return rows[0]?.id ?? '';
}

async function queryAsAna(text: string) {
  record ??= (await client.query<{ record_id: string }>(RECORD)).rows[0]?.record_id;
  await beginTransactionAs(client, 'administrador');
  await client.query(
    text
      .replace('{record}', record ?? '')
      .replace('{chain}', chained)
      .replace('{before}', beforeChain),
  );
  await client.query('commit');
}

async function measureRounds(rounds: number, work: (round: number) => Promise<void>) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await work(round);
    times.push(performance.now() - begun);
  }
  return { times, first: times[0] ?? 0, p95: computePercentile(times, 0.95) };
}
