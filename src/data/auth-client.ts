import { AuthClient } from '@supabase/auth-js';
import { config } from './config.ts';

// Above the client, which looks at the address while it is being made.
let arrived = false;

/**
 * Signs in and out and keeps the session (localStorage), refreshing it before it expires. A session
 * arrives by the address only on /reset-password, where the recovery mail leads: accepted anywhere, a
 * forged link could sign a visitor in as someone else.
 */
export const auth = new AuthClient({
  url: `${config.platformUrl}/auth/v1`,
  headers: { apikey: config.publicKey },
  storageKey: 'vitrine:session',
  persistSession: true,
  autoRefreshToken: true,
  flowType: 'implicit',
  detectSessionInUrl(url, parameters) {
    arrived = url.pathname === '/reset-password' && parameters.type === 'recovery';
    return arrived;
  },
});

/** True when this page was opened by a recovery link that carries a session. */
export function arrivedByRecoveryLink(): boolean {
  return arrived;
}
