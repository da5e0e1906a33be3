import type { Database, Queryable } from '../database/database.ts';
import {
  quote,
  type Catalogue,
  type Column,
  type Parameter,
  type Relation,
  type RoutineResult,
} from './catalogue.ts';
import { linkRelations, type KeyRow } from './catalogue-links.ts';

type ColumnRow = {
  relation: string;
  /** The changes it takes, as bits: pg_relation_is_updatable. */
  changes: number;
  name: string;
  type: string;
  default: string | null;
};
type RoutineRow = {
  name: string;
  isvolatile: boolean;
  isset: boolean;
  isvoid: boolean;
  iscomposite: boolean;
  relation: string | null;
  parameters: Parameter[];
  outputs: { name: string; type: string }[];
};

/** Reads the tables, views, foreign keys and functions of the schema `public`. */
export async function loadCatalogue(database: Database): Promise<Catalogue> {
  return database.transaction(async (tx) => {
    // With an empty search path every type outside pg_catalog is written with its schema.
    await tx.query("select set_config('search_path', '', true)");
    const relations = await loadRelations(tx);
    linkRelations(relations, await readKeys(tx));
    return { relations, functions: await loadFunctions(tx, relations) };
  });
}

async function loadRelations(tx: Queryable) {
  const { rows } = await tx.query<ColumnRow>(COLUMNS);
  const relations = new Map<string, Relation>();
  for (const row of rows) {
    const relation = relations.get(row.relation) ?? emptyRelation(row.relation, row.changes);
    relation.columns.set(row.name, toColumn(row));
    relations.set(row.relation, relation);
  }
  return relations;
}

async function readKeys(tx: Queryable) {
  const { rows } = await tx.query<KeyRow>(KEYS);
  return rows;
}

async function loadFunctions(tx: Queryable, relations: Map<string, Relation>) {
  const { rows } = await tx.query<RoutineRow>(FUNCTIONS);
  const functions: Catalogue['functions'] = new Map();
  for (const row of rows) {
    const routine = {
      name: row.name,
      sql: `"public".${quote(row.name)}`,
      parameters: row.parameters,
      isVolatile: row.isvolatile,
      result: toResult(row, relations),
    };
    functions.set(row.name, [...(functions.get(row.name) ?? []), routine]);
  }
  return functions;
}

function toResult(row: RoutineRow, relations: Map<string, Relation>): RoutineResult {
  if (row.isvoid) return { kind: 'void' };
  if (!row.iscomposite) return { kind: 'scalar', isSet: row.isset };
  const known = row.relation === null ? undefined : relations.get(row.relation);
  return { kind: 'rows', isSet: row.isset, relation: known ?? rowsOf(row) };
}

function rowsOf(row: RoutineRow): Relation {
  const columns = new Map(row.outputs.map((output) => [output.name, toColumn(output)]));
  return { ...emptyRelation(row.name), sql: '', columns };
}

function emptyRelation(name: string, changes = 0): Relation {
  return {
    sql: `"public".${quote(name)}`,
    name,
    columns: new Map(),
    primaryKey: [],
    relationships: [],
    changes: {
      update: (changes & 4) !== 0,
      insert: (changes & 8) !== 0,
      delete: (changes & 16) !== 0,
    },
  };
}

type Named = { name: string; type: string; default?: string | null };

function toColumn({ name, type, default: initial }: Named): Column {
  const column = { name, sql: quote(name), type };
  return typeof initial === 'string' ? { ...column, default: initial } : column;
}

const COLUMNS = `
  select c.relname as relation, pg_relation_is_updatable(c.oid, true) as changes, a.attname as name,
    format_type(a.atttypid, a.atttypmod) as type,
    case
      when a.attidentity <> '' then format('nextval(%L)', pg_get_serial_sequence(c.oid::regclass::text, a.attname))
      when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid)
    end as default
  from pg_class c join pg_attribute a on a.attrelid = c.oid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and not c.relispartition and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`;

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

/** Trigger functions, procedures, variadic functions and those with unnamed parameters can't be called by name. */
const FUNCTIONS = `
  with arguments as (
    select p.oid, a.name, a.mode, a.position,
      -- without a length these two would mean one character and one bit
      case a.type when 'character'::regtype then 'character varying' when 'bit'::regtype then 'bit varying'
        else format_type(a.type, null) end as type,
      row_number() over (partition by p.oid, a.mode in ('i', 'b') order by a.position) as number
    from pg_proc p, unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes)
      with ordinality as given(type, name, given_mode, position),
      lateral (select given.type, coalesce(given.name, '') as name, coalesce(given.given_mode, 'i') as mode, given.position) a
    where p.pronamespace = 'public'::regnamespace
  )
  select p.proname as name, p.provolatile = 'v' as isvolatile, p.proretset as isset,
    p.prorettype = 'void'::regtype as isvoid,
    t.typtype = 'c' or coalesce(p.proargmodes && '{o,b,t}', p.prorettype = 'record'::regtype) as iscomposite, c.relname as relation,
    coalesce((select json_agg(json_build_object('name', a.name, 'type', a.type,
        'isRequired', a.number <= p.pronargs - p.pronargdefaults) order by a.position)
      from arguments a where a.oid = p.oid and a.mode in ('i', 'b')), '[]') as parameters,
    coalesce((select json_agg(json_build_object('name', a.name, 'type', a.type) order by a.position)
      from arguments a where a.oid = p.oid and a.mode in ('o', 'b', 't')), '[]') as outputs
  from pg_proc p join pg_type t on t.oid = p.prorettype
    left join pg_class c on c.oid = t.typrelid and c.relnamespace = 'public'::regnamespace
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provariadic = 0
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
    and not exists (select from arguments a where a.oid = p.oid and a.mode in ('i', 'b') and a.name = '')
    and (p.prorettype <> 'record'::regtype or p.proargmodes && '{o,b,t}')
  order by p.proname, p.oid`;
