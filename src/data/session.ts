import { useSyncExternalStore } from 'react';
import { auth } from './auth-client.ts';

export type SignedIn = { status: 'signedIn'; userId: string; email: string };

/** `ended`: the session was lost without anyone asking for it, someone may be in the middle of typing. */
export type Session =
  | { status: 'loading' }
  | { status: 'signedOut' }
  | SignedIn
  | { status: 'ended'; userId: string; email: string };

export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, currentSession);
}

export function currentSession(): Session {
  return session;
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ends the sessions of this person on every device; without a connection, at least the one here. */
export async function signOut(): Promise<void> {
  asked = true;
  try {
    const { error } = await auth.signOut({ scope: 'global' });
    if (error) await auth.signOut({ scope: 'local' });
  } finally {
    asked = false;
    set({ status: 'signedOut' });
  }
}

/** After `ended`: nothing is worth staying for. */
export function giveUpSession(): void {
  set({ status: 'signedOut' });
}

let session: Session = { status: 'loading' };
let asked = false;
const listeners = new Set<() => void>();

auth.onAuthStateChange((_event, next) => {
  if (next) signedIn(next.user.id, next.user.email ?? '');
  else if (session.status === 'signedIn' && !asked) set({ ...session, status: 'ended' });
  else if (session.status !== 'ended') set({ status: 'signedOut' });
});

// A refreshed token and a tab that comes back report the same person again: not a change.
function signedIn(userId: string, email: string) {
  const same =
    session.status === 'signedIn' && session.userId === userId && session.email === email;
  if (!same) set({ status: 'signedIn', userId, email });
}

function set(next: Session) {
  if (next.status === 'signedOut' && session.status === 'signedOut') return;
  session = next;
  for (const listener of listeners) listener();
}
