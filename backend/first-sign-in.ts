import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FirstSignIn } from './first-administrador.ts';
import type { Platform } from './platform.ts';

const CHECK_INTERVAL_MS = 15_000;

/**
 * Announces the first sign-ins. A generated password is shown on a terminal only: other readers of the output, such as
 * a journal, would store it for years. For these it is written to a file of mode 600 in the data folder, and the path
 * is printed.
 */
export function describeFirstSignIns(dataDir: string, signIns: FirstSignIn[], isTerminal: boolean) {
  const lines = signIns.flatMap((signIn) => ['', ...describeSignIn(signIn)]);
  if (isTerminal || !signIns.some(({ passwordWasGenerated }) => passwordWasGenerated)) return lines;
  const file = fileIn(dataDir);
  rmSync(file, { force: true });
  writeFileSync(file, `${lines.join('\n').trim()}\n`, { mode: 0o600, flag: 'wx' });
  const people = signIns.flatMap((signIn) => signIn.people.map(({ email }) => `  ${email}`));
  return [
    '',
    'Primeiros acessos:',
    ...people,
    `  Senha: no arquivo ${file}, que some depois do uso`,
    ...signIns.flatMap(firstSteps),
  ];
}

/** The first steps after a sign-in: the demonstration has a catalogue, a new installation only one user. */
function firstSteps({ people }: FirstSignIn) {
  return people.length > 1
    ? ['Para tirar a demonstração depois: npm run admin -- demo:clear']
    : [
        'Depois de entrar: troque a senha em Perfil (o retrato no alto à direita), cadastre uma categoria',
        'antes do primeiro produto e as outras pessoas em Usuários.',
      ];
}

function describeSignIn(signIn: FirstSignIn) {
  const { people, password, passwordWasGenerated } = signIn;
  return [
    people.length > 1 ? 'Primeiros acessos:' : 'Primeiro acesso:',
    ...people.map(({ email, role }) => `  ${email} (${role})`),
    passwordWasGenerated
      ? `  Senha: ${password}  (anote: não será mostrada de novo)`
      : '  Senha: a que foi escolhida na configuração',
    ...firstSteps(signIn),
  ];
}

/** Deletes the file, if there is one, soon after the first of its users has signed in. */
export function forgetAfterSignIn({ config, databases }: Platform) {
  const file = fileIn(config.DATA_DIR);
  if (!existsSync(file)) return;
  const emails = [...readFileSync(file, 'utf8').matchAll(/^ {2}(\S+@\S+) \(/gm)].map(
    ([, at]) => at,
  );
  async function deleteAfterSignIn() {
    const { rowCount } = await databases.auth.query(
      'select from auth.users where email = any($1) and last_sign_in_at is not null limit 1',
      [emails],
    );
    if (rowCount === 0) return;
    rmSync(file, { force: true });
    clearInterval(timer);
  }
  // The server or its database is stopping; the next check repeats a failed one.
  const timer = setInterval(
    () => void deleteAfterSignIn().catch(() => undefined),
    CHECK_INTERVAL_MS,
  );
  timer.unref();
}

function fileIn(dataDir: string) {
  return join(dataDir, 'first-sign-in.txt');
}
