import type { QueryResultRow } from 'pg';
import { withClient, type ConnectionSettings } from '../backend/database/superuser.ts';

/** A function that runs SQL as the superuser. `Row` names the columns of the query. */
export type SqlRunner = <Row extends QueryResultRow = Record<string, unknown>>(
  text: string,
  values?: unknown[],
) => Promise<Row[]>;

/** Runs `work` with a function that runs SQL as the superuser, on one connection. Returns the result of `work`. */
export function withSqlRunner<T>(
  database: ConnectionSettings,
  work: (sql: SqlRunner) => Promise<T>,
) {
  return withClient(database, (client) =>
    work(async (text, values) => {
      const { rows } = await client.query(text, values);
      return rows as never; // `Row` names the columns of the query
    }),
  );
}
