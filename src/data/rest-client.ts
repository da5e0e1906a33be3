import { PostgrestClient } from '@supabase/postgrest-js';
import { authorizedFetch } from './authorized-fetch.ts';
import { config } from './config.ts';
import type { Database } from './database.types.ts';
import { retryDeadlocks } from './retry-deadlocks.ts';
import type { TableName } from './permissions.ts';

/** Tables and functions, as the signed-in user. The query client handles retries. */
export const rest = new PostgrestClient<Database>(`${config.platformUrl}/rest/v1`, {
  fetch: retryDeadlocks((input, init) => authorizedFetch(input, init, fetchInTime)),
  retry: false,
});

type AnyRow = Record<string, unknown>;
type AnyTables = Record<
  TableName,
  { Row: AnyRow; Insert: AnyRow; Update: AnyRow; Relationships: [] }
>;
type NoNames = Record<never, never>;

/**
 * The same client, for a table that is known only at run time. Its columns have no types: validate each response. The
 * cast is needed because TypeScript cannot widen the tables of the schema to this type.
 */
export const anyRest = rest as unknown as PostgrestClient<{
  public: { Tables: AnyTables; Views: NoNames; Functions: NoNames };
}>;

/**
 * The timeout starts when the request is sent: the request may first wait for a sign-in. A write completes even if the
 * tab is closed or reloaded.
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

/** The maximum size of a write in UTF-8. Infinity for requests without keepalive: reads, and requests with a signal. */
function writtenBytes({ method = 'GET', body, signal }: RequestInit): number {
  if (method === 'GET' || method === 'HEAD' || signal) return Infinity;
  return typeof body === 'string' ? body.length * 3 : body ? Infinity : 0;
}

/** Requests with keepalive are refused when more than 64 KiB are in flight (Fetch, HTTP-network-or-cache fetch). */
const OUTLIVING_LIMIT = 60_000;
let outliving = 0;
