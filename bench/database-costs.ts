import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import type { Superuser } from '../backend/database/superuser.ts';
import { beginAs } from '../supabase/tests/database.ts';
import { listRequests } from './lists.ts';
import type { ListRequest } from './panel.ts';

export type Cost = {
  /**
   * CPU time in milliseconds of the connection's PostgreSQL process, which other work on the host hardly changes. If
   * the system does not report CPU time: elapsed time.
   */
  ms: number;
  /** Bytes of the write-ahead log. */
  wal: number;
};
export type MeasuredConnection = { client: pg.Client; pid: number };

const USER = 'colaborador';
const STEP = 1000;
const NTH_ID = `select id from public.products order by md5(id::text) offset $1 limit 1`;

export async function openBench(database: Superuser): Promise<MeasuredConnection> {
  const client = new pg.Client(database);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return { client, pid: rows[0]?.pid ?? 0 };
}

/**
 * Returns the measured requests of the list of products (`listRequests`), with a category and a brand of this database.
 */
export async function listRequestsOf(bench: MeasuredConnection, products: number) {
  const { rows } = await bench.client.query<{ category: string; brand: string }>(
    `select category_id as category, split_part(name, ' ', -2) as brand
     from public.products order by md5(sku) limit 1`,
  );
  const { category = '', brand = '' } = rows[0] ?? {};
  return listRequests(products, brand.toLowerCase(), category);
}

export async function costOfList(bench: MeasuredConnection, request: ListRequest): Promise<Cost> {
  const { search = '', filters = {}, order = 'name', page = 1 } = request;
  const cost = await costOf(bench, () =>
    call(bench, 'find_products', [search, filters, order, page, 50]),
  );
  await bench.client.query('rollback');
  return cost;
}

export async function costOfSave(
  bench: MeasuredConnection,
  round: number,
  values: object,
): Promise<Cost> {
  const { rows } = await bench.client.query<{ id: string }>(NTH_ID, [round]);
  const product = { id: rows[0]?.id, ...values };
  const cost = await costOf(bench, () => call(bench, 'save_product', [product, null, 1]));
  await bench.client.query('rollback');
  return cost;
}

export async function costOfDeletion(bench: MeasuredConnection, round: number): Promise<Cost> {
  const { rows } = await bench.client.query<{ id: string }>(NTH_ID, [round]);
  const cost = await costOf(bench, () => call(bench, 'delete_product', [rows[0]?.id]));
  await bench.client.query('rollback');
  return cost;
}

/**
 * Measures one step of a bulk change of `amount` random products, with or without the triggers that update the tables
 * `private.findable…`. The step is rolled back.
 */
export async function costOfStep(
  bench: MeasuredConnection,
  amount: number,
  change: object,
  hasCopies: boolean,
): Promise<Cost> {
  const { client } = bench;
  await client.query('begin');
  if (!hasCopies) {
    await client.query(`do $$ declare name text; begin
      for name in select tgname from pg_trigger
        where tgrelid = 'public.products'::regclass and tgname like '%\\_findable\\_%' loop
        execute format('alter table public.products disable trigger %I', name);
      end loop;
      if not found then raise exception 'products has no trigger that maintains a narrow copy'; end if;
    end $$`);
  }
  const { id, doubtful } = await plan(bench, { ids: await randomIds(bench, amount) }, change);
  const cost = await costOf(bench, () => callSql(bench, 'apply_batch', [id, 1, amount, doubtful]));
  await client.query('rollback');
  // Remove the rolled-back rows, which would slow down the next round.
  const { rows } = await client.query<{ list: string }>(
    `select string_agg(oid::regclass::text, ', ') as list from pg_class
     where relkind = 'r' and (oid = 'public.products'::regclass or relname like 'findable%')`,
  );
  await client.query(`vacuum ${rows[0]?.list}`);
  return cost;
}

/** Measures all steps of a bulk change of `amount` random products; each step is one transaction. */
export async function costOfAllSteps(
  bench: MeasuredConnection,
  amount: number,
  change: object,
): Promise<Cost> {
  const { client } = bench;
  await client.query('truncate private.written_rows'); // else the daily limit of changed rows refuses the change
  await beginAs(client, USER);
  const { id, doubtful } = await plan(bench, { ids: await randomIds(bench, amount) }, change);
  await client.query('commit');
  return costOf(bench, async () => {
    for (let step = 1; ; step += 1) {
      const result = await call(bench, 'apply_batch', [id, step, STEP, doubtful]);
      await client.query('commit');
      if (result['status'] === 'done') return;
    }
  });
}

/** Returns the bytes of the rows and of the indexes of each table `private.findable…`. */
export async function readTableSizes({ client }: MeasuredConnection) {
  const { rows } = await client.query<{ name: string; heap: string; indexes: string }>(
    `select relname as name, pg_table_size(oid) as heap, pg_indexes_size(oid) as indexes
     from pg_class
     where relnamespace = 'private'::regnamespace and relkind = 'r' and relname like 'findable%'
     order by 1`,
  );
  return rows;
}

async function randomIds({ client }: MeasuredConnection, amount: number) {
  const { rows } = await client.query<{ id: string }>(
    'select id from public.products order by md5(id::text) limit $1',
    [amount],
  );
  return rows.map(({ id }) => id);
}

async function plan(bench: MeasuredConnection, selection: object, change: object) {
  const id = randomUUID();
  await beginAs(bench.client, USER);
  const result = await callSql(bench, 'plan_change', [id, 'products', selection, change]);
  return { id, doubtful: result['doubtful'] };
}

async function call(bench: MeasuredConnection, name: string, values: unknown[]) {
  await beginAs(bench.client, USER);
  return callSql(bench, name, values);
}

async function callSql({ client }: MeasuredConnection, name: string, values: unknown[]) {
  const list = values.map((_, place) => `$${place + 1}`).join(', ');
  const { rows } = await client.query<{ result: Record<string, unknown> }>(
    `select public.${name}(${list}) as result`,
    values.map((value) =>
      value !== null && typeof value === 'object' ? JSON.stringify(value) : value,
    ),
  );
  return rows[0]?.result ?? {};
}

async function costOf(bench: MeasuredConnection, work: () => Promise<unknown>): Promise<Cost> {
  const [ms, wal] = [await timeOf(bench), await walOf(bench)];
  await work();
  return { ms: (await timeOf(bench)) - ms, wal: (await walOf(bench)) - wal };
}

async function timeOf({ pid }: MeasuredConnection) {
  return (await backendCpuMs(pid)) ?? performance.now();
}

/**
 * Returns the CPU time of a PostgreSQL process so far, in milliseconds (proc(5), schedstat); undefined except on Linux.
 */
export async function backendCpuMs(pid: number) {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number(text.split(' ')[0]) / 1e6;
}

async function walOf({ client }: MeasuredConnection) {
  const { rows } = await client.query<{ bytes: string }>(
    `select pg_current_wal_insert_lsn() - '0/0' as bytes`,
  );
  return Number(rows[0]?.bytes);
}
