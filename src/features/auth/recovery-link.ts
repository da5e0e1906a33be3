import { arrivedByRecoveryLink, auth } from '#data/auth-client.ts';
import { errorCode, translateError } from '#data/errors.ts';
import { currentSession } from '#data/session.ts';

/**
 * What the address of /reset-password carries. `token`: our own mail, redeemed only when the form is sent
 * because mail scanners open links. `session`: the platform's own form of the link, whose tokens
 * in the fragment the auth client has already exchanged for a session.
 */
export type RecoveryLink =
  | { kind: 'token'; hash: string }
  | { kind: 'session' }
  | { kind: 'invalid' };

export function readRecoveryLink(): RecoveryLink {
  const query = new URLSearchParams(location.search);
  const hash = query.get('token_hash');
  if (hash) return { kind: 'token', hash };
  const opened = arrivedByRecoveryLink() && currentSession().status === 'signedIn';
  return opened ? { kind: 'session' } : { kind: 'invalid' };
}

export type PasswordChange =
  | { status: 'changed' }
  | { status: 'invalidLink' }
  | { status: 'failed'; message: string };

/** Redeems the link (once, however often the password is refused afterwards) and sets the password. */
export async function changePassword(
  link: RecoveryLink,
  password: string,
): Promise<PasswordChange> {
  if (link.kind === 'token' && redeemed !== link.hash) {
    const { error } = await auth.verifyOtp({ token_hash: link.hash, type: 'recovery' });
    if (error) return refusal(error);
    redeemed = link.hash;
  }
  const { error } = await auth.updateUser({ password });
  return error ? refusal(error) : { status: 'changed' };
}

let redeemed: string | undefined;

function refusal(error: unknown): PasswordChange {
  if (invalidLink.has(errorCode(error))) return { status: 'invalidLink' };
  return {
    status: 'failed',
    message: translateError(error) || 'Não foi possível redefinir a senha. Tente novamente.',
  };
}

const invalidLink = new Set([
  'otp_expired',
  'otp_disabled',
  'flow_state_not_found',
  'flow_state_expired',
  'session_missing',
  'session_not_found',
  'user_not_found',
  'bad_jwt',
]);
