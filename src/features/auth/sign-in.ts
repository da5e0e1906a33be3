import { errorCode, translateError } from '#data/errors.ts';
import { authClient } from '#data/session.ts';

export type SignInState = { error?: string; done?: boolean };

/** The action of every sign-in form: fields `email` and `password`. */
export async function signIn(_previous: SignInState, data: FormData): Promise<SignInState> {
  const email = String(data.get('email')).trim();
  const password = String(data.get('password'));
  const auth = await authClient().catch(() => undefined);
  if (!auth) return { error: unanswered };
  const { error } = await auth.signInWithPassword({ email, password });
  return error ? { error: loginFailure(error) } : { done: true };
}

/** The specified text for a failed sign-in; never empty. */
function loginFailure(error: unknown): string {
  const code = errorCode(error);
  if (code === 'invalid_credentials')
    return 'E-mail ou senha incorretos. Por favor, tente novamente.';
  if (code === 'network' || saysNothing(error)) return unanswered;
  return translateError(error);
}

const unanswered = 'Erro ao fazer login. Por favor, tente novamente.';

/** An answer without a message, whose JSON the client then hands on in its place. */
function saysNothing(error: unknown): boolean {
  return !(error instanceof Error) || /^({.*})?$/s.test(error.message);
}
