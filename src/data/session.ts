import { useSyncExternalStore } from 'react';
import { dropUserContent } from '#lib/user-change.ts';
import { authClient, setSessionListener } from './auth-loader.ts';
import { forgetStoredSession, isProved, storedSession } from './stored-session.ts';

export type SignedIn = { status: 'signedIn'; userId: string; email: string };

/**
 * `loading`: the stored session has expired or is about to, and is being refreshed. `ended`: the session was lost
 * without a sign-out in this tab. The user may be typing. With `isAwaited`, a request waits for the session.
 */
export type Session =
  | { status: 'loading' }
  | { status: 'signedOut' }
  | SignedIn
  | { status: 'ended'; userId: string; email: string; isAwaited: boolean };

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

/**
 * Counts a request as open until its `close` is called. Call `accept` when the platform accepts the session. A session
 * that the platform never accepted in this visit ends with a sign-out, instead of waiting for a sign-in.
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

/** Ends the sessions of the user on every device; without a connection, at least the one in this browser. */
export async function signOut(): Promise<void> {
  isSigningOut = true;
  const { userId } = { userId: '', ...session };
  try {
    const auth = await authClient();
    const { error } = await auth.signOut({ scope: 'global' });
    if (error) await auth.signOut({ scope: 'local' });
  } finally {
    isSigningOut = false;
    forgetStoredSession();
    for (const forget of forgetters) forget(userId);
    set({ status: 'signedOut' });
  }
}

/** Calls `forget` at every deliberate sign-out, to delete the user's data in this browser. */
export function onSignOut(forget: (userId: string) => void) {
  forgetters.add(forget);
}

/** Ends the state `ended` after the user gave up. A user who has signed in in another tab continues here, too. */
export function giveUpSession(): void {
  if (successor) signedIn(successor);
  else set({ status: 'signedOut' });
}

/** Resolves when the signed-in user is known: immediately, unless the stored session must be refreshed first. */
export async function sessionKnown(): Promise<void> {
  await until(() => session.status !== 'loading');
}

/** Resolves with true when the user whose session has ended has signed in again, or with false when they gave up. */
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

setSessionListener((next) => onSessionChange(next && isProved(next) ? next.user : undefined));

let session: Session = sessionAtStart();
let isSigningOut = false;
let isAccepted = false;
let openRequests = 0;
/** Another user, who signed in in another tab of this browser. */
let successor: Person | undefined;
const listeners = new Set<() => void>();
const forgetters = new Set<(userId: string) => void>();

function sessionAtStart(): Session {
  const stored = storedSession();
  if (!stored) return { status: 'signedOut' };
  const { userId, email, isFresh } = stored;
  if (isFresh) return { status: 'signedIn', userId, email };
  // Without the client's code the session cannot be refreshed: the pages show failed requests.
  authClient().catch(() => signedIn({ userId, email }));
  return { status: 'loading' };
}

function onSessionChange(user: { id: string; email?: string } | undefined) {
  successor = undefined;
  if (user) acceptPerson({ userId: user.id, email: user.email ?? '' });
  else if (session.status === 'signedIn' && !isSigningOut && isAccepted) ended(session);
  else if (session.status !== 'ended') set({ status: 'signedOut' });
}

/**
 * Signs the user in. If it is another user, the session ends: content and input of this tab belong to the first user.
 */
function acceptPerson(person: Person) {
  if ('userId' in session && session.userId !== person.userId) {
    successor = person;
    ended(session);
  } else signedIn(person);
}

function ended({ userId, email }: Person) {
  set({ status: 'ended', userId, email, isAwaited: openRequests > 0 });
}

// The client reports the same user again after a token refresh, and when the tab becomes visible: ignore it.
function signedIn({ userId, email }: Person) {
  const same =
    session.status === 'signedIn' && session.userId === userId && session.email === email;
  if (same) return;
  isAccepted = true;
  set({ status: 'signedIn', userId, email });
}

function set(next: Session) {
  if (next.status === 'signedOut' && session.status === 'signedOut') return;
  const before = userOf(session);
  session = next;
  if (before !== undefined && before !== userOf(next)) dropUserContent();
  for (const listener of [...listeners]) listener();
}

function userOf(of: Session): string | undefined {
  return 'userId' in of ? of.userId : undefined;
}
