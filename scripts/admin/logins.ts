import { randomBytes } from 'node:crypto';
import type { ConnectionSettings } from '../../backend/database/superuser.ts';
import type { Platform } from '../../backend/platform.ts';
import { deleteFailedAttempts } from '../../backend/auth/attempts.ts';
import { parseEmail } from '../../backend/auth/body.ts';
import { AuthError } from '../../backend/auth/errors.ts';
import { hashPassword } from '../../backend/auth/passwords.ts';
import { endAllSessions } from '../../backend/auth/sessions.ts';
import { runAsSuperuser } from '../../backend/database/as-superuser.ts';
import {
  changeEmailInFirstSignInFile,
  removeUserFromFirstSignInFile,
} from '../../backend/first-sign-in.ts';
import { findUserByEmail, storePasswordHash, type User } from '../../backend/auth/users.ts';

/** The reason why a command cannot be executed, in Portuguese, for the operator. */
export class CommandRefusedError extends Error {}

/**
 * Resets the password of a login, ends its sessions, revokes its mailed links and deletes its failed attempts. Also
 * removes the user from the stored first sign-ins.
 * @returns the new password
 */
export async function resetPassword(platform: Platform, email: string) {
  const user = await loginOf(platform, email);
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password, platform.config.PASSWORD_COST);
  await platform.databases.auth.transaction(async (tx) => {
    await storePasswordHash(tx, user.id, passwordHash);
    await endAllSessions(tx, user.id);
    await deleteFailedAttempts(tx, user.email);
  });
  removeUserFromFirstSignInFile(platform.config.DATA_DIR, user.email);
  return password;
}

export type OpenSession = {
  startedAt: Date;
  usedAt: Date;
  endsAt: Date | null;
  ip: string;
  userAgent: string;
};

/** Returns the open sessions of a login, the most recently used first. */
export async function listSessions(platform: Platform, email: string): Promise<OpenSession[]> {
  const user = await loginOf(platform, email);
  const { rows } = await platform.databases.auth.query<OpenSession>(
    `select created_at as "startedAt", coalesce(refreshed_at at time zone 'utc', created_at) as "usedAt",
        not_after as "endsAt", coalesce(host(ip), '') as ip, coalesce(user_agent, '') as "userAgent"
      from auth.sessions
      where user_id = $1 and (not_after is null or not_after > now()) order by "usedAt" desc`,
    [user.id],
  );
  return rows;
}

export async function endSessions(platform: Platform, email: string) {
  const user = await loginOf(platform, email);
  await endAllSessions(platform.databases.auth, user.id);
}

/**
 * Changes the e-mail of a login; a trigger of the schema updates its profile. Links in mails to the old address become
 * invalid.
 * @returns the stored e-mail
 */
export async function changeEmail(platform: Platform, from: string, to: string) {
  const user = await loginOf(platform, from);
  const email = validateEmail(to);
  const { auth } = platform.databases;
  if (await findUserByEmail(auth, email)) {
    throw new CommandRefusedError(`Já existe um login com o e-mail ${email}.`);
  }
  await auth.transaction(async (tx) => {
    await tx.query(
      `update auth.users set email = $2, recovery_token = '', updated_at = now() where id = $1`,
      [user.id, email],
    );
    await tx.query(
      `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text)
        where user_id = $1 and provider = 'email'`,
      [user.id, email],
    );
    await tx.query('delete from auth.one_time_tokens where user_id = $1', [user.id]);
  });
  changeEmailInFirstSignInFile(platform.config.DATA_DIR, user.email, email);
  return email;
}

/**
 * Removes all second factors of a login and ends its sessions.
 * @returns the number of removed factors
 */
export async function removeFactors(
  platform: Platform,
  superuser: ConnectionSettings,
  email: string,
) {
  const user = await loginOf(platform, email);
  const { rows } = await runAsSuperuser(platform, superuser, (tx) =>
    tx.query<{ count: number }>('select private.remove_factors($1, null) as count', [user.id]),
  );
  return rows[0]?.count ?? 0;
}

/**
 * Returns which users must have a second factor: `ninguem`, `administradores` or `todos`. If `given` is set, stores it
 * first.
 * @throws CommandRefusedError unless `given` is one of these words
 */
export async function readOrSetFactorRequirement(
  platform: Platform,
  superuser: ConnectionSettings,
  given?: string,
) {
  if (given !== undefined && !['ninguem', 'administradores', 'todos'].includes(given))
    throw new CommandRefusedError(`${given} não é ninguem, administradores nem todos.`);
  const { rows } = await runAsSuperuser(platform, superuser, (tx) =>
    tx.query<{ required_of: string }>(
      'update public.factor_rule set required_of = coalesce($1, required_of) returning required_of',
      [given ?? null],
    ),
  );
  return rows[0]?.required_of ?? '';
}

async function loginOf({ databases }: Platform, email: string): Promise<User> {
  const user = await findUserByEmail(databases.auth, email);
  if (!user) throw new CommandRefusedError(`Não há login com o e-mail ${email}.`);
  return user;
}

function validateEmail(email: string) {
  try {
    return parseEmail(email);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    throw new CommandRefusedError(`${email} não é um endereço de e-mail.`);
  }
}
