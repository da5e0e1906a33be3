import type pg from 'pg';
import { logForOperator } from '../operator-log.ts';

/**
 * Rebuilds all indexes if the version of ICU has changed. An index has the order of the version that built it; under
 * another one it misses rows and accepts duplicates. PostgreSQL only warns, so this runs before any query.
 */
export async function renewCollations(client: pg.Client) {
  const { rows } = await client.query<{ refresh: string }>(CHANGED_COLLATIONS);
  if (rows.length === 0) return;
  logForOperator(
    'warn',
    'A biblioteca de ordenação (ICU) é outra: os índices estão sendo refeitos.',
  );
  const { rows: names } = await client.query<{ name: string }>('select current_database() as name');
  await client.query(`reindex database ${client.escapeIdentifier(names[0]?.name ?? '')}`);
  // Record the version last, so that an interrupted start begins again.
  for (const { refresh } of rows) await client.query(refresh);
}

/**
 * Query for the collations whose version has changed: that of the database, and those that other objects use. Each row
 * is the statement that records the present version.
 */
export const CHANGED_COLLATIONS = `
  select format('alter database %I refresh collation version', datname) as refresh
  from pg_database
  where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)
  union all
  select format('alter collation %s refresh version', oid::regcollation)
  from pg_collation
  where oid in (select refobjid from pg_depend where refclassid = 'pg_collation'::regclass)
    and collversion <> pg_collation_actual_version(oid)`;
