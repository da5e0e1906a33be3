const MIN_LENGTH = 8;
/** The platform's hash reads no further: a longer password would be cut without a word. */
const MAX_BYTES = 72;

export const personalPassword = 'Não use o próprio nome ou e-mail como senha.';

/** Whose password it is, as far as the form knows. */
export type Owner = { name?: string; email?: string };

/**
 * What is wrong with a new password, in Portuguese; undefined when nothing is that can be seen here. The
 * platform also knows the passwords that many people use.
 */
export function passwordProblem(password: string, owner: Owner = {}): string | undefined {
  if (Array.from(password).length < MIN_LENGTH) return `Use pelo menos ${MIN_LENGTH} caracteres.`;
  if (new TextEncoder().encode(password).length > MAX_BYTES)
    return `Use no máximo ${MAX_BYTES} caracteres; os acentuados contam como dois.`;
  if (isPersonal(password, owner)) return personalPassword;
  return undefined;
}

/** The name or the e-mail, whole or in part, with nothing but digits and signs around and between. */
function isPersonal(password: string, { name = '', email = '' }: Owner): boolean {
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
