import { PostgrestClient } from '@supabase/postgrest-js';
import { authorizedFetch } from './authorized-fetch.ts';
import { config } from './config.ts';
import type { Database } from './database.types.ts';

/** Tables and functions, as the signed-in person. Retrying is the query client's affair. */
export const rest = new PostgrestClient<Database>(`${config.platformUrl}/rest/v1`, {
  fetch: (input, init) => authorizedFetch(input, init, fetchInTime),
  retry: false,
});

/** Counted from when a request leaves: before that it may wait for somebody to sign in again. */
const fetchInTime: typeof fetch = (input, init) => {
  const limit = AbortSignal.timeout(30_000);
  return fetch(input, {
    ...init,
    signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit,
  });
};
