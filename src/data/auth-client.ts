import { AuthClient } from '@supabase/auth-js';
import { config } from './config.ts';
import { isTransient } from './errors.ts';
import { demandsFactor } from './factor-demand.ts';
import { awaitsCode, noteDemand, sessionKey } from './stored-session.ts';

/**
 * After a refresh without a response, auth-js fails every request for the session for a minute. The connection may
 * return earlier: this client then refreshes at once, and otherwise at the first request after a few seconds.
 */
class PromptAuthClient extends AuthClient {
  constructor(options: ConstructorParameters<typeof AuthClient>[0]) {
    super(options);
    // The queries refetch at this event, too: capture it before they do.
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

  /** Forgets a failure of at least this age, unless the platform has refused the refresh. */
  #forgetFailure(age: number) {
    const failure = this.lastRefreshFailure;
    if (!failure || !isTransient(failure.result.error)) return;
    if (failure.expiresAt - Date.now() <= KEPT_MS - age) this.lastRefreshFailure = null;
  }
}

/** How long auth-js keeps a failure (REFRESH_FAILURE_COOLDOWN_MS). */
const KEPT_MS = 60_000;
const RETRIED_AFTER_MS = 5_000;

/**
 * Signs in and out and stores the session (localStorage), refreshing it before it expires. No session is ever read from
 * a URL: a forged link could sign a visitor in as another user.
 */
export const auth = new PromptAuthClient({
  url: `${config.platformUrl}/auth/v1`,
  headers: { apikey: config.publicKey },
  storageKey: sessionKey,
  persistSession: true,
  autoRefreshToken: true,
  detectSessionInUrl: false,
  fetch: fetchAndAsk,
});

/**
 * Checks, before a new session is announced, whether the user must set up a second factor: until then the user counts
 * as signed out. A refused refresh past the limit of requests becomes a 503: the client then tries again, but would
 * remove the session after a 429.
 */
async function fetchAndAsk(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const url = input instanceof Request ? input.url : String(input);
  if (response.ok && signIns.test(url)) {
    // GoTrue: AccessTokenResponse.
    const session = (await response.clone().json()) as SignedIn;
    const { access_token: token = '' } = session;
    noteDemand(session, token !== '' && !awaitsCode(session) && (await demandsFactor(token)));
  }
  if (response.status === 429 && refreshes.test(url))
    return new Response(response.body, { status: 503, headers: response.headers });
  return response;
}

const refreshes = /\/auth\/v1\/token\?grant_type=refresh_token/;

/** The URLs of sign-ins: by password, or by the link of a recovery mail. */
const signIns = /\/auth\/v1\/(token\?grant_type=password|verify$|verify\?)/;

type SignedIn = Parameters<typeof awaitsCode>[0];
