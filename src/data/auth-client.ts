import { AuthClient } from '@supabase/auth-js';
import { config } from './config.ts';
import { isTransient } from './errors.ts';
import { isFactorSetupRequired } from './required-factor.ts';
import { isFactorCodeMissing, storeFactorRequirement, storedSessionKey } from './stored-session.ts';

/**
 * An `AuthClient` that repeats a failed refresh earlier. For a minute after a failed refresh, auth-js sends no new
 * refresh, and returns the same error. This class forgets a temporary error (`isTransient`) after 5 seconds, or when
 * the browser is online again. The next call of `getSession` or `refreshSession` can then refresh the session.
 */
class PromptAuthClient extends AuthClient {
  constructor(options: ConstructorParameters<typeof AuthClient>[0]) {
    super(options);
    // `capture` runs this listener before the listener of the query client, which refetches on the same event. The
    // queries must not get the old failure.
    addEventListener('online', () => this.#forgetFailure(0), { capture: true });
  }

  override async getSession() {
    this.#forgetFailure(RETRIED_AFTER_MS);
    return super.getSession();
  }

  override async refreshSession() {
    this.#forgetFailure(RETRIED_AFTER_MS);
    return super.refreshSession();
  }

  /** Forgets a temporary failure of the refresh (`isTransient`), if its age in milliseconds is at least `age`. */
  #forgetFailure(age: number) {
    const failure = this.lastRefreshFailure;
    if (!failure || !isTransient(failure.result.error)) return;
    if (failure.expiresAt - Date.now() <= KEPT_MS - age) this.lastRefreshFailure = null;
  }
}

/** Milliseconds for which auth-js returns the error of a failed refresh (REFRESH_FAILURE_COOLDOWN_MS). */
const KEPT_MS = 60_000;
const RETRIED_AFTER_MS = 5_000;

/**
 * The client that signs users in and out. It stores the session in localStorage, and refreshes it before it expires. It
 * never reads a session from a URL: a forged link could sign a visitor in as another user.
 */
export const auth = new PromptAuthClient({
  url: `${config.platformUrl}/auth/v1`,
  headers: { apikey: config.publicKey },
  storageKey: storedSessionKey,
  persistSession: true,
  autoRefreshToken: true,
  detectSessionInUrl: false,
  fetch: sendAuthRequest,
});

/**
 * Sends a request of the auth client.
 * - After a sign-in that needs no code, it also asks whether the user must set up a second factor, before auth-js
 *   reports the new session. Until the user has set up the factor, the user counts as signed out.
 * - If the limit of requests refuses a refresh (429), it returns the status 503. auth-js retries after a 503, but after
 *   a 429 it removes the session if the token has expired.
 */
async function sendAuthRequest(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const url = input instanceof Request ? input.url : String(input);
  if (response.ok && signIns.test(url)) {
    // The cast is safe: the response of a sign-in has this type (GoTrue: AccessTokenResponse).
    const session = (await response.clone().json()) as SignedIn;
    const { access_token: token = '' } = session;
    storeFactorRequirement(
      session,
      token !== '' && !isFactorCodeMissing(session) && (await isFactorSetupRequired(token)),
    );
  }
  if (response.status === 429 && refreshes.test(url))
    return new Response(response.body, { status: 503, headers: response.headers });
  return response;
}

const refreshes = /\/auth\/v1\/token\?grant_type=refresh_token/;

/** Matches the URLs of sign-ins: with a password, or with the link of a recovery mail. */
const signIns = /\/auth\/v1\/(token\?grant_type=password|verify$|verify\?)/;

type SignedIn = Parameters<typeof isFactorCodeMissing>[0];
