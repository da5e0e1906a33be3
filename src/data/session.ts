import { useSyncExternalStore } from 'react';
import { later } from '#lib/later.ts';
import { forgetStoredSession, isProved, storedSession } from './stored-session.ts';

export type SignedIn = { status: 'signedIn'; userId: string; email: string };

/**
 * `loading`: a stored session is about to expire, or has, and is being refreshed.
 * `ended`: the session was lost without a sign-out in this tab. The user may be typing, and where it `isAwaited`, a
 * request waits for the session: it has met its end, or was in flight at that moment.
 */
export type Session =
  | { status: 'loading' }
  | { status: 'signedOut' }
  | SignedIn
  | { status: 'ended'; userId: string; email: string; isAwaited: boolean };

export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, currentSession);
}

/**
 * The platform's client, which refreshes the session and hears of other tabs. It comes when a page rests or
 * when somebody needs it first: until then the stored session says who is signed in.
 */
export const authClient = later(async () => {
  const { auth } = await import('./auth-client.ts');
  auth.onAuthStateChange((_event, next) => heard(next && isProved(next) ? next.user : undefined));
  return auth;
});

export function currentSession(): Session {
  return session;
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Counts a request until it is closed. `accept` tells that the platform accepts the session: before that there is nothing
 * to go on with, so a visit that begins with a session that has ended is signed out.
 */
export function openRequest() {
  openRequests += 1;
  return {
    accept() {
      isAccepted = true;
    },
    close() {
      openRequests -= 1;
    },
  };
}

/** Ends the sessions of this person on every device; without a connection, at least the one here. */
export async function signOut(): Promise<void> {
  asked = true;
  const { userId } = { userId: '', ...session };
  try {
    const auth = await authClient();
    const { error } = await auth.signOut({ scope: 'global' });
    if (error) await auth.signOut({ scope: 'local' });
  } finally {
    asked = false;
    forgetStoredSession();
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

/** Resolves once it is known who is signed in: at once, unless the stored session has to be refreshed first. */
export async function sessionKnown(): Promise<void> {
  await until(() => session.status !== 'loading');
}

/** Resolves once the person whose session has ended is back: true, or false when they gave up. */
export async function sessionReturns(): Promise<boolean> {
  await until(() => session.status !== 'ended' && session.status !== 'loading');
  return session.status === 'signedIn';
}

function until(isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => isSo() && (stop(), resolve());
    const stop = subscribeToSession(look);
    look();
  });
}

type Person = { userId: string; email: string };

let session: Session = sessionAtStart();
let asked = false;
let isAccepted = false;
let openRequests = 0;
/** Somebody else, who signed in in another tab of this browser. */
let successor: Person | undefined;
const listeners = new Set<() => void>();
const forgetters = new Set<(userId: string) => void>();

function sessionAtStart(): Session {
  const stored = storedSession();
  if (!stored) return { status: 'signedOut' };
  const { userId, email, isFresh } = stored;
  if (isFresh) return { status: 'signedIn', userId, email };
  // Without the client's code nothing can be refreshed: the pages say that nothing can be read.
  authClient().catch(() => signedIn({ userId, email }));
  return { status: 'loading' };
}

function heard(user: { id: string; email?: string } | undefined) {
  successor = undefined;
  if (user) arrived({ userId: user.id, email: user.email ?? '' });
  else if (session.status === 'signedIn' && !asked && isAccepted) ended(session);
  else if (session.status !== 'ended') set({ status: 'signedOut' });
}

/** What this tab shows and is being typed into belongs to whoever opened it: another person ends the session. */
function arrived(person: Person) {
  if ('userId' in session && session.userId !== person.userId) {
    successor = person;
    ended(session);
  } else signedIn(person);
}

function ended({ userId, email }: Person) {
  set({ status: 'ended', userId, email, isAwaited: openRequests > 0 });
}

// A refreshed token and a tab that comes back report the same person again: not a change.
function signedIn({ userId, email }: Person) {
  const same =
    session.status === 'signedIn' && session.userId === userId && session.email === email;
  if (same) return;
  isAccepted = true;
  set({ status: 'signedIn', userId, email });
}

function set(next: Session) {
  if (next.status === 'signedOut' && session.status === 'signedOut') return;
  session = next;
  for (const listener of [...listeners]) listener();
}
