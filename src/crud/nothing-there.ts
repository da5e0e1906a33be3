import { checkSession } from '#data/authorized-fetch.ts';
import { currentSession } from '#data/session.ts';

/**
 * Why a write met no row and a reading finds none: there is none (`missing`), or the session was ended
 * elsewhere, after which row-level security shows nothing. Asking the platform tells the two apart, and
 * lets the panel offer to sign in again.
 */
export async function nothingThere(missing: string): Promise<Error> {
  await checkSession();
  const ended = currentSession().status !== 'signedIn';
  return new Error(ended ? 'Sua sessão terminou. Entre novamente.' : missing);
}
