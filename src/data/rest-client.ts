import { PostgrestClient } from '@supabase/postgrest-js';
import { authorizedFetch } from './authorized-fetch.ts';
import { config } from './config.ts';
import type { Database } from './database.types.ts';

/** Tables and functions, as the signed-in person. Retrying is the query client's affair. */
export const rest = new PostgrestClient<Database>(`${config.platformUrl}/rest/v1`, {
  fetch: authorizedFetch,
  retry: false,
  timeout: 30_000,
});
