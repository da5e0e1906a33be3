import { Secret, TOTP } from 'otpauth';
import type { RunSql } from '../fixtures.ts';

/** The label of the field for the code of an authenticator app. */
export const CODE_LABEL = 'Código de verificação';

/**
 * Returns the code of a time step of 30 s: 0 is the current step, 1 the next. The platform also accepts the codes of
 * the previous and the next step. Use 0 and then 1, not -1 and then 0: if the current step ends before the code of -1
 * arrives, the platform refuses that code.
 */
export function makeTotpCode(secret: string, step = 0) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + step * 30_000 });
}

/**
 * Deletes the used codes, so that a test can use the current code again: the platform accepts only codes that are newer
 * than the last used code.
 */
export const deleteUsedCodes = (db: RunSql) => db('delete from vitrine_backend.used_codes');
