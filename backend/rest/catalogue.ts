import type { Database, Queryable } from '../database/database.ts';
import { linkRelations, type ConstraintRow, type LinkedRelation } from './relationships.ts';

/** The tables, views and functions of the schema `public`, which requests can name. */
export type SchemaCache = {
  relations: Map<string, Relation>;
  functions: Map<string, Routine[]>;
  /**
   * The SQL that calls the pre-request function (`PRE_REQUEST`). The call runs before each request, in the request's
   * transaction and role. Undefined if no function is configured.
   */
  preRequest: string | undefined;
};

export type Privilege = 'select' | 'insert' | 'update' | 'delete';

export type Relation = LinkedRelation & {
  /** The name for SQL: quoted, and qualified with its schema. */
  sql: string;
  columns: Map<string, Column>;
  /** The privileges of anonymous clients on the relation, or on at least one of its columns. */
  open: Set<string>;
  /**
   * The names of functions whose first argument is a row of this relation. PostgREST offers these functions as columns
   * and relations; this server refuses them.
   */
  rowFunctions: string[];
  /**
   * Whether the type of at least one column is a domain with cast functions. PostgREST uses these casts to convert
   * values (domain representations); this server refuses the relation.
   */
  hasRepresentations: boolean;
};

export type Column = { name: string; sql: string; type: string };

export type Routine = {
  name: string;
  sql: string;
  parameters: Parameter[];
  isVolatile: boolean;
  /**
   * The kind of the result: nothing (`void`), a scalar (`value`, `values`), or a composite (`row`, `rows`). `values`
   * and `rows` are sets.
   */
  result: 'void' | 'value' | 'values' | 'row' | 'rows';
  /** Whether anonymous clients can call the function. */
  isOpen: boolean;
  /**
   * The unsupported property of the function, as the subject of an error message; null if the function can be called.
   */
  refused: string | null;
};

/**
 * A parameter of a function. `type` is never `character` or `bit`, because without a length these types mean one
 * character or one bit. It is `character varying` or `bit varying` instead.
 */
export type Parameter = { name: string; type: string; isRequired: boolean };

/** Quotes a name as an SQL identifier. */
export function quoteIdentifier(name: string) {
  return `"${name.replaceAll('"', '""')}"`;
}

export function isJsonType(type: string) {
  return type === 'json' || type === 'jsonb';
}

/** Reads the tables, views, foreign keys and functions of the schema `public`. */
export async function loadSchemaCache(database: Database): Promise<SchemaCache> {
  return database.transaction(async (tx) => {
    // With an empty search path, `format_type` qualifies every type outside pg_catalog.
    await tx.query("select set_config('search_path', '', true)");
    const relations = await loadRelations(tx);
    const { rows: keys } = await tx.query<ConstraintRow>(KEYS);
    linkRelations(relations, keys);
    const { rows: routines } = await tx.query<Routine>(FUNCTIONS);
    const named = routines.map((each) => ({
      ...each,
      sql: `"public".${quoteIdentifier(each.name)}`,
    }));
    const { rows: settings } = await tx.query<{ text: string }>(PRE_REQUEST);
    const functions = Map.groupBy(named, ({ name }) => name);
    return { relations, functions, preRequest: settings[0]?.text };
  });
}

/**
 * The query that returns the SQL call of the function in the setting `pgrst.db_pre_request` of the role `authenticator`
 * (PostgREST docs, Configuration, db-pre-request). The query ignores a function with parameters.
 */
const PRE_REQUEST = `
  select format('select %I.%I()', n.nspname, p.proname) as text
  from pg_catalog.pg_db_role_setting s
  cross join unnest(s.setconfig) as config(text)
  join pg_catalog.pg_namespace n on true
  join pg_catalog.pg_proc p on p.pronamespace = n.oid
  where s.setrole = 'authenticator'::regrole
    and s.setdatabase in (0, (select oid from pg_catalog.pg_database where datname = current_database()))
    and config.text like 'pgrst.db\\_pre\\_request=%' and p.pronargs = 0
    and array[n.nspname, p.proname]::text[] = parse_ident(nullif(split_part(config.text, '=', 2), ''))
  order by s.setdatabase desc limit 1`;

type RelationRow = Pick<Relation, 'name' | 'kind' | 'rowFunctions' | 'hasRepresentations'> & {
  open: string[];
  columns: { name: string; type: string }[];
};

async function loadRelations(tx: Queryable) {
  const { rows } = await tx.query<RelationRow>(RELATIONS);
  const relations = rows.map((row): [string, Relation] => [
    row.name,
    {
      ...row,
      sql: `"public".${quoteIdentifier(row.name)}`,
      columns: new Map(
        row.columns.map((column) => [
          column.name,
          { ...column, sql: quoteIdentifier(column.name) },
        ]),
      ),
      relationships: [],
      open: new Set(row.open),
    },
  ]);
  return new Map(relations);
}

const RELATIONS = `
  select c.relname as name,
    case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table' else 'table' end as kind,
    array(select p.name from unnest('{select,insert,update,delete}'::text[]) as p(name)
      where has_table_privilege('anon', c.oid, p.name)
        or p.name <> 'delete' and has_any_column_privilege('anon', c.oid, p.name)) as open,
    bool_or(t.typtype = 'd' and exists (
      select from pg_cast k where k.castfunc <> 0 and t.oid in (k.castsource, k.casttarget))) as "hasRepresentations",
    array(select p.proname::text from pg_proc p
      where p.proargtypes[0] = c.reltype and p.pronamespace = 'public'::regnamespace) as "rowFunctions",
    json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and not c.relispartition and a.attnum > 0 and not a.attisdropped
  group by c.oid order by c.relname`;

const KEYS = `
  select k.conname as name, k.contype as kind, own.relname as relation, target.relname as target,
    array(select a.attname::text from unnest(k.conkey) with ordinality as c(number, position)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.number order by c.position) as columns,
    array(select a.attname::text from unnest(k.confkey) with ordinality as c(number, position)
      join pg_attribute a on a.attrelid = k.confrelid and a.attnum = c.number order by c.position) as targets
  from pg_constraint k join pg_class own on own.oid = k.conrelid
    left join pg_class target on target.oid = k.confrelid and target.relnamespace = 'public'::regnamespace
  where k.connamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f') and k.conparentid = 0
  order by k.conname`;

/**
 * The query for the functions that PostgREST can call. `refused` names the unsupported property of a function:
 * - an unnamed parameter: PostgREST passes the body to a function with one unnamed parameter of JSON
 * - a domain as the result: PostgREST may treat the domain as a media type
 * - a variadic parameter, or a result of the type `record` without declared columns
 *
 * Functions with other unnamed parameters are left out, because they cannot be called by name.
 */
const FUNCTIONS = `
  with arguments as (
    select p.oid, a.name, a.mode, a.position, a.type,
      -- without a length these would mean one character and one bit
      case a.type when 'character'::regtype then 'character varying' when 'character[]'::regtype then 'character varying[]'
        when 'bit'::regtype then 'bit varying' when 'bit[]'::regtype then 'bit varying[]'
        else format_type(a.type, null) end as written,
      row_number() over (partition by p.oid order by a.position) as number
    from pg_proc p, unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes)
      with ordinality as given(type, name, given_mode, position),
      lateral (select given.type, coalesce(given.name, '') as name, coalesce(given.given_mode, 'i') as mode, given.position) a
    where p.pronamespace = 'public'::regnamespace and a.mode in ('i', 'b', 'v')
  ), inputs as (
    select oid, bool_or(name = '') as "isUnnamed", bool_and(type in ('json'::regtype, 'jsonb'::regtype)) and count(*) = 1 as "isJson"
    from arguments group by oid
  )
  select p.proname as name, p.provolatile = 'v' as "isVolatile", has_function_privilege('anon', p.oid, 'execute') as "isOpen",
    case
      when p.prorettype = 'void'::regtype then 'void'
      when t.typtype = 'c' or coalesce(p.proargmodes && '{o,b,t}', false) then case when p.proretset then 'rows' else 'row' end
      when p.proretset then 'values' else 'value'
    end as result,
    case
      when i."isUnnamed" then 'A function with an unnamed parameter'
      when p.provariadic <> 0 then 'A variadic function'
      when p.prorettype = 'record'::regtype and not coalesce(p.proargmodes && '{o,b,t}', false) then 'A function that returns record'
      when t.typtype = 'd' then 'A function that returns a domain'
    end as refused,
    coalesce((select json_agg(json_build_object('name', a.name, 'type', a.written,
        'isRequired', a.number <= p.pronargs - p.pronargdefaults) order by a.position)
      from arguments a where a.oid = p.oid), '[]') as parameters
  from pg_proc p join pg_type t on t.oid = p.prorettype left join inputs i on i.oid = p.oid
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and (i."isJson" or i."isUnnamed" is not true)
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
  order by p.proname, p.oid`;
