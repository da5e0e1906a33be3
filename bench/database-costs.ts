import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import type { ConnectionSettings } from '../backend/database/superuser.ts';
import { beginTransactionAs } from '../supabase/tests/database.ts';
import { createListRequests } from './lists.ts';
import type { ListRequest } from './panel.ts';

export type DatabaseCost = {
  /**
   * CPU time of the connection's PostgreSQL process in milliseconds; other work on the host hardly changes it. Elapsed
   * time in milliseconds if the system does not report CPU time.
   */
  ms: number;
  /** Bytes of the write-ahead log. */
  wal: number;
};
export type MeasuredConnection = { client: pg.Client; pid: number };

const USER = 'colaborador';
const STEP = 1000;
const NTH_ID = `select id from public.products order by md5(id::text) offset $1 limit 1`;

export async function openMeasuredConnection(
  database: ConnectionSettings,
): Promise<MeasuredConnection> {
  const client = new pg.Client(database);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return { client, pid: rows[0]?.pid ?? 0 };
}

/**
 * Returns the requests for the product list that are to be measured (`createListRequests`), with a category and a brand
 * of this database.
 */
export async function createListRequestsFromDatabase(
  connection: MeasuredConnection,
  products: number,
) {
  const { rows } = await connection.client.query<{ category: string; brand: string }>(
    `select category_id as category, split_part(name, ' ', -2) as brand
     from public.products order by md5(sku) limit 1`,
  );
  const { category = '', brand = '' } = rows[0] ?? {};
  return createListRequests(products, brand.toLowerCase(), category);
}

export async function measureListCost(
  connection: MeasuredConnection,
  request: ListRequest,
): Promise<DatabaseCost> {
  const { search = '', filters = {}, order = 'name', page = 1 } = request;
  const cost = await costOf(connection, () =>
    call(connection, 'find_products', [search, filters, order, page, 50]),
  );
  await connection.client.query('rollback');
  return cost;
}

export async function measureSaveCost(
  connection: MeasuredConnection,
  round: number,
  values: object,
): Promise<DatabaseCost> {
  const { rows } = await connection.client.query<{ id: string }>(NTH_ID, [round]);
  const product = { id: rows[0]?.id, ...values };
  const cost = await costOf(connection, () => call(connection, 'save_product', [product, null, 1]));
  await connection.client.query('rollback');
  return cost;
}

export async function measureDeletionCost(
  connection: MeasuredConnection,
  round: number,
): Promise<DatabaseCost> {
  const { rows } = await connection.client.query<{ id: string }>(NTH_ID, [round]);
  const cost = await costOf(connection, () => call(connection, 'delete_product', [rows[0]?.id]));
  await connection.client.query('rollback');
  return cost;
}

/**
 * Measures one step of a bulk change of `amount` random products, with or without the triggers that update the tables
 * `private.findable…`. The step is rolled back.
 */
export async function measureBulkChangeStepCost(
  connection: MeasuredConnection,
  amount: number,
  change: object,
  hasCopies: boolean,
): Promise<DatabaseCost> {
  const { client } = connection;
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
  const { id, doubtful } = await plan(
    connection,
    { ids: await randomIds(connection, amount) },
    change,
  );
  const cost = await costOf(connection, () =>
    callSql(connection, 'apply_batch', [id, 1, amount, doubtful]),
  );
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
export async function measureBulkChangeCost(
  connection: MeasuredConnection,
  amount: number,
  change: object,
): Promise<DatabaseCost> {
  const { client } = connection;
  await client.query('truncate private.written_rows'); // else the daily limit of changed rows refuses the change
  await beginTransactionAs(client, USER);
  const { id, doubtful } = await plan(
    connection,
    { ids: await randomIds(connection, amount) },
    change,
  );
  await client.query('commit');
  return costOf(connection, async () => {
    for (let step = 1; ; step += 1) {
      const result = await call(connection, 'apply_batch', [id, step, STEP, doubtful]);
      await client.query('commit');
      if (result['status'] === 'done') return;
    }
  });
}

/** Returns the bytes of the rows and of the indexes of each table `private.findable…`. */
export async function readFindableTableSizes({ client }: MeasuredConnection) {
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

async function plan(connection: MeasuredConnection, selection: object, change: object) {
  const id = randomUUID();
  await beginTransactionAs(connection.client, USER);
  const result = await callSql(connection, 'plan_change', [id, 'products', selection, change]);
  return { id, doubtful: result['doubtful'] };
}

async function call(connection: MeasuredConnection, name: string, values: unknown[]) {
  await beginTransactionAs(connection.client, USER);
  return callSql(connection, name, values);
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

async function costOf(
  connection: MeasuredConnection,
  work: () => Promise<unknown>,
): Promise<DatabaseCost> {
  const [ms, wal] = [await timeOf(connection), await walOf(connection)];
  await work();
  return { ms: (await timeOf(connection)) - ms, wal: (await walOf(connection)) - wal };
}

async function timeOf({ pid }: MeasuredConnection) {
  return (await readProcessCpuMs(pid)) ?? performance.now();
}

/**
 * Returns the CPU time of a PostgreSQL process so far, in milliseconds (proc(5), schedstat); undefined except on Linux.
 */
export async function readProcessCpuMs(pid: number) {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number(text.split(' ')[0]) / 1e6;
}

async function walOf({ client }: MeasuredConnection) {
  const { rows } = await client.query<{ bytes: string }>(
    `select pg_current_wal_insert_lsn() - '0/0' as bytes`,
  );
  return Number(rows[0]?.bytes);
}
