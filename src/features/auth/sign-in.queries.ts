import { errorCode, translateError } from '#data/errors.ts';
import { loadAuthClient } from '#data/auth-loader.ts';
import { isFactorCodeMissing, isFactorMissing } from '#data/stored-session.ts';
import { listVerifiedFactors } from '#data/second-factor.ts';
import type { Factor } from '#data/second-factor.ts';

export type SignInState = {
  error?: string;
  done?: boolean;
  /** The password was correct; a code of one of these factors is required. */
  factors?: Factor[];
  /** The password was correct; the user must set up a second factor. */
  lacksFactor?: boolean;
};

/**
 * Signs in with the form fields `email` and `password`, and returns the next state. Every sign-in form uses this
 * action.
 */
export async function signIn(_previous: SignInState, typed: FormData): Promise<SignInState> {
  const email = String(typed.get('email')).trim();
  const password = String(typed.get('password'));
  const auth = await loadAuthClient().catch(() => undefined);
  if (!auth) return { error: unanswered };
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error) return { error: loginFailure(error) };
  if (data.session && isFactorCodeMissing(data.session))
    return { factors: listVerifiedFactors(data.user.factors) };
  if (data.session && isFactorMissing(data.session)) return { lacksFactor: true };
  return { done: true };
}

/** Returns the text for a failed sign-in; never empty. */
function loginFailure(error: unknown): string {
  const code = errorCode(error);
  if (code === 'invalid_credentials')
    return 'E-mail ou senha incorretos. Por favor, tente novamente.';
  if (code === 'network' || hasNoMessage(error)) return unanswered;
  return translateError(error);
}

const unanswered = 'Erro ao fazer login. Por favor, tente novamente.';

/**
 * Returns whether an error has no readable message. For a response without a message, auth-js uses the JSON of the
 * response as the message.
 */
function hasNoMessage(error: unknown): boolean {
  return !(error instanceof Error) || /^({.*})?$/s.test(error.message);
}
