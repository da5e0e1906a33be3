import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { EXECUTE_GRANTS, DATABASE_ROLES } from './permission-table.ts';

const OURS = `('public'::regnamespace, 'private'::regnamespace)`;

describe('the schema', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
  });
  afterAll(() => db.drop());

  it('has row-level security on every table', async () => {
    const unprotected = await db.sql(`select oid::regclass::text as name from pg_class
      where relnamespace in ${OURS} and relkind in ('r', 'p') and not relrowsecurity`);
    expect(unprotected).toEqual([]);
  });

  it('has a comment on every table and function', async () => {
    const uncommented = await db.sql(`
      select oid::regclass::text as name from pg_class
      where relnamespace in ${OURS} and relkind in ('r', 'p', 'v') and obj_description(oid, 'pg_class') is null
      union all
      select oid::regprocedure::text from pg_proc
      where pronamespace in ${OURS} and obj_description(oid, 'pg_proc') is null`);
    expect(uncommented).toEqual([]);
  });

  it('lets each function be called by the roles of the table only [ROLE-15]', async () => {
    const rows = await db.sql<{ name: string; roles: string[] }>(
      `select pronamespace::regnamespace || '.' || proname as name,
        array(select r from unnest($1::text[]) as r where has_function_privilege(r, oid, 'execute')) as roles
      from pg_proc where pronamespace in ${OURS} order by 1`,
      [DATABASE_ROLES],
    );
    expect(Object.fromEntries(rows.map((row) => [row.name, row.roles]))).toEqual(EXECUTE_GRANTS);
  });

  it('has a fixed search_path in every definer function, and in every PL/pgSQL function', async () => {
    const withoutPath = await db.sql(`select oid::regprocedure::text as name from pg_proc
      where pronamespace in ${OURS}
        and (prosecdef or prolang = (select oid from pg_language where lanname = 'plpgsql'))
        and not coalesce('search_path=""' = any(proconfig), false)`);
    expect(withoutPath).toEqual([]);
  });

  it('pairs the rows before and after a statement by full joins', async () => {
    // PostgreSQL reuses cached plans. An inner join that was planned for one row can be a nested loop, which compares
    // each row with all rows. A full join is never a nested loop.
    const joins = await db.sql<{ join: string }>(`
      select distinct match[1] as join from pg_proc,
        regexp_matches(prosrc, '(\\w*\\s*\\mjoin (?:old|new)_rows)', 'g') as match
      where pronamespace in ${OURS}`);
    expect(joins).toEqual([{ join: 'full join new_rows' }, { join: 'full join old_rows' }]);
  });

  it('has every policy for authenticated, never true, with calls evaluated once', async () => {
    const policies = await db.sql<
      Record<'policyname' | 'cmd' | 'rule' | 'permissive', string> & { roles: string[] }
    >(`select tablename, policyname, cmd, roles::text[], permissive,
      concat_ws(' ', qual, with_check) as rule from pg_policies where schemaname in ('public', 'private', 'storage')`);
    expect(policies.length).toBeGreaterThan(30);
    for (const { policyname, roles, rule, cmd, permissive } of policies) {
      expect(roles, policyname).toEqual(['authenticated']);
      expect(cmd, policyname).not.toBe('ALL');
      // A restrictive policy grants nothing: it only limits the permissive policies.
      if (permissive === 'PERMISSIVE')
        expect(rule, policyname).toMatch(/private\.is_(staff|administrador)\(\)/);
      expect(rule.replaceAll(/SELECT (private|auth)\.\w+\(\)/g, ''), policyname).not.toMatch(
        /(private|auth)\.\w+\(\)/,
      );
    }
  });

  it('has policy names of at most 63 bytes, which PostgreSQL does not truncate', async () => {
    const truncated = await db.sql(`select policyname from pg_policies
      where schemaname in ('public', 'private', 'storage') and octet_length(policyname) >= 63`);
    expect(truncated).toEqual([]);
  });

  it('limits the length of every text', async () => {
    // The limit is a length check, a closed list, or a pattern without unbounded repetition.
    const unbounded = await db.sql(`
      select column_of.attrelid::regclass || '.' || column_of.attname as name
      from pg_attribute as column_of
      join pg_class as relation on relation.oid = column_of.attrelid
      where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p')
        and column_of.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)
        and column_of.attgenerated = ''
        and not exists (
          select from pg_constraint as rule
          cross join pg_get_constraintdef(rule.oid) as definition
          where rule.contype = 'c' and rule.conrelid = column_of.attrelid
            and rule.conkey = array[column_of.attnum]
            and (
              definition ~ '(char|octet)_length\\([^)]*\\) <= \\d'
              or definition ~ format('CHECK \\(\\(%I = ANY \\(ARRAY', column_of.attname)
              or definition ~ '~\\*? ''\\^[^*+]*\\$''::text\\)\\)$'
            )
        )
      order by 1`);
    expect(unbounded).toEqual([]);
  });

  it('grants nothing to anonymous clients', async () => {
    const grants = await db.sql(`select oid::regclass::text as name from pg_class
      where relnamespace in ${OURS} and relkind in ('r', 'p', 'v', 'm', 'S')
        and (has_table_privilege('anon', oid, 'select, insert, update, delete, truncate, references, trigger')
          or (relkind = 'S' and has_sequence_privilege('anon', oid, 'usage, select, update')))`);
    expect(grants).toEqual([]);
  });

  it('has no view that clients read with the rights of its owner', async () => {
    const views = await db.sql(`select oid::regclass::text as name from pg_class
      where relnamespace in ${OURS} and relkind in ('v', 'm')
        and not coalesce('security_invoker=true' = any(reloptions), false)
        and (has_table_privilege('anon', oid, 'select') or has_table_privilege('authenticated', oid, 'select'))`);
    expect(views).toEqual([]);
  });

  it('has an index on every foreign key and on every column that a policy reads', async () => {
    const unindexed = await db.sql(`
      with keys as (
        select conrelid as relation, conkey[1] as attribute from pg_constraint
        where contype = 'f' and connamespace in ${OURS}
        union
        select refobjid, refobjsubid from pg_depend
        where classid = 'pg_policy'::regclass and refclassid = 'pg_class'::regclass and refobjsubid > 0
      )
      select relation::regclass::text as name, attribute from keys
      where not exists (
        select from pg_index where indrelid = relation and attribute = any(indkey::smallint[])
      )`);
    expect(unindexed).toEqual([]);
  });

  it('creates no objects of ours in the schemas of the platform', async () => {
    const objects = await db.sql(`
      select oid::regclass::text as name from pg_class
      where relnamespace in ('auth'::regnamespace, 'storage'::regnamespace) and relowner = 'postgres'::regrole
      union all
      select oid::regprocedure::text from pg_proc
      where pronamespace in ('auth'::regnamespace, 'storage'::regnamespace) and proowner = 'postgres'::regrole`);
    expect(objects).toEqual([]);
  });

  it('has a version in every editable table', async () => {
    const rows = await db.sql(`select table_name from information_schema.columns
      where table_schema = 'public' and column_name = 'version' order by 1`);
    const areas = await db.sql('select name as table_name from private.areas order by 1');
    expect(rows).toEqual(areas);
    const triggers = await db.sql(
      `select tgrelid::regclass::text from pg_trigger where tgname = 'bump_version'`,
    );
    expect(triggers).toHaveLength(rows.length);
  });
});
