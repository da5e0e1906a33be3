import { translateError } from './errors.ts';
import { authClient } from './session.ts';

/** An authenticator app of the person, whose codes are asked for. */
export type Factor = { id: string; name: string };

type Stored = { id: string; status: string; friendly_name?: string };

/** The factors that a person has proved once. */
export function verifiedFactors(factors: Stored[] = []): Factor[] {
  return factors
    .filter(({ status }) => status === 'verified')
    .map(({ id, friendly_name: name }) => ({ id, name: name || 'Aplicativo autenticador' }));
}

/** Proves a factor by its code. @returns what is wrong, undefined when the session has it now */
export async function verifyCode(factorId: string, code: string): Promise<string | undefined> {
  const auth = await authClient();
  const { error } = await auth.mfa.challengeAndVerify({
    factorId,
    code: code.replaceAll(/\D/g, ''),
  });
  return error ? translateError(error) || 'Não foi possível verificar o código.' : undefined;
}

/** Gives up a session that has not proved its factor. */
export async function leaveSession(): Promise<void> {
  const auth = await authClient();
  await auth.signOut({ scope: 'local' });
}
