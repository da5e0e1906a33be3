import { config } from './config.ts';
import { authClient, currentSession, sessionReturns } from './session.ts';
import { storedSession } from './stored-session.ts';

/**
 * `fetch` with the key of the installation and the access token of whoever uses this tab (refreshed first
 * when it is about to expire), never without one: sent so, a request would be answered as to a stranger.
 * While the session has ended it waits for the person to come back. Rejects when a due refresh fails, or
 * when they give up. `send` stands in for the browser's own `fetch`.
 */
export async function authorizedFetch(
  input: RequestInfo | URL,
  init?: RequestInit,
  send: typeof fetch = fetch,
): Promise<Response> {
  const response = await sendOnce(input, init, send);
  if (response.status !== 401 && response.status !== 403) return response;
  // The platform says no: was the session ended elsewhere? Asking lets the auth client notice it.
  await checkSession();
  return currentSession().status === 'ended' ? sendOnce(input, init, send) : response;
}

async function sendOnce(input: RequestInfo | URL, init: RequestInit = {}, send: typeof fetch) {
  const headers = new Headers(init.headers);
  headers.set('apikey', config.publicKey);
  headers.set('Authorization', `Bearer ${await accessToken()}`);
  return send(input, { ...init, headers });
}

/** @throws what the platform says of a refresh that fails, or session_missing. */
async function accessToken(): Promise<string> {
  if (!(await sessionReturns())) throw new NoSession();
  const now = currentSession();
  const stored = storedSession();
  if (stored?.isFresh && 'userId' in now && stored.userId === now.userId) return stored.accessToken;
  return refreshedToken();
}

async function refreshedToken(): Promise<string> {
  const auth = await authClient();
  const { data, error } = await auth.getSession();
  if (error) throw error;
  const { session } = data;
  const now = currentSession();
  if (session && 'userId' in now && session.user.id === now.userId) return session.access_token;
  // Gone this very moment, or somebody else's: the auth client is about to say so.
  if (now.status === 'ended') return accessToken();
  throw new NoSession();
}

/** In the words of the auth client, by which it is recognised. */
class NoSession extends Error {
  readonly code = 'session_missing';
  readonly status = 401;
}

/** Asks the platform whether the session still lives; if not, the auth client signs out. */
export async function checkSession(): Promise<void> {
  checking ??= authClient()
    .then((auth) => auth.getUser())
    .finally(() => (checking = undefined));
  await checking;
}

let checking: Promise<unknown> | undefined;
