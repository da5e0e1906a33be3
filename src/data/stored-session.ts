/** The key under which the platform's client keeps the session (localStorage). */
export const sessionKey = 'vitrine:session';

export type StoredSession = {
  userId: string;
  email: string;
  accessToken: string;
  /** False when it is about to expire, or has: the platform's client refreshes it then. */
  isFresh: boolean;
};

/**
 * The session that the platform's client has stored, read without it; undefined when there is none, or when it still lacks
 * the second factor: until then nobody is signed in.
 */
export function storedSession(): StoredSession | undefined {
  try {
    // Written by the client; a field that is missing makes it no session.
    const stored = JSON.parse(localStorage.getItem(sessionKey) ?? '{}') as Stored;
    const { user, access_token: accessToken, expires_at: expiresAt } = stored;
    if (!user?.id || !accessToken || !expiresAt || !isProved(stored)) return undefined;
    const isFresh = expiresAt * 1000 - Date.now() > refreshedBefore;
    return { userId: user.id, email: user.email ?? '', accessToken, isFresh };
  } catch {
    return undefined;
  }
}

/** Whether nothing is missing in a session: neither the code of a second factor nor the factor itself. */
export function isProved(session: Stored): boolean {
  return !awaitsCode(session) && !lacksFactor(session);
}

/** Whether the person of a session has a second factor that this session has not proved. */
export function awaitsCode(session: Stored): boolean {
  const hasFactor = session.user?.factors?.some(({ status }) => status === 'verified') ?? false;
  // Policies look the level up themselves.
  return hasFactor && claimsOf(session).aal !== 'aal2';
}

/** Whether a second factor is required of the person of a session, who has none. */
export function lacksFactor(session: Stored): boolean {
  try {
    const demanded = localStorage.getItem(demandKey);
    if (!demanded) return false;
    const { aal, session_id } = claimsOf(session);
    return session_id === demanded && aal !== 'aal2';
  } catch {
    return false; // a browser that forbids storage
  }
}

/** Notes whether the platform demands a second factor of this session; other tabs read it too. */
export function noteDemand(session: Stored, isDemanded: boolean): void {
  const id = isDemanded ? claimsOf(session).session_id : undefined;
  try {
    if (id) localStorage.setItem(demandKey, id);
    else localStorage.removeItem(demandKey);
  } catch {
    // Then the first request is refused, and the visitor signs in again.
  }
}

/** The session of which a second factor is demanded (localStorage). */
const demandKey = 'vitrine:factor-demand';

function claimsOf({ access_token: token = '' }: Stored) {
  const [, payload = ''] = token.split('.');
  // Names may be garbled, these claims are ASCII.
  const claims = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
  return JSON.parse(claims) as { aal?: string; session_id?: string };
}

/** For a sign-out that the client could not carry out: whoever reloads must not be back in. */
export function forgetStoredSession(): void {
  try {
    localStorage.removeItem(sessionKey);
  } catch {
    // A browser that forbids storage has kept nothing.
  }
}

type Stored = {
  user?: { id?: string; email?: string; factors?: { status: string }[] };
  access_token?: string;
  /** Seconds since 1970. */
  expires_at?: number;
};

/** Milliseconds; the client refreshes 90 s before the end (auth-js, EXPIRY_MARGIN_MS). */
const refreshedBefore = 90_000;
