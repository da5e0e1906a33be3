import { randomBytes } from 'node:crypto';
import { createLogin } from './auth/create-login.ts';
import { hashPassword } from './auth/passwords.ts';
import type { Identity } from './identity.ts';
import type { Platform } from './platform.ts';

/** Who may sign in to a database that was just filled, with which password. */
export type FirstSignIn = {
  people: { email: string; role: string }[];
  password: string;
  /** A generated password is known to nobody yet; a chosen one is never printed. */
  passwordWasGenerated: boolean;
};

const DEFAULT_EMAIL = 'admin@vitrine.exemplo';
const SERVICE: Identity = { role: 'service_role', claims: { role: 'service_role' } };

/** Makes the first Administrador where there is none; `undefined` when there is one. */
export async function ensureAdministrador({
  config,
  databases,
}: Platform): Promise<FirstSignIn | undefined> {
  const { rows } = await databases.rest.queryAs(
    SERVICE,
    {},
    `select from public.profiles where role = 'Administrador' limit 1`,
  );
  if (rows.length > 0) return undefined;
  const email = config.adminEmail ?? DEFAULT_EMAIL;
  const password = config.adminPassword ?? randomBytes(9).toString('base64url');
  const login = await createLogin(databases.auth, { email, password });
  // A start that ended between the two steps left a login whose password nobody was told.
  if (!login.created) await replacePassword(databases.auth, login.id, password);
  await databases.rest.queryAs(SERVICE, {}, 'select public.first_administrador($1, $2)', [
    email,
    'Administrador',
  ]);
  return {
    people: [{ email, role: 'Administrador' }],
    password,
    passwordWasGenerated: !config.adminPassword,
  };
}

async function replacePassword(auth: Platform['databases']['auth'], id: string, password: string) {
  await auth.query(
    'update auth.users set encrypted_password = $2, updated_at = now() where id = $1',
    [id, await hashPassword(password)],
  );
}
