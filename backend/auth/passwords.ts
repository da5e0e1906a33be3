import { hash, verify } from '@node-rs/bcrypt';
import { weakPassword, type Weakness, invalid } from './errors.ts';

/** decisions.md, USER-30: a minimum length, and no rules of composition, as in `supabase/config.toml`. */
const MIN_LENGTH = 8;
/**
 * bcrypt ignores further bytes: a longer password would be truncated without an error. The unit is bytes, not letters.
 */
const MAX_BYTES = 72;
/** A hash of each cost for unknown accounts, so that their refusal takes as long as that of known ones. */
const dummyHashes = new Map<number, Promise<string>>();

/** The owner of a password. `name` is unchecked: browsers send it at the sign-up. */
export type Owner = { email: string; name?: unknown };

/**
 * Hashes a password.
 * @param cost binary logarithm of bcrypt's rounds (PASSWORD_COST): one more takes twice as long. The hosted platform
 * reads these hashes, with GoTrue's prefix and any cost.
 */
export function hashPassword(password: string | Uint8Array, cost: number) {
  return hash(password, { cost, version: '2a' });
}

/** Whether a stored hash was made with a lower cost, for example on the hosted platform. */
export function isBelowCost(stored: string, cost: number) {
  return Number(stored.split('$')[2]) < cost;
}

/** Compares a password with a stored hash, or with a dummy hash of the same cost: both take the same time. */
export async function passwordMatches(
  password: string,
  stored: string | null | undefined,
  cost: number,
) {
  const matches = await verify(password, stored || (await dummyHash(cost)));
  return matches && Boolean(stored) && !isTooLong(password) && !hasNul(password);
}

function dummyHash(cost: number) {
  const made =
    dummyHashes.get(cost) ?? hashPassword(crypto.getRandomValues(new Uint8Array(16)), cost);
  dummyHashes.set(cost, made);
  return made;
}

/** @throws AuthError weak_password or validation_failed (GoTrue, internal/api/password.go) */
export async function demandPasswordStrength(password: string, owner: Owner) {
  if (isTooLong(password)) {
    const message = `Password cannot be longer than ${MAX_BYTES} characters`;
    throw invalid(message);
  }
  if (hasNul(password)) throw invalid('Password cannot contain the character NUL');
  const weakness = await weaknessOf(password, owner);
  if (weakness) throw weakPassword(weakness);
}

/** The weakness of a password. At a sign-in it is only a warning: an older rule accepted the password. */
export async function weaknessOf(password: string, owner: Owner): Promise<Weakness | undefined> {
  const found: [reason: string, message: string][] = [];
  if (Array.from(password).length < MIN_LENGTH) {
    found.push(['length', `Password should be at least ${MIN_LENGTH} characters.`]);
  }
  // GoTrue's message for a password in a list of stolen ones.
  if (isPersonal(password, owner) || (await isCommonPassword(password))) {
    const message =
      'Password is known to be weak and easy to guess, please choose a different one.';
    found.push(['pwned', message]);
  }
  if (found.length === 0) return undefined;
  return {
    message: found.map(([, message]) => message).join(' '),
    reasons: found.map(([reason]) => reason),
  };
}

/** bcrypt repeats a password with a NUL at its end, so that eight NULs equal the empty password. */
function hasNul(password: string) {
  return password.includes('\0');
}

function isTooLong(password: string) {
  return Buffer.byteLength(password) > MAX_BYTES;
}

/** The name or the e-mail, whole or in part, with only digits and signs around and between. */
function isPersonal(password: string, { email, name }: Owner) {
  const letters = lettersOf(password);
  const full = typeof name === 'string' ? name : '';
  const [mailbox = ''] = email.split('@');
  const own = [full, ...full.split(/\s+/), email, mailbox, ...mailbox.split(/[^\p{L}]+/u)];
  return own.some((part) => lettersOf(part).length >= 3 && lettersOf(part) === letters);
}

function lettersOf(text: string) {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
}

/** A common password is still common with this many digits and signs before or after it. */
const ORNAMENTS = /^[^\p{L}]{0,4}(\p{L}.*?)[^\p{L}]{0,4}$/u;

let known: Promise<Set<string>> | undefined;

/**
 * Whether a password is one of the 49,000 most used ones, also with a few digits around it (`Flamengo2024`). The list
 * is loaded with the first check: half a megabyte that a start need not wait for.
 */
async function isCommonPassword(password: string) {
  known ??= readList();
  const list = await known;
  const lower = password.toLowerCase();
  const bare = ORNAMENTS.exec(lower)?.[1] ?? '';
  return list.has(lower) || (bare.length >= 4 && list.has(bare));
}

async function readList() {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
