import type { Superuser } from '../backend/database/setup.ts';
import { runAs } from '../backend/testing/cluster.ts';

export type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Some statements as the superuser, on a connection of their own. */
export function runSql<T>(database: Superuser, work: (sql: Sql) => Promise<T>) {
  return runAs(database, (client) =>
    work(async (text, values) => {
      const { rows } = await client.query<Record<string, unknown>>(text, values);
      return rows;
    }),
  );
}
