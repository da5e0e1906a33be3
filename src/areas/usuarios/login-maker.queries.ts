import { rest } from '#data/rest-client.ts';
import { endNewLoginSessions, createUserLogin } from '#data/user-login.ts';
import { unwrap } from '#data/unwrap.ts';

export type NewLogin = { email: string; password: string; name: string; role: string };

export type UsuarioLogin = {
  id: string;
  /**
   * True if the entered password is not valid for the login: the login existed before, or the database removes the
   * password.
   */
  reused: boolean;
};

/**
 * Creates or reuses a login. `wasReused` is the value of `reused` in the previous attempt. If that attempt has stored
 * the profile, and only its response was lost, `createUsuario` returns `wasReused` instead of `reused`.
 */
export type LoginMaker = (wanted: NewLogin) => Promise<UsuarioLogin & { wasReused: boolean }>;

/**
 * Returns the function that creates the login of a form, once for each e-mail and password. If the profile was refused,
 * the next save uses the same login. Ten minutes after the sign-up, the database treats the login as reused: when the
 * profile is stored, the database removes the password.
 */
export function createLoginMaker(): LoginMaker {
  let made: { for: string; login: UsuarioLogin } | undefined;
  let sent: { for: string; at: number } | undefined;
  return async (wanted) => {
    const key = JSON.stringify([wanted.email, wanted.password]);
    if (made?.for !== key) {
      // If `findOrMake` finds a login after this form has sent a sign-up with this e-mail and password, that sign-up
      // created the login. Only its response was lost, and the entered password is valid.
      const isSent = sent?.for === key;
      const login = await findOrMake(wanted, () => (sent = { for: key, at: Date.now() }));
      const isOwn = isSent && login.reused;
      if (isOwn) await endNewLoginSessions(wanted);
      made = { for: key, login: { ...login, reused: login.reused && !isOwn } };
    }
    const isOld = !!sent && Date.now() - sent.at > passwordLifetime;
    const wasReused = made.login.reused;
    made.login = { ...made.login, reused: wasReused || isOld };
    return { ...made.login, wasReused };
  };
}

/**
 * The time, in milliseconds, for which a new login keeps its password without a profile. It is a minute less than the
 * time of close_reused_login in the schema, because the photo is uploaded before the profile is stored.
 */
const passwordLifetime = 9 * 60_000;

/** Returns the login with this e-mail if it has no profile, or creates a login. */
async function findOrMake(
  { email, password, name, role }: NewLogin,
  beforeSignUp: () => void,
): Promise<UsuarioLogin> {
  const left = await unwrap(rest.rpc('login_without_profile', { email }));
  if (left) return { id: left, reused: true };
  // After this request, the platform accepts a sign-up with this e-mail and the returned code for ten minutes.
  const announcement = await unwrap(rest.rpc('announce_user', { email }));
  beforeSignUp();
  const id = await createUserLogin({ email, password, data: { name, role, announcement } });
  if (!id) throw new Error('Falha ao registrar usuário na autenticação.');
  return { id, reused: false };
}
