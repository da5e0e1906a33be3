import type { Platform } from '../platform.ts';
import { openPool, type Queryable } from './database.ts';
import type { ConnectionSettings } from './superuser.ts';

/**
 * Runs `work` in one transaction as the superuser: PostgreSQL checks no permissions. Opens and closes a connection.
 */
export async function runAsSuperuser<T>(
  { log }: Pick<Platform, 'log'>,
  superuser: ConnectionSettings,
  work: (tx: Queryable) => Promise<T>,
) {
  const database = openPool(superuser, (err) => log.warn({ err }, 'database connection lost'));
  try {
    return await database.transaction(work);
  } finally {
    await database.close();
  }
}
