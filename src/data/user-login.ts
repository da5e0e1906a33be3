import { config } from './config.ts';
import { unwrap } from './unwrap.ts';

export type NewUserLogin = {
  email: string;
  password: string;
  /** `announcement`: the code that the database function `announce_user` returned. */
  data: { name: string; role: string; announcement: string };
};

/**
 * Creates a login for another user and returns the id; undefined if the platform returns no id. The platform stores
 * `data` as metadata, which grants no permission.
 * @throws PlatformError, for example user_already_exists, weak_password, or 403 without a valid `announcement`
 */
export async function createUserLogin({
  email,
  password,
  data,
}: NewUserLogin): Promise<string | undefined> {
  const signUps = await clientForOthers();
  const { user } = await unwrap(signUps.signUp({ email, password, options: { data } }));
  // End the session that the platform opens for every new login, because the panel does not use it.
  const { error } = await signUps.signOut({ scope: 'local' });
  if (error) console.warn('The session of a new login was not ended', error);
  return user?.id;
}

/**
 * Ends the sessions of a login whose sign-up got no response. Signs in with the password first, because the tokens of
 * the session were in the lost response. Logs a failure instead of throwing.
 */
export async function endNewLoginSessions({
  email,
  password,
}: Pick<NewUserLogin, 'email' | 'password'>) {
  const signUps = await clientForOthers();
  const { error } = await signUps.signInWithPassword({ email, password });
  const ended = error ? { error } : await signUps.signOut({ scope: 'global' });
  if (ended.error) console.warn('The sessions of a new login were not ended', ended.error);
}

/** Returns a client that does not use the browser's storage and URL, so that the current user stays signed in. */
async function clientForOthers() {
  const { AuthClient } = await import('@supabase/auth-js');
  return new AuthClient({
    url: `${config.platformUrl}/auth/v1`,
    headers: { apikey: config.publicKey },
    storageKey: 'vitrine:sign-up',
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}
