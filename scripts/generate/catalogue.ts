import type pg from 'pg';

export type Column = {
  name: string;
  /** The name in pg_type, e.g. `text`, `int4`, `_text` for an array. */
  type: string;
  nullable: boolean;
  /** Whether an insert can omit the column. */
  optional: boolean;
  /** Whether the column is always generated, so that a usual insert or update cannot set it. */
  computed: boolean;
  /** The definition of the check that allows only listed values; null if there is none. */
  allowed: string | null;
};
export type Relationship = {
  name: string;
  columns: string[];
  oneToOne: boolean;
  table: string;
  tableColumns: string[];
};
export type Table = { name: string; columns: Column[]; relationships: Relationship[] };
export type SqlFunction = {
  name: string;
  args: { name: string; type: string; optional: boolean }[];
  /** The columns of `returns table (…)`; empty for other functions. */
  columns: { name: string; type: string }[];
  returns: string;
  /** The table whose rows the function returns; null for other functions. */
  table: string | null;
  set: boolean;
};
export type Enum = { name: string; values: string[] };
export type Schema = { tables: Table[]; functions: SqlFunction[]; enums: Enum[] };

/** Returns the tables, functions and enums of the schema `public`, in alphabetical order. */
export async function readSchema(client: pg.Client): Promise<Schema> {
  const read = async <T extends object>(text: string) => (await client.query<T>(text)).rows;
  return {
    tables: await read<Table>(TABLES),
    functions: await read<SqlFunction>(FUNCTIONS),
    enums: await read<Enum>(ENUMS),
  };
}

const TABLES = `
  select
    class.relname as name,
    (
      select json_agg(json_build_object(
        'name', attribute.attname,
        'type', type.typname,
        'nullable', not attribute.attnotnull,
        'optional', not attribute.attnotnull or attribute.atthasdef or attribute.attidentity <> '',
        'computed', attribute.attgenerated <> '' or attribute.attidentity = 'a',
        'allowed', (
          select pg_get_constraintdef(oid) from pg_constraint
          where conrelid = class.oid and contype = 'c' and conkey = array[attribute.attnum]
            and pg_get_constraintdef(oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\['
        )
      ) order by attribute.attname)
      from pg_attribute as attribute join pg_type as type on type.oid = attribute.atttypid
      where attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped
    ) as columns,
    coalesce((
      select json_agg(json_build_object(
        'name', foreign_key.conname,
        'columns', column_names(foreign_key.conrelid, foreign_key.conkey),
        'oneToOne', exists (
          select from pg_constraint as key
          where key.conrelid = foreign_key.conrelid and key.contype in ('p', 'u')
            and key.conkey <@ foreign_key.conkey
        ),
        'table', target.relname,
        'tableColumns', column_names(foreign_key.confrelid, foreign_key.confkey)
      ) order by foreign_key.conname)
      from pg_constraint as foreign_key join pg_class as target on target.oid = foreign_key.confrelid
      where foreign_key.conrelid = class.oid and foreign_key.contype = 'f'
        and target.relnamespace = 'public'::regnamespace
    ), '[]') as relationships
  from pg_class as class
  where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p')
  order by class.relname
`.replaceAll(
  /column_names\(([\w.]+), ([\w.]+)\)/g,
  `(select json_agg(attname order by place)
    from unnest($2) with ordinality as wanted (number, place)
    join pg_attribute on attrelid = $1 and attnum = number)`,
);

const FUNCTIONS = `
  select
    proc.proname as name,
    coalesce((
      select json_agg(json_build_object(
        'name', proc.proargnames[place],
        'type', type.typname,
        'optional', place > proc.pronargs - proc.pronargdefaults
      ) order by proc.proargnames[place])
      from unnest(proc.proargtypes::oid[]) with ordinality as argument (type, place)
      join pg_type as type on type.oid = argument.type
    ), '[]') as args,
    coalesce((
      select json_agg(json_build_object('name', proc.proargnames[place], 'type', type.typname)
        order by proc.proargnames[place])
      from unnest(proc.proallargtypes) with ordinality as argument (type, place)
      join pg_type as type on type.oid = argument.type
      where proc.proargmodes[place] = 't'
    ), '[]') as columns,
    returned.typname as returns,
    (select relname from pg_class where oid = returned.typrelid and relkind in ('r', 'p')) as table,
    proc.proretset as set
  from pg_proc as proc join pg_type as returned on returned.oid = proc.prorettype
  where proc.pronamespace = 'public'::regnamespace and proc.prokind = 'f'
    and returned.typname not in ('trigger', 'event_trigger')
  order by proc.proname
`;

const ENUMS = `
  select type.typname as name,
    (
      select json_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = type.oid
    ) as values
  from pg_type as type
  where type.typnamespace = 'public'::regnamespace and type.typtype = 'e'
  order by type.typname
`;
