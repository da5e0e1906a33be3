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
 * the code of the second factor: until then nobody is signed in.
 */
export function storedSession(): StoredSession | undefined {
  try {
    // Written by the client; a field that is missing makes it no session.
    const stored = JSON.parse(localStorage.getItem(sessionKey) ?? '{}') as Stored;
    const { user, access_token: accessToken, expires_at: expiresAt } = stored;
    if (!user?.id || !accessToken || !expiresAt || awaitsCode(stored)) return undefined;
    const isFresh = expiresAt * 1000 - Date.now() > refreshedBefore;
    return { userId: user.id, email: user.email ?? '', accessToken, isFresh };
  } catch {
    return undefined;
  }
}

/** Whether the person of a session has a second factor that this session has not proved. */
export function awaitsCode({ user, access_token: token = '' }: Stored): boolean {
  if (!user?.factors?.some(({ status }) => status === 'verified')) return false;
  const [, payload = ''] = token.split('.');
  // Names may be garbled, the level is ASCII.
  const claims = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
  // Policies look the level up themselves.
  const { aal } = JSON.parse(claims) as { aal?: string };
  return aal !== 'aal2';
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
