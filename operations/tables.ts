import type pg from 'pg';

/** A table, as SQL texts: its name, the stored columns (without generated ones), and the columns that sort its rows. */
export type Table = {
  table: string;
  columns: string;
  order: string;
  /** The expressions that a backup reads instead of `columns`, if they differ. */
  select?: string;
};
export type Sequence = { sequence: string; last: string; called: boolean };

/**
 * Lists all tables with user data, sorted by name. Leaves out:
 * - applied SQL files, areas: the migrations of the program write these rows in the target
 * - the installation's id: the target has its own
 * - staged batches: they contain personal data that is deleted within days
 * - `private.written_rows`: counters of written rows
 * The `order` of a table is its primary key, or all its columns if it has no primary key. Equal rows then give equal
 * bytes on any host.
 */
export async function listTables(client: pg.Client) {
  return (await client.query<Table>(TABLES)).rows;
}

/**
 * Sets the formats of text output to fixed values, independent of the settings of server and role. Also removes the
 * time limit of statements, because copying a large table can take longer than the hosted platform allows.
 */
export async function setCopySettings(client: pg.Client) {
  await client.query(`set datestyle = 'ISO, MDY'; set intervalstyle = postgres; set timezone = 'UTC';
    set extra_float_digits = 1; set bytea_output = hex; set client_encoding = 'UTF8';
    set statement_timeout = 0`);
}

export async function readSequences(client: pg.Client, schemas: string[]) {
  const { rows: names } = await client.query<{ name: string }>(SEQUENCES, [schemas]);
  const sequences: Sequence[] = [];
  for (const { name } of names) {
    const { rows } = await client.query<Omit<Sequence, 'sequence'>>(
      `select last_value::text as last, is_called as called from ${name}`,
    );
    const [state] = rows;
    if (state) sequences.push({ sequence: name, ...state });
  }
  return sequences;
}

export async function setSequences(client: pg.Client, sequences: Sequence[]) {
  for (const { sequence, last, called } of sequences)
    await client.query('select setval($1, $2, $3)', [sequence, last, called]);
}

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as table,
    (
      select string_agg(quote_ident(a.attname), ', ' order by a.attnum)
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    ) as columns,
    (
      select string_agg(
        quote_ident(a.attname) || case when a.attcollation = 0 then '' else ' collate "C"' end, ', '
        order by array_position(i.indkey::int2[], a.attnum), a.attnum
      )
      from pg_attribute a left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and (i.indrelid is null or a.attnum = any (i.indkey))
    ) as "order"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition
    and n.nspname in ('auth', 'public', 'storage', 'vitrine_backend', 'private')
    and (n.nspname, c.relname) not in (
      ('vitrine_backend', 'applied_files'), ('vitrine_backend', 'installation'),
      ('private', 'staged_batches'), ('private', 'staged_batch_rows'),
      ('private', 'written_rows'), ('private', 'areas')
    )
  order by 1`;

const SEQUENCES = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'S' and n.nspname = any($1)
  order by 1`;
