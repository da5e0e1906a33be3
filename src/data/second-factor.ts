import { translateError } from './errors.ts';
import { loadAuthClient } from './auth-loader.ts';

/** An authenticator app of the user, whose codes are required at the sign-in. */
export type Factor = { id: string; name: string };

type Stored = { id: string; status: string; friendly_name?: string };

/** Returns the factors that the user has verified. */
export function listVerifiedFactors(factors: Stored[] = []): Factor[] {
  return factors
    .filter(({ status }) => status === 'verified')
    .map(({ id, friendly_name: name }) => ({ id, name: name || 'Aplicativo autenticador' }));
}

/**
 * Verifies the code of a factor.
 * @returns the error message; undefined after a success
 */
export async function verifyCode(factorId: string, code: string): Promise<string | undefined> {
  const auth = await loadAuthClient();
  const { error } = await auth.mfa.challengeAndVerify({
    factorId,
    code: code.replaceAll(/\D/g, ''),
  });
  return error ? translateError(error) || 'Não foi possível verificar o código.' : undefined;
}

/** Ends the session in this browser. Called when the user goes back instead of entering the code. */
export async function endLocalSession(): Promise<void> {
  const auth = await loadAuthClient();
  await auth.signOut({ scope: 'local' });
}
