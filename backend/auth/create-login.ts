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
 * Creates a login on the server's side, without the sign-up hook: for the first Administrador, demonstration and test
 * data. It creates no profile.
 * @param auth connection of supabase_auth_admin, or a transaction of it
 * @returns the login's id; `created: false` when the e-mail had a login already, whose password stays
 */
export async function createLogin(auth: Queryable, { id, email, password, cost }: NewLogin) {
  const passwordHash = await hashPassword(password, cost);
  const made = await insertUser(auth, { id, email, passwordHash, metadata: {} });
  if (made) return { id: made, created: true };
  const existing = await findUserByEmail(auth, email);
  if (!existing) throw new Error('The e-mail belongs to a login that this server did not make.');
  return { id: existing.id, created: false };
}
