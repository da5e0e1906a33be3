import { expect, vi } from 'vitest';
import type { TestServer } from '../../testing/server.ts';

/**
 * Resolves when a connection to the database waits for a lock. `sql` must not run in a transaction, because a
 * transaction reads the statistics only once.
 */
export async function waitForLock({ sql }: Pick<TestServer, 'sql'>) {
  await vi.waitFor(async () => {
    const waiting = await sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(waiting).not.toEqual([]);
  }, 20_000);
}
