import type { Session } from '@supabase/auth-js';
import { lazy } from '#lib/lazy.ts';

/**
 * The platform's client, which refreshes the session and follows other tabs. Loaded when the page is idle or at first
 * need: until then the stored session defines who is signed in.
 */
export const authClient = lazy(async () => {
  const { auth } = await import('./auth-client.ts');
  auth.onAuthStateChange((_event, session) => listener(session));
  return auth;
});

/** Sets the listener of the client's sessions: null after a sign-out. */
export function setSessionListener(next: typeof listener) {
  listener = next;
}

let listener: (session: Session | null) => void = () => {};
