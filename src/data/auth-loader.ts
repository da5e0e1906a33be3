import type { Session } from '@supabase/auth-js';
import { lazyImport } from '#lib/lazy.ts';

/**
 * Loads the platform's auth client when the page is idle, or earlier at the first call. The client refreshes the
 * session, and follows sign-ins and sign-outs in other tabs. Until the client has loaded, the stored session defines
 * which user is signed in.
 */
export const loadAuthClient = lazyImport(async () => {
  const { auth } = await import('./auth-client.ts');
  auth.onAuthStateChange((_event, session) => listener(session));
  return auth;
});

/** Sets the function that is called with each session that the client reports, or with null if there is none. */
export function setSessionListener(next: typeof listener) {
  listener = next;
}

let listener: (session: Session | null) => void = () => {};
