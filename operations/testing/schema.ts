import { withClient, type ConnectionSettings } from '../../backend/database/superuser.ts';

/** Lists the definitions of the objects in the schemas `OURS`. Two databases with equal lists have equal schemas. */
export async function readSchema(database: ConnectionSettings): Promise<Record<string, string[]>> {
  return withClient(database, async (client) => {
    // An empty search_path makes PostgreSQL qualify the names in definitions.
    await client.query(`set search_path = ''`);
    const found: Record<string, string[]> = {};
    for (const [kind, text] of Object.entries(QUERIES)) {
      const { rows } = await client.query<{ line: string }>(text);
      found[kind] = rows.map(({ line }) => line).toSorted();
    }
    return found;
  });
}

const OURS = `('public', 'private', 'auth', 'storage', 'vitrine_backend')`;

const QUERIES = {
  relations: `select concat_ws(' ', oid::regclass, relkind, relrowsecurity, relacl, reloptions, pg_get_userbyid(relowner),
      obj_description(oid, 'pg_class'), case when relkind = 'v' then pg_get_viewdef(oid) end) as line
    from pg_class where relnamespace::regnamespace::text in ${OURS} and relkind in ('r', 'v', 'm', 'S', 'p')`,
  // Leave out the position of a column: a migration adds its columns at the end.
  columns: `select concat_ws(' ', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
      attgenerated, attcollation, attacl, pg_get_expr(adbin, adrelid), col_description(attrelid, attnum)) as line
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace::regnamespace::text in ${OURS} and relkind in ('r', 'v', 'p') and attnum > 0 and not attisdropped`,
  constraints: `select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line
    from pg_constraint where connamespace::regnamespace::text in ${OURS}`,
  indexes: `select pg_get_indexdef(indexrelid) as line
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace::regnamespace::text in ${OURS}`,
  functions: `select concat_ws(' ', pg_get_functiondef(oid), proacl, obj_description(oid, 'pg_proc')) as line
    from pg_proc where pronamespace::regnamespace::text in ${OURS} and prokind in ('f', 'p')`,
  triggers: `select concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled) as line
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace::regnamespace::text in ${OURS} and not tgisinternal`,
  policies: `select concat_ws(' ', schemaname, tablename, policyname, permissive, roles, cmd, qual, with_check) as line
    from pg_policies where schemaname in ${OURS}`,
  types: `select concat_ws(' ', pg_type.oid::regtype, typtype, array(
      select enumlabel from pg_enum where enumtypid = pg_type.oid order by enumsortorder)) as line
    from pg_type where typnamespace::regnamespace::text in ${OURS} and typtype in ('e', 'd')`,
  areas: `select to_jsonb(area)::text as line from private.areas as area`,
} satisfies Record<string, string>;
