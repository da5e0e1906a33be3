import type pg from 'pg';
import { tellOperator } from '../operator-log.ts';

/**
 * Indexes keep the order of the library (ICU) that they were built with; with another they find less than
 * there is, and let duplicates in. PostgreSQL only warns. Built anew here, before anybody asks them.
 */
export async function renewCollations(client: pg.Client) {
  const { rows } = await client.query<{ refresh: string }>(CHANGED_COLLATIONS);
  if (rows.length === 0) return;
  tellOperator('warn', 'A biblioteca de ordenação (ICU) mudou: os índices estão sendo refeitos.');
  const { rows: names } = await client.query<{ name: string }>('select current_database() as name');
  await client.query(`reindex database ${client.escapeIdentifier(names[0]?.name ?? '')}`);
  // Last, so that a start that was cut short begins again.
  for (const { refresh } of rows) await client.query(refresh);
}

/** The database's own order, and those that a column or an index names. */
export const CHANGED_COLLATIONS = `
  select format('alter database %I refresh collation version', datname) as refresh
  from pg_database
  where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)
  union all
  select format('alter collation %s refresh version', oid::regcollation)
  from pg_collation
  where oid in (select refobjid from pg_depend where refclassid = 'pg_collation'::regclass)
    and collversion <> pg_collation_actual_version(oid)`;
