import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Platform } from './platform.ts';

/** The first users of an empty database, with their password. */
export type FirstSignInCredentials = {
  people: { email: string; role: string }[];
  password: string;
  /** Whether the server generated the password. A generated password is stored and shown, a chosen one never is. */
  passwordWasGenerated: boolean;
};

const CHECK_INTERVAL_MS = 15_000;

/**
 * Adds the sign-in to a file of mode 600 in the data folder, if its password was generated. Removes earlier entries of
 * the same users. Call this function before the profiles are committed: otherwise, a start that fails after the commit
 * would lose the password.
 */
export function storeFirstSignInCredentials(dataDir: string, signIn: FirstSignInCredentials) {
  // Remove earlier entries of the same users: an interrupted start can have stored a different password, without
  // creating the profiles.
  const others = readStored(dataDir).filter(
    (stored) => !signIn.people.some(({ email }) => stored.includes(`  ${email} (`)),
  );
  const all = signIn.passwordWasGenerated ? [...others, describeSignIn(signIn)] : others;
  writeStored(dataDir, all);
}

function writeStored(dataDir: string, all: string[]) {
  if (all.length === 0) return deleteFirstSignInFile(dataDir);
  const file = fileIn(dataDir);
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, `${all.join('\n\n')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(`${file}.new`, file);
}

/** Replaces a user's e-mail in the file. Does nothing if the file does not contain the e-mail `from`. */
export function changeEmailInFirstSignInFile(dataDir: string, from: string, to: string) {
  const stored = readStored(dataDir);
  const changed = stored.map((signIn) => signIn.replace(`  ${from} (`, () => `  ${to} (`));
  if (changed.join() !== stored.join()) writeStored(dataDir, changed);
}

/**
 * Removes a user from the file after a password reset, because the stored password is no longer valid. Does nothing if
 * the file does not contain the e-mail.
 */
export function removeUserFromFirstSignInFile(dataDir: string, email: string) {
  const stored = readStored(dataDir);
  const changed = stored
    .map((signIn) => {
      const lines = signIn.split('\n').filter((line) => !line.startsWith(`  ${email} (`));
      return lines.join('\n');
    })
    .filter((signIn) => emailsIn(signIn).length > 0);
  if (changed.join() !== stored.join()) writeStored(dataDir, changed);
}

/**
 * Returns the text that tells the operator the first sign-ins: those in `signIns` whose password was chosen, and those
 * in the file. On a terminal, the text contains the generated passwords. Elsewhere, the text contains the path of the
 * file instead, because a journal, for example, would store the passwords for years.
 */
export function describeFirstSignInCredentials(
  dataDir: string,
  signIns: FirstSignInCredentials[],
  isTerminal: boolean,
) {
  const chosen = signIns.filter(({ passwordWasGenerated }) => !passwordWasGenerated);
  const place = `  Senha: no arquivo ${fileIn(dataDir)}, que some depois do uso`;
  const stored = readStored(dataDir).map((signIn) =>
    isTerminal ? signIn : signIn.replace(/^ {2}Senha: .*$/m, () => place),
  );
  return [...chosen.map(describeSignIn), ...stored].join('\n\n');
}

/** Returns the sign-ins in the file, each in the text format of `describeSignIn`. */
function readStored(dataDir: string) {
  const file = fileIn(dataDir);
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n\n') : [];
}

function emailsIn(signIn: string) {
  return [...signIn.matchAll(/^ {2}(\S+@\S+) \(/gm)].map(([, email]) => email);
}

function describeSignIn(signIn: FirstSignInCredentials) {
  const { people, password, passwordWasGenerated } = signIn;
  const lines = [
    people.length > 1 ? 'Primeiros acessos:' : 'Primeiro acesso:',
    ...people.map(({ email, role }) => `  ${email} (${role})`),
    passwordWasGenerated
      ? `  Senha: ${password}  (anote: não será mostrada de novo)`
      : '  Senha: a que foi escolhida na configuração',
    ...firstSteps(signIn),
  ];
  return lines.join('\n');
}

/** Returns the lines about the next steps. Only the credentials of the demonstration have more than one user. */
function firstSteps({ people }: FirstSignInCredentials) {
  return people.length > 1
    ? ['Para tirar a demonstração depois: npm run admin -- demo:clear']
    : [
        'Depois de entrar: troque a senha em Perfil (o retrato no alto à direita), cadastre uma categoria',
        'antes do primeiro produto e as outras pessoas em Usuários.',
      ];
}

/** Deletes the file of the first sign-ins, if it exists. */
export function deleteFirstSignInFile(dataDir: string) {
  rmSync(fileIn(dataDir), { force: true });
}

/**
 * Checks every 15 s whether the file of the first sign-ins is still needed. Deletes the file if one of its users has
 * signed in, or if two checks in a row find that none of its users has a login. Does nothing without a file.
 */
export function deleteFirstSignInFileAfterUse({ config, databases }: Platform) {
  if (readStored(config.DATA_DIR).length === 0) return;
  let checksWithoutLogin = 0;
  async function deleteAfterSignIn() {
    // Read the file at each check, because the operator can change an e-mail meanwhile.
    const emails = readStored(config.DATA_DIR).flatMap(emailsIn);
    const { rows } = await databases.auth.query<{ has_signed_in: boolean }>(
      'select last_sign_in_at is not null as has_signed_in from auth.users where email = any($1)',
      [emails],
    );
    // Require two checks without a login: the command that changes an e-mail commits the change, then writes the file.
    // A check between these two steps finds no login, because the file still has the old e-mail.
    checksWithoutLogin = rows.length === 0 ? checksWithoutLogin + 1 : 0;
    if (checksWithoutLogin < 2 && !rows.some((user) => user.has_signed_in)) return;
    deleteFirstSignInFile(config.DATA_DIR);
    clearInterval(timer);
  }
  // Ignore a failed check, for example while the database is stopping: the next check repeats it.
  const timer = setInterval(
    () => void deleteAfterSignIn().catch(() => undefined),
    CHECK_INTERVAL_MS,
  );
  timer.unref();
}

function fileIn(dataDir: string) {
  return join(dataDir, 'first-sign-in.txt');
}
