import { errorCode, isTransient } from './errors.ts';
import { loadAuthClient } from './auth-loader.ts';

/** The new password of a request whose response was lost: perhaps the platform has set this password. */
let unanswered: string | undefined;

/**
 * Sets the password of the signed-in user. `current` is the current password, which only some platforms check. A retry
 * after a lost response succeeds if the first attempt has set the same password.
 * @returns the error of auth; null after a success
 */
export async function setPassword(password: string, current?: string): Promise<Error | null> {
  const auth = await loadAuthClient();
  const attempt = async (checked?: string) =>
    (await auth.updateUser({ password, ...(checked && { current_password: checked }) })).error;
  const isRetry = unanswered === password;
  let error = await attempt(current);
  // The first attempt has perhaps set the new password already: send it as the current password too.
  if (isRetry && errorCode(error) === 'current_password_invalid') error = await attempt(password);
  if (isRetry && errorCode(error) === 'same_password') error = null;
  unanswered = error && isTransient(error) ? password : undefined;
  return error;
}
