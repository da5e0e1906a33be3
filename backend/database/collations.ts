import type pg from 'pg';
import { logForOperator } from '../operator-log.ts';

/**
 * Rebuilds all indexes if the version of ICU has changed. An index has the sort order of the ICU version that built it:
 * with a different version, the index misses rows and accepts duplicates. Call this function before the server accepts
 * requests, because PostgreSQL only warns.
 */
export async function rebuildIndexesAfterIcuChange(client: pg.Client) {
  const { rows } = await client.query<{ refresh: string }>(CHANGED_COLLATIONS_QUERY);
  if (rows.length === 0) return;
  logForOperator(
    'warn',
    'A biblioteca de ordenação (ICU) é outra: os índices estão sendo refeitos.',
  );
  const { rows: names } = await client.query<{ name: string }>('select current_database() as name');
  await client.query(`reindex database ${client.escapeIdentifier(names[0]?.name ?? '')}`);
  // Record the version last, so that the next start rebuilds the indexes again if this start is interrupted.
  for (const { refresh } of rows) await client.query(refresh);
}

/**
 * Query for the collations whose version has changed: the collation of the database, and collations that other objects
 * use. Each row is the statement that records the current version.
 */
export const CHANGED_COLLATIONS_QUERY = `
  select format('alter database %I refresh collation version', datname) as refresh
  from pg_database
  where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)
  union all
  select format('alter collation %s refresh version', oid::regcollation)
  from pg_collation
  where oid in (select refobjid from pg_depend where refclassid = 'pg_collation'::regclass)
    and collversion <> pg_collation_actual_version(oid)`;
