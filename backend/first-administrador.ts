import { randomBytes } from 'node:crypto';
import { createLogin } from './auth/create-login.ts';
import { hashPassword } from './auth/passwords.ts';
import { storePasswordHash } from './auth/users.ts';
import { storeFirstSignInCredentials, type FirstSignInCredentials } from './first-sign-in.ts';
import type { Identity } from './identity.ts';
import type { Platform } from './platform.ts';

const DEFAULT_EMAIL = 'admin@vitrine.exemplo';
const SERVICE: Identity = { role: 'service_role', claims: { role: 'service_role' } };

/**
 * Creates the first Administrador and stores the first sign-in, unless there is an Administrador already.
 * @returns the first sign-in; undefined if there was an Administrador
 */
export async function ensureAdministrador({
  config,
  databases,
}: Platform): Promise<FirstSignInCredentials | undefined> {
  const { rows } = await databases.rest.queryAs(
    SERVICE,
    {},
    `select from public.profiles where role = 'Administrador' limit 1`,
  );
  if (rows.length > 0) return undefined;
  const email = config.ADMIN_EMAIL ?? DEFAULT_EMAIL;
  const password = config.ADMIN_PASSWORD ?? randomBytes(9).toString('base64url');
  const cost = config.PASSWORD_COST;
  const login = await createLogin(databases.auth, { email, password, cost });
  // The login can exist already, for example after an interrupted start. Its password is unknown, so replace it.
  if (!login.created)
    await storePasswordHash(databases.auth, login.id, await hashPassword(password, cost));
  const signIn = {
    people: [{ email, role: 'Administrador' }],
    password,
    passwordWasGenerated: !config.ADMIN_PASSWORD,
  };
  storeFirstSignInCredentials(config.DATA_DIR, signIn);
  await databases.rest.queryAs(SERVICE, {}, 'select public.first_administrador($1, $2)', [
    email,
    'Administrador',
  ]);
  return signIn;
}
