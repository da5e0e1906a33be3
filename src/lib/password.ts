const MIN_LENGTH = 8;
/** The maximum length in bytes of UTF-8. The platform's hash would ignore the bytes after this length. */
const MAX_BYTES = 72;

export const personalPasswordMessage = 'Não use o próprio nome ou e-mail como senha.';

/** The user who owns the password. A value is absent if the form does not have it. */
export type NewPasswordOwner = { name?: string; email?: string };

/**
 * Returns the problem of a new password, in Portuguese; undefined if this check finds none. The platform also refuses
 * common passwords.
 */
export function findPasswordProblem(
  password: string,
  owner: NewPasswordOwner = {},
): string | undefined {
  if (Array.from(password).length < MIN_LENGTH) return `Use pelo menos ${MIN_LENGTH} caracteres.`;
  if (new TextEncoder().encode(password).length > MAX_BYTES)
    return `Use no máximo ${MAX_BYTES} caracteres; os acentuados contam como dois.`;
  if (isPersonal(password, owner)) return personalPasswordMessage;
  return undefined;
}

/**
 * Whether the letters of the password equal the letters of the name, the e-mail, or a part of the name or e-mail.
 * Ignores a name, an e-mail or a part with fewer than three letters.
 */
function isPersonal(password: string, { name = '', email = '' }: NewPasswordOwner): boolean {
  const letters = lettersOf(password);
  const [mailbox = ''] = email.split('@');
  const own = [name, ...name.split(/\s+/), email, mailbox, ...mailbox.split(/[^\p{L}]+/u)];
  return own.some((part) => lettersOf(part).length >= 3 && lettersOf(part) === letters);
}

function lettersOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
}
