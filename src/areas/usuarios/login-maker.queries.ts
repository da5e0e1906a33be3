import { rest } from '#data/rest-client.ts';
import { endSignedUpSessions, signUp } from '#data/sign-up.ts';
import { unwrap } from '#data/unwrap.ts';

export type NewLogin = { email: string; password: string; name: string; role: string };

export type Login = {
  id: string;
  /** Whether the login existed already, without a profile: the typed password is then not its password. */
  reused: boolean;
};

/** Also returns whether the login was a reused one for the previous attempt, which may have stored the profile. */
export type LoginMaker = (wanted: NewLogin) => Promise<Login & { wasReused: boolean }>;

/**
 * Creates a form's login once for each e-mail and password. A repeated save, after the profile was refused, uses the
 * login of the first attempt; after some minutes the database removes its password, as that of a reused login.
 */
export function createLoginMaker(): LoginMaker {
  let made: { for: string; login: Login } | undefined;
  let sent: { for: string; at: number } | undefined;
  return async (wanted) => {
    const key = JSON.stringify([wanted.email, wanted.password]);
    if (made?.for !== key) {
      // After a sign-up whose response was lost, the login belongs to this form: it has the typed password.
      const isSent = sent?.for === key;
      const login = await findOrMake(wanted, () => (sent = { for: key, at: Date.now() }));
      const isOwn = isSent && login.reused;
      if (isOwn) await endSignedUpSessions(wanted);
      made = { for: key, login: { ...login, reused: login.reused && !isOwn } };
    }
    const isOld = !!sent && Date.now() - sent.at > keptFor;
    const wasReused = made.login.reused;
    made.login = { ...made.login, reused: wasReused || isOld };
    return { ...made.login, wasReused };
  };
}

/**
 * How long a new login keeps its password without a profile, in milliseconds: a minute less than in close_reused_login
 * of the schema, for the upload of the photo.
 */
const keptFor = 9 * 60_000;

/** Finds the login of a deleted profile, else creates one. */
async function findOrMake(
  { email, password, name, role }: NewLogin,
  beforeSignUp: () => void,
): Promise<Login> {
  const left = await unwrap(rest.rpc('login_without_profile', { email }));
  if (left) return { id: left, reused: true };
  // For a few minutes the platform accepts a sign-up with this e-mail and the code.
  const announcement = await unwrap(rest.rpc('announce_user', { email }));
  beforeSignUp();
  const id = await signUp({ email, password, data: { name, role, announcement } });
  if (!id) throw new Error('Falha ao registrar usuário na autenticação.');
  return { id, reused: false };
}
