import type { Platform } from '../platform.ts';
import { connect, type Queryable } from './database.ts';
import type { Superuser } from './superuser.ts';

/** Runs one transaction as the superuser: no permission applies. */
export async function asSuperuser<T>(
  { log }: Pick<Platform, 'log'>,
  superuser: Superuser,
  work: (tx: Queryable) => Promise<T>,
) {
  const database = connect(superuser, (err) => log.warn({ err }, 'database connection lost'));
  try {
    return await database.transaction(work);
  } finally {
    await database.close();
  }
}
