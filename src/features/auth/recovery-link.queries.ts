import { errorCode, isTransient, translateError } from '#data/errors.ts';
import { setPassword } from '#data/set-password.ts';
import { loadAuthClient } from '#data/auth-loader.ts';
import { isFactorMissing } from '#data/stored-session.ts';
import { listVerifiedFactors } from '#data/second-factor.ts';
import type { Factor } from '#data/second-factor.ts';

/**
 * Returns the token hash of the recovery link that opened /reset-password; undefined without one. The hash is redeemed
 * only when the form is submitted, because mail scanners open links. Session tokens in a URL are never accepted.
 */
export function readRecoveryTokenHash(): string | undefined {
  return new URLSearchParams(location.search).get('token_hash') || undefined;
}

export type PasswordChangeResult =
  | { status: 'changed' }
  /** The password was changed; the user must set up a second factor. */
  | { status: 'factorNeeded'; lacksFactor: true }
  | { status: 'invalidLink' }
  /** The link was valid; the platform requires a code of one of these factors before a new password. */
  | { status: 'codeNeeded'; factors: Factor[] }
  /** `refused`: the platform refused the password; show `message` beside its field. `failed`: any other error. */
  | { status: 'refused' | 'failed'; message: string };

/**
 * Sends a mail with a link to /reset-password. Returns false after an error. A retry after a lost response returns true
 * even if the platform refuses a second mail so soon, because the first mail was sent.
 */
export async function sendRecoveryMail(email: string): Promise<boolean> {
  const auth = await loadAuthClient();
  const redirectTo = `${location.origin}/reset-password`;
  const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
  const isRetry = unanswered === email;
  unanswered = error && isTransient(error) ? email : undefined;
  return !error || (isRetry && errorCode(error) === 'over_email_send_rate_limit');
}

/** The e-mail address of the last request, if its response was lost. */
let unanswered: string | undefined;

/**
 * Redeems the link and sets the password of its user, unless the session of the browser belongs to another user. The
 * link is redeemed only once, even if the platform refuses several passwords.
 */
export async function setPasswordByLink(
  hash: string,
  password: string,
): Promise<PasswordChangeResult> {
  const auth = await loadAuthClient();
  if (redeemed?.hash !== hash) {
    const { data, error } = await auth.verifyOtp({ token_hash: hash, type: 'recovery' });
    if (error) return refusal(error);
    redeemed = { hash, userId: data.user?.id };
  }
  // The platform sets the password of the stored session's user. Check this user, because another user may have signed
  // in in another tab after the link was redeemed.
  const { data: stored, error: failed } = await auth.getSession();
  if (failed) return refusal(failed);
  if (!stored.session || stored.session.user.id !== redeemed.userId)
    return { status: 'invalidLink' };
  const error = await setPassword(password);
  if (errorCode(error) !== 'insufficient_aal') {
    if (error) return refusal(error);
    const { session } = (await auth.getSession()).data;
    if (!session || !isFactorMissing(session)) return { status: 'changed' };
    return { status: 'factorNeeded', lacksFactor: true };
  }
  const { data, error: unread } = await auth.mfa.listFactors();
  return unread
    ? refusal(unread)
    : { status: 'codeNeeded', factors: listVerifiedFactors(data.all) };
}

/** The token hash of the last redeemed link, and its user. */
let redeemed: { hash: string; userId: string | undefined } | undefined;

function refusal(error: unknown): PasswordChangeResult {
  const code = errorCode(error);
  if (invalidLinkCodes.has(code)) return { status: 'invalidLink' };
  return {
    status: passwordErrorCodes.has(code) ? 'refused' : 'failed',
    message: translateError(error) || 'Não foi possível redefinir a senha. Tente novamente.',
  };
}

const passwordErrorCodes = new Set(['weak_password', 'same_password']);
const invalidLinkCodes = new Set([
  'otp_expired',
  'otp_disabled',
  'flow_state_not_found',
  'flow_state_expired',
  'session_missing',
  'session_not_found',
  'user_not_found',
  'bad_jwt',
]);
