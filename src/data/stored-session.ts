/** The key under which the platform's client keeps the session (localStorage). */
export const sessionKey = 'vitrine:session';

export type StoredSession = {
  userId: string;
  email: string;
  accessToken: string;
  /** False when it is about to expire, or has: the platform's client refreshes it then. */
  isFresh: boolean;
};

/** The session that the platform's client has stored, read without it; undefined when there is none. */
export function storedSession(): StoredSession | undefined {
  try {
    // Written by the client; a field that is missing makes it no session.
    const {
      user,
      access_token: accessToken,
      expires_at: expiresAt,
    } = JSON.parse(localStorage.getItem(sessionKey) ?? '{}') as Stored;
    if (!user?.id || !accessToken || !expiresAt) return undefined;
    const isFresh = expiresAt * 1000 - Date.now() > refreshedBefore;
    return { userId: user.id, email: user.email ?? '', accessToken, isFresh };
  } catch {
    return undefined;
  }
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
  user?: { id?: string; email?: string };
  access_token?: string;
  /** Seconds since 1970. */
  expires_at?: number;
};

/** Milliseconds; the client refreshes 90 s before the end (auth-js, EXPIRY_MARGIN_MS). */
const refreshedBefore = 90_000;
