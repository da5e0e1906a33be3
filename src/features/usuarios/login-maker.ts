import { rest } from '#data/rest-client.ts';
import { signUp } from '#data/sign-up.ts';
import { unwrap } from '#data/unwrap.ts';

export type NewLogin = { email: string; password: string; name: string; role: string };

export type Login = {
  id: string;
  /** It was there already, without a profile, and keeps its own password. */
  reused: boolean;
};

export type LoginMaker = (wanted: NewLogin) => Promise<Login>;

/**
 * Gives a form its login, once for an e-mail and password: a save that is tried again, because the
 * profile was refused, goes on with the login of the first try.
 */
export function createLoginMaker(): LoginMaker {
  let made: { for: string; login: Login } | undefined;
  let sent: string | undefined;
  return async (wanted) => {
    const key = JSON.stringify([wanted.email, wanted.password]);
    if (made?.for === key) return made.login;
    // After a sign-up whose response was lost, a login is no old one: it has the password that was typed.
    const isOwn = sent === key;
    const login = await findOrMake(wanted, () => (sent = key));
    made = { for: key, login: isOwn ? { ...login, reused: false } : login };
    return made.login;
  };
}

/** The login that a deleted profile left behind, else a new one. */
async function findOrMake(
  { email, password, name, role }: NewLogin,
  beforeSignUp: () => void,
): Promise<Login> {
  const left = await unwrap(rest.rpc('login_without_profile', { email }));
  if (left) return { id: left, reused: true };
  // For a few minutes the platform lets this e-mail sign up, which it refuses otherwise, to whoever
  // knows the code.
  const announcement = await unwrap(rest.rpc('announce_user', { email }));
  beforeSignUp();
  const id = await signUp({ email, password, data: { name, role, announcement } });
  if (!id) throw new Error('Falha ao registrar usuário na autenticação.');
  return { id, reused: false };
}
