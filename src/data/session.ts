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
  const { userId } = { userId: '', ...session };
  try {
    const { error } = await auth.signOut({ scope: 'global' });
    if (error) await auth.signOut({ scope: 'local' });
  } finally {
    asked = false;
    for (const forget of forgetters) forget(userId);
    set({ status: 'signedOut' });
  }
}

/** Told whenever somebody signs out on purpose; for what this browser keeps of them. */
export function onSignOut(forget: (userId: string) => void) {
  forgetters.add(forget);
}

/** After `ended`: nothing is worth staying for. Who signed in in another tab goes on here too. */
export function giveUpSession(): void {
  if (successor) signedIn(successor);
  else set({ status: 'signedOut' });
}

/** Resolves once the person whose session has ended is back: true, or false when they gave up. */
export function sessionReturns(): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      if (session.status === 'ended' || session.status === 'loading') return;
      stop();
      resolve(session.status === 'signedIn');
    };
    const stop = subscribeToSession(look);
    look();
  });
}

type Person = { userId: string; email: string };

let session: Session = { status: 'loading' };
let asked = false;
/** Somebody else, who signed in in another tab of this browser. */
let successor: Person | undefined;
const listeners = new Set<() => void>();
const forgetters = new Set<(userId: string) => void>();

auth.onAuthStateChange((_event, next) => {
  successor = undefined;
  if (next) arrived({ userId: next.user.id, email: next.user.email ?? '' });
  else if (session.status === 'signedIn' && !asked) set({ ...session, status: 'ended' });
  else if (session.status !== 'ended') set({ status: 'signedOut' });
});

/** What this tab shows and is being typed into belongs to whoever opened it: another person ends the session. */
function arrived(person: Person) {
  if ('userId' in session && session.userId !== person.userId) {
    successor = person;
    set({ ...session, status: 'ended' });
  } else signedIn(person);
}

// A refreshed token and a tab that comes back report the same person again: not a change.
function signedIn({ userId, email }: Person) {
  const same =
    session.status === 'signedIn' && session.userId === userId && session.email === email;
  if (!same) set({ status: 'signedIn', userId, email });
}

function set(next: Session) {
  if (next.status === 'signedOut' && session.status === 'signedOut') return;
  session = next;
  for (const listener of [...listeners]) listener();
}
