import { PostgrestClient } from '@supabase/postgrest-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fillTestDatabase,
  insertStorageRows,
} from '../../backend/rest/testing/fill-test-database.ts';
import {
  createFunctionArguments,
  createTestChange,
  type RowIds,
} from '../../backend/rest/testing/permission-requests.ts';
import { type DroppingProxy, startDroppingProxy } from '../../backend/testing/dropping-proxy.ts';
import { startTestServer, type TestServer } from '../../backend/testing/server.ts';
import { insertTestUsers } from './database.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import { configureSecondFactors } from './levels.ts';
import { TEST_CALLERS } from './people.ts';
import {
  EXECUTE_GRANTS,
  SERVED_CALLERS,
  TABLE_PERMISSIONS,
  type RightLetter,
} from './permission-table.ts';

// In these tests, the response of every mutation is lost after the server has run it, and the same request is sent
// again. The tests cover the tables and functions of permission-table.ts that an Administrador may change or call.

type Result = { data: unknown; error: unknown; status: number };
type Row = { id: string | number; version?: number };

const CALLABLE = Object.entries(EXECUTE_GRANTS)
  .filter(([name, roles]) => name.startsWith('public.') && roles.includes('authenticated'))
  .map(([name]) => name.replace('public.', ''))
  .filter((name) => SERVED_CALLERS[name]?.includes('administrador'));
/** The tables that a repeated call changes again, by design; keyed by function. */
const CHANGED_AGAIN: Record<string, string[]> = {
  // Each call creates a new code, and only the newest code of an e-mail is valid. The server cannot recognise a retry:
  // the same Administrador can also send the second call from another open form.
  announce_user: ['private.announced_users'],
  // Every read of a titular's data is recorded.
  personal_data: ['private.changes'],
  // A staged batch stores the time of its last step, and the number of bytes received for it.
  leave_out: ['private.staged_batches'],
  plan_change: ['private.staged_batches'],
  plan_import: ['private.staged_batches'],
  plan_pictures: ['private.staged_batches'],
  stage_rows: ['private.staged_batches'],
};
const tablesFor = (letter: RightLetter) =>
  Object.keys(TABLE_PERMISSIONS).filter((table) =>
    TABLE_PERMISSIONS[table]?.administrador.includes(letter),
  );

let server: TestServer;
let proxy: DroppingProxy;
let rowIds: RowIds;
let state: Snapshot;
let throughProxy: PostgrestClient;
let direct: PostgrestClient;

beforeAll(async () => {
  server = await startTestServer({ seed: 'schema', env: { REQUESTS_PER_MINUTE: '10000000' } });
  proxy = await startDroppingProxy(server.url);
  await insertTestUsers((text, values) => server.sql(text, values));
  await insertStorageRows(server);
  rowIds = await fillTestDatabase(server);
  // Require a second factor: otherwise, the test that sets `factor_rule.required_of` to 'ninguem' would change nothing.
  await configureSecondFactors(server, { isRequired: true, aal: 'aal2' });
  const token = await server.platform.tokens.sign(TEST_CALLERS.administrador.claims, 3600);
  const headers = { apikey: server.anonKey, authorization: `Bearer ${token}` };
  const client = (url: string) => new PostgrestClient(`${url}/rest/v1`, { headers, retry: false });
  [throughProxy, direct] = [client(proxy.url), client(server.url)];
  state = await takeSnapshot(server.superuser);
}, 60_000);
afterAll(async () => {
  await state.close();
  await proxy.stop();
  await server.stop();
});

/**
 * Sends a request whose response is lost, then the same request again.
 * Checks that the second request changes exactly the tables `changedAgain`, and restores the database.
 * @returns the tables that the first request changed, and the response to the second request
 */
async function loseAndRetry(
  send: (client: PostgrestClient) => PromiseLike<Result>,
  changedAgain: string[] = [],
) {
  const before = proxy.dropped();
  proxy.dropNext();
  const first = await send(throughProxy);
  expect(first.status).toBe(0);
  expect(proxy.dropped()).toBe(before + 1);
  const written = await state.changed();
  const digests = await state.digests();
  const retried = await send(direct);
  const after = await state.digests();
  await state.restore(await state.changed());
  expect(Object.keys(after).filter((table) => after[table] !== digests[table])).toEqual(
    changedAgain,
  );
  return { written, retried };
}

/** Returns a value for the column that identifies a repeated creation: `id`, or `creation_key` if clients set no id. */
async function keyOf(table: string): Promise<Record<string, string>> {
  const rows = await server.sql<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0
      and attname in ('id', 'creation_key') and atttypid = 'uuid'::regtype
      and has_column_privilege('authenticated', attrelid, attnum, 'insert')`,
    [`public.${table}`],
  );
  return Object.fromEntries(rows.map(({ name }) => [name, crypto.randomUUID()]));
}

describe('after a lost response, the same request again has its effect once', () => {
  it.each(CALLABLE)('%s', async (name) => {
    const call = createFunctionArguments(rowIds, 'administrador')[name];
    const { retried } = await loseAndRetry((client) => client.rpc(name, call), CHANGED_AGAIN[name]);
    expect(retried.status).toBeLessThan(500);
  });

  it.each(tablesFor('c'))('a creation in %s', async (table) => {
    const row = { ...(await keyOf(table)), ...createTestChange(table, rowIds).create };
    const { written, retried } = await loseAndRetry((client) => client.from(table).insert(row));
    expect(written).toContain(`public.${table}`);
    // From this error, the panel knows that an earlier attempt has created the record, and reads the record.
    expect(retried.error).toMatchObject({ code: '23505' });
  });

  it.each(tablesFor('u'))('a change in %s', async (table) => {
    const { update, only } = createTestChange(table, rowIds);
    const [row] = await server.sql<Row>(
      `select to_jsonb(stored) ->> 'id' as id, (to_jsonb(stored) ->> 'version')::integer as version
      from public.${table} as stored where $1::text is null or to_jsonb(stored) ->> 'name' = $1`,
      [only ?? null],
    );
    const { id, version } = row ?? expect.unreachable('no row');
    const read = version === null ? { id } : { id, version };
    const { written } = await loseAndRetry((client) =>
      client.from(table).update(update).match(read),
    );
    expect(written).toContain(`public.${table}`);
  });

  it.each(tablesFor('d'))('a deletion in %s', async (table) => {
    const { only } = createTestChange(table, rowIds);
    const { written } = await loseAndRetry((client) => {
      const rows = client.from(table).delete();
      return only === undefined ? rows.not('id', 'is', null) : rows.eq('name', only);
    });
    expect(written).toContain(`public.${table}`);
  });
});

describe('an id sent with a creation', () => {
  const AREAS = [
    'categories',
    'products',
    'distribuidores',
    'parceiros',
    'notificacoes',
    'banners',
  ];

  it.each(AREAS)('of %s is refused after its record was deleted', async (table) => {
    const key = await keyOf(table);
    const row = { ...key, ...createTestChange(table, rowIds).create };
    const create = () => direct.from(table).insert(row);
    expect((await create()).error).toBeNull();
    await direct.from(table).delete().match(key);
    const { error, status } = await create();
    expect([status, error?.hint]).toEqual([400, 'creation_deleted']);
    await state.restore(await state.changed());
  });

  it('creates a product once, and returns the stored product to a retry', async () => {
    const id = crypto.randomUUID();
    const call = createFunctionArguments(rowIds, 'administrador')['save_product'];
    const product = { ...(call?.['product'] as object), id };
    const create = (version: number | null) =>
      direct.rpc('save_product', { ...call, product, expected_version: version });
    expect((await create(null)).data).toEqual({ status: 'missing' });
    expect((await create(0)).data).toMatchObject({ status: 'saved', product: { id, version: 1 } });
    expect((await create(0)).data).toMatchObject({ status: 'conflict', product: { id } });
    await direct.rpc('delete_product', { product_id: id });
    expect((await create(0)).error).toMatchObject({ hint: 'creation_deleted' });
    await state.restore(await state.changed());
  });

  it('is not accepted from a spreadsheet', async () => {
    for (const area of AREAS) {
      const [row] = await server.sql<{ names: string[] }>(
        'select names from private.writable_columns($1)',
        [area],
      );
      expect(row?.names).not.toContain('id');
      expect(row?.names).not.toContain('creation_key');
    }
  });

  it('is the only value besides the columns of the form that a creation may choose', async () => {
    const rows = await server.sql<{ column: string }>(
      `select relname || '.' || attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0
        and attname in ('version', 'created_at', 'updated_at', 'search_text')
        and has_column_privilege('authenticated', attrelid, attnum, 'insert')`,
    );
    expect(rows).toEqual([]);
  });
});
