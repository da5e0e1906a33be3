import { config } from './config.ts';
import { unwrap } from './unwrap.ts';

export type SignUp = {
  email: string;
  password: string;
  /** `announcement`: the code of `announce_user`. */
  data: { name: string; role: string; announcement: string };
};

/**
 * Makes a login for someone else and returns its id; undefined when the platform names none. What is in
 * `data` is kept by the platform as a note: it gives no right.
 * @throws PlatformError user_already_exists, weak_password, 403 when no Administrador announced the e-mail …
 */
export async function signUp({ email, password, data }: SignUp): Promise<string | undefined> {
  const signUps = await clientForOthers();
  const { user } = await unwrap(signUps.signUp({ email, password, options: { data } }));
  // The platform opens a session for every new login, and nobody is going to use this one.
  const { error } = await signUps.signOut({ scope: 'local' });
  if (error) console.warn('The session of a new login was not ended', error);
  return user?.id;
}

/** Sees nothing of the browser's storage and address, so the session of whoever uses the panel stays as it is. */
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
