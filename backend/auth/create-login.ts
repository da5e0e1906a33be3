import type { Queryable } from '../database/database.ts';
import { hashPassword } from './passwords.ts';
import { findUserByEmail, insertUser } from './users.ts';

type NewLogin = {
  /** A generated UUID by default. */
  id?: string;
  email: string;
  password: string;
  /** The cost of bcrypt: PASSWORD_COST. */
  cost: number;
};

/**
 * Creates a login without a request and without the sign-up hook: for the first Administrador, demonstration and test
 * data. It creates no profile.
 * @param auth a connection or transaction of supabase_auth_admin or of the superuser
 * @returns the login's id; `created: false` when the e-mail already had a login, whose password is unchanged
 */
export async function createLogin(auth: Queryable, { id, email, password, cost }: NewLogin) {
  const passwordHash = await hashPassword(password, cost);
  const made = await insertUser(auth, { id, email, passwordHash, metadata: {} });
  if (made) return { id: made, created: true };
  const existing = await findUserByEmail(auth, email);
  if (!existing) throw new Error('The e-mail belongs to a login that this server did not make.');
  return { id: existing.id, created: false };
}
