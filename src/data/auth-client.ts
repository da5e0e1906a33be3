import { AuthClient } from '@supabase/auth-js';
import { config } from './config.ts';
import { sessionKey } from './stored-session.ts';

/**
 * Signs in and out and keeps the session (localStorage), refreshing it before it expires. No session is ever
 * taken from an address: a forged link could sign a visitor in as someone else.
 */
export const auth = new AuthClient({
  url: `${config.platformUrl}/auth/v1`,
  headers: { apikey: config.publicKey },
  storageKey: sessionKey,
  persistSession: true,
  autoRefreshToken: true,
  detectSessionInUrl: false,
});
