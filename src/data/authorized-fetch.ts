import { config } from './config.ts';
import { errorStatus, isTransient } from './errors.ts';
import { isFactorSetupRequired } from './required-factor.ts';
import { loadAuthClient } from './auth-loader.ts';
import { getCurrentSession, trackOpenRequest, waitForSignIn } from './session.ts';
import { readStoredSession } from './stored-session.ts';

/**
 * Sends a request like `fetch`, with the key of the installation and the access token of this tab's user.
 * - It never sends a request without a token: the platform would treat the request as anonymous.
 * - Before it sends the request, it refreshes a token that is about to expire. If the platform refuses a token as
 *   expired, it refreshes the token once and sends the request again.
 * - If the session has ended, it waits until the same user has signed in again. It then sends a refused request once
 *   more, because the refused attempt had no effect.
 * @param send replaces the browser's own `fetch`
 * @throws the platform's error of a failed refresh; session_missing if the user is signed out, or another user signs in
 */
export async function authorizedFetch(
  input: RequestInfo | URL,
  init?: RequestInit,
  send: typeof fetch = fetch,
): Promise<Response> {
  const session = getCurrentSession();
  const userId = 'userId' in session ? session.userId : undefined;
  const request = trackOpenRequest();
  try {
    let token = await accessToken(userId);
    let response = await sendOnce(input, init, send, token);
    if (await isExpired(response)) {
      await refresh(token);
      token = await accessToken(userId);
      response = await sendOnce(input, init, send, token);
    }
    if (response.ok) request.accept();
    if (!(await isSessionRefused(response, token))) return response;
    return await sendOnce(input, init, send, await accessToken(userId));
  } finally {
    request.close();
  }
}

function sendOnce(
  input: RequestInfo | URL,
  init: RequestInit = {},
  send: typeof fetch,
  token: string,
) {
  const headers = new Headers(init.headers);
  headers.set('apikey', config.publicKey);
  headers.set('Authorization', `Bearer ${token}`);
  return send(input, { ...init, headers });
}

/** Whether the platform refused the token as expired. The data API and the storage server send different messages. */
async function isExpired(response: Response): Promise<boolean> {
  if (response.status !== 400 && response.status !== 401) return false;
  return /jwt expired|claim timestamp check failed/i.test(await response.clone().text());
}

/**
 * Refreshes a token that the platform refused as expired, or ends the session if the platform refuses the refresh. The
 * auth client has not refreshed the token itself, because it knows only the device's clock, which is sometimes slow.
 * @throws the platform's error if the refresh can succeed later
 */
async function refresh(token: string): Promise<void> {
  const auth = await loadAuthClient();
  if (!(await isCurrent(token))) return;
  const { error } = await auth.refreshSession();
  if (!error) return;
  // Like the auth client, do not end the session because of a failure of the server.
  if (isTransient(error) || errorStatus(error) >= 500) throw error;
  await endSession(token);
}

/**
 * Whether the platform no longer accepts the session of this token. If so, this tab ends the session too.
 * - The data API reports an ended session by the status 401.
 * - The storage server does not know sessions: its policies refuse every request (storage-api: status 400, with 403 in
 *   the body). Therefore ask the auth server whether the session is open, and the data API whether a second factor has
 *   become required.
 */
async function isSessionRefused(response: Response, token: string): Promise<boolean> {
  if (response.status === 401) {
    await endSession(token);
    return true;
  }
  if (response.status !== 400) return false;
  const body = await response.clone().text();
  if (!/"statusCode":\s*"403"/.test(body)) return false;
  await checkSession();
  if (getCurrentSession().status === 'signedIn' && (await isFactorSetupRequired(token)))
    await endSession(token);
  return getCurrentSession().status !== 'signedIn';
}

/** Removes the session of this token, unless another session or token has replaced this token. */
async function endSession(token: string): Promise<void> {
  const auth = await loadAuthClient();
  if (!(await isCurrent(token))) return;
  ending ??= auth.signOut({ scope: 'local' }).finally(() => (ending = undefined));
  await ending;
}

/** Whether no other session or token has replaced this token. */
async function isCurrent(token: string): Promise<boolean> {
  // Without a stored session, ask the client: if the browser forbids storage, only the client has the session.
  const { accessToken = await clientToken() } = readStoredSession() ?? {};
  return accessToken === token;
}

async function clientToken(): Promise<string | undefined> {
  const auth = await loadAuthClient();
  return (await auth.getSession()).data.session?.access_token;
}

let ending: Promise<unknown> | undefined;

/** Asks the auth server whether the session is still open; if not, the auth client removes it. */
async function checkSession(): Promise<void> {
  checking ??= loadAuthClient()
    .then((auth) => auth.getUser())
    .finally(() => (checking = undefined));
  await checking;
}

let checking: Promise<unknown> | undefined;

/**
 * Returns the access token of this user, refreshed if it is about to expire. Waits while the session is loading or has
 * ended. `userId` is undefined if the user was not known yet: then returns the token of the signed-in user.
 * @throws the platform's error of a failed refresh, or session_missing
 */
async function accessToken(userId: string | undefined): Promise<string> {
  const isBack = await waitForSignIn();
  const now = getCurrentSession();
  if (!isBack || now.status !== 'signedIn' || now.userId !== (userId ?? now.userId))
    throw new NoSession();
  const stored = readStoredSession();
  if (stored?.isFresh && stored.userId === now.userId) return stored.accessToken;
  return refreshedToken(now.userId);
}

async function refreshedToken(userId: string): Promise<string> {
  const auth = await loadAuthClient();
  const { data, error } = await auth.getSession();
  if (error) throw error;
  const { session } = data;
  const now = getCurrentSession();
  if (session?.user.id === userId && 'userId' in now && now.userId === userId)
    return session.access_token;
  // The client has no session of this user. If the session has ended, wait for the next sign-in.
  if (now.status === 'ended') return accessToken(userId);
  throw new NoSession();
}

/**
 * The error of a request without a session. `errorCode` recognizes this error by its `code`, or by its message after
 * the storage client has wrapped it.
 */
class NoSession extends Error {
  readonly code = 'session_missing';
  readonly status = 401;

  constructor() {
    super('Auth session missing');
  }
}
