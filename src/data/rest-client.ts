import { PostgrestClient } from '@supabase/postgrest-js';
import { authorizedFetch } from './authorized-fetch.ts';
import { config } from './config.ts';
import type { Database } from './database.types.ts';

/** Tables and functions, as the signed-in person. Retrying is the query client's affair. */
export const rest = new PostgrestClient<Database>(`${config.platformUrl}/rest/v1`, {
  fetch: (input, init) => authorizedFetch(input, init, fetchInTime),
  retry: false,
});

/**
 * Counted from when a request leaves: before that it may wait for somebody to sign in again. What is written then
 * arrives even if the tab is closed or reloaded this very moment.
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

/** At most so many, in UTF-8; what reads, or may be given up, may end with its page. */
function writtenBytes({ method = 'GET', body, signal }: RequestInit): number {
  if (method === 'GET' || method === 'HEAD' || signal) return Infinity;
  return typeof body === 'string' ? body.length * 3 : body ? Infinity : 0;
}

/** Requests that outlive their page are refused beyond 64 KiB under way (Fetch, HTTP-network-or-cache fetch). */
const OUTLIVING_LIMIT = 60_000;
let outliving = 0;
