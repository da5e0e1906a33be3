import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginTransactionAs, openTestDatabase, type TestDatabase } from './database.ts';
import { insertCategory, makeSheetCells } from './records.ts';

// Tests changes of many records with outdated statistics: PostgreSQL assumes that the tables are empty, as after a
// company has deleted all products and imported new ones. PostgreSQL could then choose a query plan that compares each
// row with all rows, which takes minutes for some thousand rows.

/** Number of records in each change. */
const RECORDS = 300;
/** Maximum number of rows in a node of a query plan. A comparison of each record with all records has RECORDS² rows. */
const LIMIT = 30 * RECORDS;
/**
 * Maximum number of rows that all changes together read from one table. With one scan of the history for each record,
 * they would read 1,400,000.
 */
const READ_LIMIT = 1000 * RECORDS;
/** Minimum duration in ms of a statement whose plan is logged. Comparing each record with all records takes longer. */
const LOGGED_MS = 3;

let db: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  db = await openTestDatabase();
  await insertCategory(db);
  // Turns autovacuum off, so that the statistics stay as the tests make them.
  await db.sql(`do $$ declare own regclass; begin
    for own in select oid from pg_class
      where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r'
    loop execute format('alter table %s set (autovacuum_enabled = false)', own); end loop;
  end $$`);
  client = await db.connect();
  await client.query(`load 'auto_explain'`);
  await client.query(
    `set auto_explain.log_min_duration = ${LOGGED_MS}; set auto_explain.log_level = notice;
    set auto_explain.log_nested_statements = on; set auto_explain.log_analyze = on;
    set auto_explain.log_timing = off; set auto_explain.log_format = json`,
  );
  client.on('notice', ({ message = '' }) => {
    const json = message.slice(message.indexOf('{'));
    if (message.startsWith('duration:')) plans.push(JSON.parse(json) as Explained);
  });
});
afterAll(() => db.drop());

type Node = {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Node[];
};
type Explained = { 'Query Text': string; Plan: Node };

const plans: Explained[] = [];

/** Returns the nodes of the logged query plans that processed more than `LIMIT` rows, each with its statement. */
function tooLarge(): string[] {
  return plans.flatMap(({ 'Query Text': text, Plan }) =>
    nodesOf(Plan)
      .filter((node) => rowsOf(node) > LIMIT)
      .map((node) => `${node['Node Type']}: ${rowsOf(node)} rows in: ${text.slice(0, 400)}`),
  );
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function rowsOf(node: Node): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'];
}

/** Returns the number of rows that statements have read so far, keyed by table. */
async function rowsRead(): Promise<Map<string, number>> {
  await client.query('select pg_stat_force_next_flush()');
  const rows = await db.sql<{ name: string; read: number }>(
    `select relname as name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float as read
    from pg_stat_user_tables`,
  );
  return new Map(rows.map(({ name, read }) => [name, read]));
}

async function run<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
  await beginTransactionAs(client, 'administrador');
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.query('commit');
  }
}

async function call<T>(name: string, ...values: unknown[]): Promise<T> {
  const list = values.map((_, place) => `$${place + 1}`).join(', ');
  const [only] = await run<{ result: T }>(
    `select to_json(public.${name}(${list})) as result`,
    values,
  );
  return only!.result; // a function returns one row
}

type Step = { status: string; batch: number; doubtful: number };

/**
 * Applies a staged batch in two steps. Returns the id of the batch in the history (`private.batches`) that holds its
 * changes.
 */
async function apply(id: string, confirmed = 0): Promise<number> {
  await call('apply_batch', id, 1, RECORDS / 2, confirmed);
  const last = await call<Step>('apply_batch', id, 2, RECORDS, confirmed);
  expect(last.status).toBe('done');
  return last.batch;
}

async function importRows(price: number): Promise<number> {
  const id = randomUUID();
  const rows = Array.from({ length: RECORDS }, (_, place) => ({
    place: place + 2,
    cells: makeSheetCells({ sku: `P-${place}`, name: `Produto ${place}`, real_price: price }),
  }));
  const opening = { id, area: 'products', file_name: 'p.xlsx', total: RECORDS };
  await call('stage_rows', JSON.stringify(opening), JSON.stringify(rows));
  const { doubtful } = await call<Step>('plan_import', id, 1000);
  return apply(id, doubtful);
}

async function changeMany(change: object): Promise<number> {
  const id = randomUUID();
  const all = JSON.stringify({ search: '', filters: {} });
  const planned = await call<Step>(
    'plan_change',
    id,
    'products',
    all,
    JSON.stringify(change),
    RECORDS,
  );
  return apply(id, planned.doubtful);
}

async function givePictures(): Promise<number> {
  const id = randomUUID();
  const files = Array.from({ length: RECORDS }, (_, place) => `main/${place}`);
  await db.sql(
    `insert into storage.objects (bucket_id, name) select 'product-images', unnest($1::text[])
    on conflict do nothing`,
    [files],
  );
  const products = await run<{ id: string }>('select id from public.products order by sku');
  const rows = products.map((product, place) => ({
    place: place + 1,
    record_id: product.id,
    before: { images: [] },
    after: { images: [{ file: 'a.png' }] },
  }));
  const batch = { id, file_name: 'fotos.zip', total: RECORDS };
  await call('plan_pictures', JSON.stringify(batch), JSON.stringify(rows));
  let step = 0;
  let last: Step | undefined;
  for (let from = 0; from < RECORDS; from += 100) {
    const sent = rows.slice(from, from + 100).map(({ place }) => ({
      place,
      images: [
        { url: `/storage/v1/object/public/product-images/main/${place - 1}`, is_main: true },
      ],
    }));
    const [row] = await run<{ result: Step }>(
      'select public.apply_batch($1, $2, pictures => $3) as result',
      [id, (step += 1), JSON.stringify(sent)],
    );
    last = row?.result;
  }
  expect(last?.status).toBe('done');
  return last!.batch;
}

async function undo(batch: number) {
  const { status } = await call<Step>('undo_batch', batch);
  expect(status).toBe('undone');
}

async function lastBatch(): Promise<number> {
  const [row] = await db.sql<{ id: number }>('select max(id)::int as id from private.batches');
  return row!.id;
}

async function deleteAll(): Promise<number> {
  await run('delete from public.products');
  return lastBatch();
}

/** Makes imports, bulk changes and bulk deletions, and undoes most of them. At the end, no product is left. */
async function changeEverything() {
  const created = await importRows(20);
  await importRows(22);
  await undo(await changeMany({ kind: 'price', by: 'percent', value: 10, promo: 'keep' }));
  await undo(await changeMany({ kind: 'set', column: 'status', value: 'Inativo' }));
  await undo(await givePictures());
  await run(`update public.products set tipo = 'Serviço', name = name || ' novo'`);
  await undo(await lastBatch());
  const earlier = await changeMany({ kind: 'set', column: 'status', value: 'Inativo' });
  await changeMany({ kind: 'set', column: 'status', value: 'Ativo' });
  // This undo writes nothing, because the next bulk change has changed each record again.
  expect(await call<Step>('undo_batch', earlier)).toMatchObject({ status: 'nothing' });
  expect(await call<Step>('undo_batch', created)).toMatchObject({ status: 'conflict' });
  await undo(await deleteAll());
  await deleteAll();
}

it('bulk changes, and their undo, do work in proportion to the number of records, whatever the statistics', async () => {
  // Make and delete rows first, so that the tables keep their pages but `analyze` finds no row in them.
  await changeEverything();
  await db.sql('delete from private.staged_batches');
  await db.sql('analyze');
  plans.length = 0;
  const before = await rowsRead();
  await changeEverything();
  // Proves that plans are logged.
  expect(plans.length).toBeGreaterThan(20);
  expect(tooLarge()).toEqual([]);
  const after = await rowsRead();
  const read = [...after].map(([name, rows]) => [name, rows - (before.get(name) ?? 0)] as const);
  expect(read.filter(([, rows]) => rows > READ_LIMIT)).toEqual([]);
}, 240_000);

it('a step refreshes the statistics of tables whose rows were nearly all deleted', async () => {
  await db.sql('delete from public.products; delete from private.staged_batches');
  await db.sql('analyze');
  const expected = async () =>
    db.sql(`select relname, reltuples::integer as rows from pg_class
      where oid = any ('{public.products, private.findable_products}'::regclass[]) order by relname`);
  expect(await expected()).toEqual([
    { relname: 'findable_products', rows: 0 },
    { relname: 'products', rows: 0 },
  ]);
  await importRows(20);
  expect(await expected()).toEqual([
    { relname: 'findable_products', rows: RECORDS / 2 },
    { relname: 'products', rows: RECORDS / 2 },
  ]);
});
