import { Secret, TOTP } from 'otpauth';
import type { Sql } from '../fixtures.ts';

/** The label of the field for the code of an authenticator app. */
export const CODE = 'Código de verificação';

/**
 * The code of a time step: 0 is now, each further step is 30 s later. The platform accepts the codes of one step before
 * and after. Use 0 and then 1, not -1 and then 0: the current step may end before the code arrives.
 */
export function codeOf(secret: string, step = 0) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + step * 30_000 });
}

/** Deletes the used codes: codes of later tests may be older than those of earlier ones. */
export const forgetCodes = (db: Sql) => db('delete from vitrine_backend.used_codes');
