import { hash, verify } from '@node-rs/bcrypt';
import { createWeakPasswordError, type PasswordWeakness, createValidationError } from './errors.ts';

/**
 * Minimum length of a password in characters, as in `supabase/config.toml`. There are no composition rules
 * (docs/choices.md, USER-30).
 */
const MIN_LENGTH = 8;
/** Maximum length of a password in bytes of UTF-8. bcrypt ignores all bytes after the 72nd, without an error. */
const MAX_BYTES = 72;
/**
 * Dummy hashes, keyed by cost. The password for an unknown account is compared with a dummy hash, so that the refusal
 * takes as long as for a known account.
 */
const dummyHashes = new Map<number, Promise<string>>();

/** The owner of a password. `name` can be any JSON value, because the sign-up does not validate it. */
export type PasswordOwner = { email: string; name?: unknown };

/**
 * Hashes a password with bcrypt and GoTrue's prefix `2a`, so that the hosted platform can read the hash.
 * @param cost binary logarithm of bcrypt's rounds (PASSWORD_COST): each increment doubles the time
 */
export function hashPassword(password: string | Uint8Array, cost: number) {
  return hash(password, { cost, version: '2a' });
}

/** Returns whether a stored hash was made with a lower cost, for example on the hosted platform. */
export function hasLowerHashCost(stored: string, cost: number) {
  return Number(stored.split('$')[2]) < cost;
}

/**
 * Returns whether a password matches its stored hash; false for a password with NUL or more than 72 bytes. Without a
 * stored hash, compares the password with a dummy hash of this cost, so that the call takes the same time, and returns
 * false.
 */
export async function isCorrectPassword(
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

/**
 * Checks the rules for a new password.
 * @throws AuthError 422 weak_password; 400 validation_failed if the password is too long or contains NUL (GoTrue,
 * internal/api/password.go)
 */
export async function requireStrongPassword(password: string, owner: PasswordOwner) {
  if (isTooLong(password)) {
    const message = `Password cannot be longer than ${MAX_BYTES} characters`;
    throw createValidationError(message);
  }
  if (hasNul(password)) throw createValidationError('Password cannot contain the character NUL');
  const weakness = await findPasswordWeakness(password, owner);
  if (weakness) throw createWeakPasswordError(weakness);
}

/**
 * Returns the weakness of a password; undefined if the password obeys the rules. At a sign-in a weakness is only a
 * warning, because the password can be older than the rules.
 */
export async function findPasswordWeakness(
  password: string,
  owner: PasswordOwner,
): Promise<PasswordWeakness | undefined> {
  const found: [reason: string, message: string][] = [];
  if (Array.from(password).length < MIN_LENGTH) {
    found.push(['length', `Password should be at least ${MIN_LENGTH} characters.`]);
  }
  if (isPersonal(password, owner) || (await isCommonPassword(password))) {
    // GoTrue's message and code for a password in a list of stolen passwords.
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

/**
 * Returns whether a password contains NUL. bcrypt appends a NUL to a password and repeats the result, so eight NULs
 * equal the empty password.
 */
function hasNul(password: string) {
  return password.includes('\0');
}

function isTooLong(password: string) {
  return Buffer.byteLength(password) > MAX_BYTES;
}

/**
 * Returns whether the letters of a password equal the letters of one of these texts:
 * - the owner's name, or one word of the name
 * - the owner's e-mail
 * - the part of the e-mail before the `@`, or one word of this part
 *
 * Ignores case, accents, and texts with fewer than three letters.
 */
function isPersonal(password: string, { email, name }: PasswordOwner) {
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

/**
 * Matches a text with at most four characters before its first letter. The group is the text without these characters,
 * and without up to four characters at the end that are not letters.
 */
const ORNAMENTS = /^[^\p{L}]{0,4}(\p{L}.*?)[^\p{L}]{0,4}$/u;

let known: Promise<Set<string>> | undefined;

/**
 * Returns whether a password is in the list of the 49,000 most used passwords. Ignores case, and ignores up to four
 * digits or signs before and after a listed password of at least four characters (`Flamengo2024`). The list has half a
 * megabyte: the first call loads it, so that the server starts faster.
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
