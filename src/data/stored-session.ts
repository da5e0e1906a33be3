import { safeLocalStorage } from '#lib/local-store.ts';

/** The key under which the platform's client stores the session (localStorage). */
export const storedSessionKey = 'vitrine:session';

export type StoredSession = {
  userId: string;
  email: string;
  accessToken: string;
  /** False when the session has expired or is about to expire: the auth client must then refresh it. */
  isFresh: boolean;
};

/**
 * Reads the session that the platform's client has stored, without loading the client. Returns undefined if no session
 * is stored, or if the session is not complete (`isSessionComplete`): the user is then not signed in yet.
 */
export function readStoredSession(): StoredSession | undefined {
  try {
    // The client wrote this entry. Treat an entry without a required field like a missing session.
    const stored = JSON.parse(safeLocalStorage.get(storedSessionKey) ?? '{}') as Stored;
    const { user, access_token: accessToken, expires_at: expiresAt } = stored;
    if (!user?.id || !accessToken || !expiresAt || !isSessionComplete(stored)) return undefined;
    const isFresh = expiresAt * 1000 - Date.now() > refreshedBefore;
    return { userId: user.id, email: user.email ?? '', accessToken, isFresh };
  } catch {
    return undefined;
  }
}

/** Whether the sign-in of a session is complete. If not, the user must enter a code or set up a second factor. */
export function isSessionComplete(session: Stored): boolean {
  return !isFactorCodeMissing(session) && !isFactorMissing(session);
}

/** Whether the user of a session has a second factor that this session has not verified. */
export function isFactorCodeMissing(session: Stored): boolean {
  const hasFactor = session.user?.factors?.some(({ status }) => status === 'verified') ?? false;
  // The signature of the token is not verified here: the policies of the database check `aal` again.
  return hasFactor && claimsOf(session).aal !== 'aal2';
}

/** Whether the user of a session must set up a second factor. */
export function isFactorMissing(session: Stored): boolean {
  const demanded = safeLocalStorage.get(demandKey);
  if (!demanded) return false;
  const { aal, session_id } = claimsOf(session);
  return session_id === demanded && aal !== 'aal2';
}

/** Stores whether the platform requires a second factor for this session. Other tabs read the same entry. */
export function storeFactorRequirement(session: Stored, isDemanded: boolean): void {
  const id = isDemanded ? claimsOf(session).session_id : undefined;
  if (id) safeLocalStorage.set(demandKey, id);
  else safeLocalStorage.remove(demandKey);
}

/** The localStorage key for the id of the session for which the platform requires a second factor. */
const demandKey = 'vitrine:factor-demand';

function claimsOf({ access_token: token = '' }: Stored) {
  const [, payload = ''] = token.split('.');
  // atob decodes non-ASCII characters wrongly, but the claims that are read here are ASCII.
  const claims = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
  return JSON.parse(claims) as { aal?: string; session_id?: string };
}

/** Removes the stored session. After a failed sign-out of the client, a reload would otherwise restore the session. */
export function removeStoredSession(): void {
  safeLocalStorage.remove(storedSessionKey);
}

type Stored = {
  user?: { id?: string; email?: string; factors?: { status: string }[] };
  access_token?: string;
  /** Seconds since 1970. */
  expires_at?: number;
};

/** The remaining lifetime in milliseconds at which a session must be refreshed (auth-js, EXPIRY_MARGIN_MS). */
const refreshedBefore = 90_000;
