import { useSyncExternalStore } from 'react';
import { dropUserContent } from '#lib/user-change.ts';
import { loadAuthClient, setSessionListener } from './auth-loader.ts';
import { removeStoredSession, isSessionComplete, readStoredSession } from './stored-session.ts';

export type SignedInSession = { status: 'signedIn'; userId: string; email: string };

/** The state of the session in this tab. */
export type Session =
  /** The stored session has expired or is about to expire, and the auth client is refreshing it. */
  | { status: 'loading' }
  | { status: 'signedOut' }
  | SignedInSession
  /**
   * The session was lost without a sign-out in this tab. The page stays open, because the user has perhaps entered
   * values. `isAwaited`: a request was open when the session ended, and waits for the next sign-in.
   */
  | { status: 'ended'; userId: string; email: string; isAwaited: boolean };

export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, getCurrentSession);
}

export function getCurrentSession(): Session {
  return session;
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Counts a request as open until the returned `close` is called. Call the returned `accept` when the platform has
 * accepted the session. If no session was accepted in this visit, the loss of the session leads to the state
 * `signedOut` instead of `ended`.
 */
export function trackOpenRequest() {
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

/** Ends the sessions of the user on every device. If the request fails, ends only the session in this browser. */
export async function signOut(): Promise<void> {
  isSigningOut = true;
  const { userId } = { userId: '', ...session };
  try {
    const auth = await loadAuthClient();
    const { error } = await auth.signOut({ scope: 'global' });
    if (error) await auth.signOut({ scope: 'local' });
  } finally {
    isSigningOut = false;
    removeStoredSession();
    endedToken = token;
    for (const forget of forgetters) forget(userId);
    set({ status: 'signedOut' });
  }
}

/** Registers a function that `signOut` calls, to delete the user's data in this browser. */
export function onSignOut(forget: (userId: string) => void) {
  forgetters.add(forget);
}

/**
 * Leaves the state `ended` without a new sign-in in this tab. If another user has signed in in another tab, continues
 * as that user. Otherwise sets the state `signedOut`.
 */
export function stopWaitingForSignIn(): void {
  if (successor) signedIn(successor);
  else set({ status: 'signedOut' });
}

/** Resolves when the session is known: immediately, unless the stored session must be refreshed first. */
export async function waitForSession(): Promise<void> {
  await until(() => session.status !== 'loading');
}

/** Waits while the session is loading or has ended. Resolves with true if any user is signed in then. */
export async function waitForSignIn(): Promise<boolean> {
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

type User = { userId: string; email: string };

setSessionListener((next) => {
  if (!next) endedToken = token;
  else if (next.access_token === endedToken) return;
  else token = next.access_token;
  onSessionChange(next && isSessionComplete(next) ? next.user : undefined);
});

let session: Session = sessionAtStart();
/** The newest access token that is known in this tab. */
let token = readStoredSession()?.accessToken;
/**
 * The token of the session that has ended last. Reports of this session are ignored: the auth client of another tab
 * reads the stored session while it loads, and reports it perhaps only after the sign-out.
 */
let endedToken: string | undefined;
let isSigningOut = false;
let isAccepted = false;
let openRequests = 0;
/** Another user, who signed in in another tab of this browser. */
let successor: User | undefined;
const listeners = new Set<() => void>();
const forgetters = new Set<(userId: string) => void>();

function sessionAtStart(): Session {
  const stored = readStoredSession();
  if (!stored) return { status: 'signedOut' };
  const { userId, email, isFresh } = stored;
  if (isFresh) return { status: 'signedIn', userId, email };
  // If the code of the auth client does not load, show the pages nevertheless: they report the failed requests.
  loadAuthClient().catch(() => signedIn({ userId, email }));
  return { status: 'loading' };
}

function onSessionChange(user: { id: string; email?: string } | undefined) {
  successor = undefined;
  if (user) acceptUser({ userId: user.id, email: user.email ?? '' });
  else if (session.status === 'signedIn' && !isSigningOut && isAccepted) ended(session);
  else if (session.status !== 'ended') set({ status: 'signedOut' });
}

/**
 * Signs `user` in. If this tab shows the pages of another user, sets the state `ended` for that other user instead,
 * because the content and the input of the tab belong to that other user.
 */
function acceptUser(user: User) {
  if ('userId' in session && session.userId !== user.userId) {
    successor = user;
    ended(session);
  } else signedIn(user);
}

function ended({ userId, email }: User) {
  set({ status: 'ended', userId, email, isAwaited: openRequests > 0 });
}

/**
 * Sets the state `signedIn`. Does nothing if this user is already signed in: the client reports the user again after a
 * token refresh, and when the tab becomes visible.
 */
function signedIn({ userId, email }: User) {
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
