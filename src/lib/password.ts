import { isGuessable } from './guessable-password.ts';

const MIN_LENGTH = 8;
/** The platform's hash reads no further: a longer password would be cut without a word. */
const MAX_BYTES = 72;

export const personalPassword = 'Não use o próprio nome ou e-mail como senha.';
export const guessablePassword =
  'Esta senha é fácil de adivinhar: muita gente a usa, ou ela repete o nome ou o e-mail. Escolha outra.';

/** Whose password it is, as far as the form knows. */
export type Owner = { name?: string; email?: string };

/**
 * What is wrong with a new password, in Portuguese; undefined when nothing is. Whether it is easy to guess is known
 * once `loadMatchers` has ended; the server says the same.
 */
export function passwordProblem(password: string, owner: Owner = {}): string | undefined {
  if (Array.from(password).length < MIN_LENGTH) return `Use pelo menos ${MIN_LENGTH} caracteres.`;
  if (new TextEncoder().encode(password).length > MAX_BYTES)
    return `Use no máximo ${MAX_BYTES} caracteres; os acentuados contam como dois.`;
  if (isPersonal(password, owner)) return personalPassword;
  return isGuessable(password, wordsOf(owner)) ? guessablePassword : undefined;
}

/** The name or the e-mail, whole or in part, with nothing but digits and signs around and between. */
function isPersonal(password: string, owner: Owner): boolean {
  const letters = lettersOf(password);
  return wordsOf(owner).some((word) => lettersOf(word).length >= 3 && lettersOf(word) === letters);
}

function wordsOf({ name = '', email = '' }: Owner): string[] {
  const [mailbox = ''] = email.split('@');
  return [name, ...name.split(/\s+/), email, mailbox, ...mailbox.split(/[^\p{L}]+/u)].filter(
    Boolean,
  );
}

function lettersOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
}
