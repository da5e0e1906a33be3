import { StorageClient } from '@supabase/storage-js';
import { authorizedFetch } from './authorized-fetch.ts';
import { config } from './config.ts';

/** The client for files, as the signed-in user. */
export const storage = new StorageClient(`${config.platformUrl}/storage/v1`, {}, authorizedFetch);
