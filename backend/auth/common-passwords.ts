/** So many digits and signs before or after a common password do not make it another one. */
const ORNAMENTS = /^[^\p{L}]{0,4}(\p{L}.*?)[^\p{L}]{0,4}$/u;

let known: Promise<Set<string>> | undefined;

/**
 * Whether a password is one of the 49,000 that people use most, as it is or with a few digits around it
 * (`Flamengo2024`). The list is read when the first password is judged: half a megabyte that a start need not
 * wait for.
 */
export async function isCommonPassword(password: string) {
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
