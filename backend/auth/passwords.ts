import { hash, verify } from '@node-rs/bcrypt';
import { authError, weakPassword, type Weakness } from './errors.ts';

/** decisions.md, USER-30: a length and nothing else; `supabase/config.toml` says the same. */
const MIN_LENGTH = 8;
/**
 * bcrypt reads no further, so a longer password would be cut without a word. Bytes, not letters.
 */
const MAX_BYTES = 72;
/** GoTrue's own cost and prefix: the rows move to the hosted platform as they are. */
const HASHING = { cost: 10, version: '2a' } as const;
/** What an unknown account is compared with, so that it takes as long to refuse as a known one. */
const NOBODYS_HASH = hash(crypto.getRandomValues(new Uint8Array(16)), HASHING);

export function hashPassword(password: string) {
  return hash(password, HASHING);
}

/** Does the same work whether or not there is a stored hash. */
export async function passwordMatches(password: string, stored: string | null | undefined) {
  const matches = await verify(password, stored || (await NOBODYS_HASH));
  return matches && Boolean(stored);
}

/** @throws AuthError weak_password or validation_failed (GoTrue, internal/api/password.go) */
export function demandPasswordStrength(password: string) {
  if (Buffer.byteLength(password) > MAX_BYTES) {
    throw authError(
      400,
      'validation_failed',
      `Password cannot be longer than ${MAX_BYTES} characters`,
    );
  }
  const weakness = weaknessOf(password);
  if (weakness) throw weakPassword(weakness);
}

/**
 * What is wrong with a password that was accepted under an older rule; undefined when nothing is.
 */
export function weaknessOf(password: string): Weakness | undefined {
  if (Array.from(password).length >= MIN_LENGTH) return undefined;
  return { message: `Password should be at least ${MIN_LENGTH} characters.`, reasons: ['length'] };
}
