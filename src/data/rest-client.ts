import { PostgrestClient } from '@supabase/postgrest-js';
import { authorizedFetch } from './authorized-fetch.ts';
import { config } from './config.ts';
import type { Database } from './database.types.ts';
import { withDeadlockRetry } from './retry-deadlocks.ts';
import type { TableName } from './permissions.ts';

/**
 * The client for tables and functions, as the signed-in user. `withDeadlockRetry` repeats a request after a deadlock.
 * The query client handles all other retries.
 */
export const rest = new PostgrestClient<Database>(`${config.platformUrl}/rest/v1`, {
  fetch: withDeadlockRetry((input, init) => authorizedFetch(input, init, fetchInTime)),
  retry: false,
});

type AnyRow = Record<string, unknown>;
type AnyTables = Record<
  TableName,
  { Row: AnyRow; Insert: AnyRow; Update: AnyRow; Relationships: [] }
>;
type NoNames = Record<never, never>;

/**
 * The client `rest`, for a table that is known only at run time. Its columns have no types: validate each response. The
 * cast is needed because TypeScript cannot widen the tables of the schema to this type.
 */
export const untypedRest = rest as unknown as PostgrestClient<{
  public: { Tables: AnyTables; Views: NoNames; Functions: NoNames };
}>;

/**
 * Sends a request with a timeout of 30 seconds. `authorizedFetch` calls it after the wait for a sign-in, so that this
 * wait does not count. Writes are sent with `keepalive`, up to `OUTLIVING_LIMIT`: they complete even if the tab is
 * closed or reloaded.
 */
const fetchInTime: typeof fetch = async (input, init = {}) => {
  const limit = AbortSignal.timeout(30_000);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  const bytes = writtenBytes(init);
  const keepalive = outliving + bytes <= OUTLIVING_LIMIT;
  if (!keepalive) return fetch(input, { ...init, signal });
  outliving += bytes;
  try {
    return await fetch(input, { ...init, signal, keepalive });
  } finally {
    outliving -= bytes;
  }
};

/**
 * Returns an upper bound for the body of a write, in bytes of UTF-8. Returns Infinity for requests that must be sent
 * without `keepalive`: reads, requests with a signal, and bodies that are not text.
 */
function writtenBytes({ method = 'GET', body, signal }: RequestInit): number {
  if (method === 'GET' || method === 'HEAD' || signal) return Infinity;
  return typeof body === 'string' ? body.length * 3 : body ? Infinity : 0;
}

/**
 * The maximum number of bytes in flight with `keepalive`. Browsers refuse a request if the total exceeds 64 KiB (Fetch,
 * HTTP-network-or-cache fetch).
 */
const OUTLIVING_LIMIT = 60_000;
let outliving = 0;
