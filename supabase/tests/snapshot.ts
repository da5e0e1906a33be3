import pg from 'pg';
import type { ConnectionSettings } from '../../backend/database/superuser.ts';

/** A copy of the rows of a database. Tests compare later rows with the copy, and restore rows from it. */
export type Snapshot = {
  /** Returns a digest of the current rows of each table. */
  digests(): Promise<Record<string, string>>;
  /** Returns the tables whose rows differ from the snapshot. */
  changed(): Promise<string[]>;
  /** Restores the rows of these tables from the snapshot, without triggers. */
  restore(tables: string[]): Promise<void>;
  close(): Promise<void>;
};

/**
 * Copies all rows of the schemas public, private, auth and storage. Digests leave out batches of the kinds `refused`
 * and `export`, which only count events.
 */
export async function takeSnapshot(database: ConnectionSettings): Promise<Snapshot> {
  const client = new pg.Client(database);
  await client.connect();
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set jit = off`,
  );
  await client.query('create schema snapshot');
  const { rows: tables } = await client.query<{ name: string; copy: string; columns: string }>(
    TABLES,
  );
  for (const { name, copy } of tables)
    await client.query(`create table snapshot.${copy} as table ${name}`);
  const query = {
    name: 'digests',
    text: `select array[${tables.map(({ name }) => digestOf(name)).join(',\n')}] as digests`,
  };
  const digests = async () =>
    (await client.query<{ digests: string[] }>(query)).rows[0]?.digests ?? [];
  const taken = await digests();
  return {
    async digests() {
      const now = await digests();
      return Object.fromEntries(tables.map(({ name }, place) => [name, now[place] ?? '']));
    },
    async changed() {
      const now = await digests();
      return tables.map(({ name }) => name).filter((_, place) => now[place] !== taken[place]);
    },
    async restore(names) {
      for (const { name, copy, columns } of tables) {
        if (!names.includes(name)) continue;
        await client.query(
          `delete from ${name}; insert into ${name} (${columns}) overriding system value select ${columns} from snapshot.${copy}`,
        );
      }
    },
    close: () => client.end(),
  };
}

function digestOf(table: string) {
  const counted = table === 'private.batches' ? `where kind not in ('refused', 'export')` : '';
  return `(select coalesce(sum(hashtextextended(stored::text, 0)::numeric), 0) || '/' || count(*)
    from ${table} as stored ${counted})`;
}

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name, format('%I', n.nspname || '_' || c.relname) as copy,
    (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'private', 'auth', 'storage') and c.relkind = 'r'
  order by 1`;
