import type { QueryResultRow } from 'pg';
import { asOneClient, type Superuser } from '../backend/database/superuser.ts';

/** SQL past every permission; the asker names the columns that it asked for. */
export type Sql = <Row extends QueryResultRow = Record<string, unknown>>(
  text: string,
  values?: unknown[],
) => Promise<Row[]>;

/** Some statements as the superuser, on a connection of their own. */
export function runSql<T>(database: Superuser, work: (sql: Sql) => Promise<T>) {
  return asOneClient(database, (client) =>
    work(async (text, values) => {
      const { rows } = await client.query(text, values);
      return rows as never; // the asker names the columns
    }),
  );
}
