import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database/database.ts';

/** The values of a login that this server reads. */
export type User = {
  id: string;
  email: string;
  encrypted_password: string | null;
  is_confirmed: boolean;
  is_banned: boolean;
  /** The JSON for clients, built by PostgreSQL (`vitrine_backend.shown_login`). */
  shown: ShownUser;
};

/** GoTrue's user object, without hashes and tokens. */
type ShownUser = {
  aud: string;
  phone: string;
  app_metadata: Record<string, unknown>;
  user_metadata: Record<string, unknown>;
  is_anonymous: boolean;
  /** Absent if the user has no factors. */
  factors?: { id: string; status: 'verified' | 'unverified'; friendly_name?: string }[];
  [more: string]: unknown;
};

const USERS = `select u.id, u.email, u.encrypted_password, u.email_confirmed_at is not null as is_confirmed,
    coalesce(u.banned_until > now(), false) as is_banned, vitrine_backend.shown_login(u) as shown
  from auth.users u where u.deleted_at is null`;

/** Returns the login with this e-mail, which is compared in lower case; undefined if there is none. */
export async function findUserByEmail(db: Queryable, email: string) {
  const byEmail = `${USERS} and lower(u.email) = $1 and u.aud = 'authenticated' and u.is_sso_user = false`;
  const { rows } = await db.query<User>(byEmail, [email.toLowerCase()]);
  return rows[0];
}

export async function findUserById(db: Queryable, id: string) {
  const { rows } = await db.query<User>(`${USERS} and u.id = $1`, [id]);
  return rows[0];
}

export function hasVerifiedFactor({ shown }: User) {
  return shown.factors?.some(({ status }) => status === 'verified') ?? false;
}

/** Returns the e-mail and name of the user, with which `findPasswordWeakness` compares a password. */
export function toPasswordOwner({ email, shown }: User) {
  return { email, name: shown.user_metadata['name'] };
}

/** Stores the hash of a new password, and deletes the user's unused recovery links. */
export async function storePasswordHash(tx: Queryable, userId: string, passwordHash: string) {
  await tx.query(
    `update auth.users set encrypted_password = $2, updated_at = now(), recovery_token = '', recovery_sent_at = null
      where id = $1`,
    [userId, passwordHash],
  );
  await tx.query('delete from auth.one_time_tokens where user_id = $1', [userId]);
}

/**
 * Locks a login until the end of the transaction.
 * @returns the hash of the password; null if the login has no password; undefined if the login does not exist
 */
export async function lockLoginAndReadHash(tx: Queryable, userId: string) {
  const { rows } = await tx.query<{ encrypted_password: string | null }>(
    'select encrypted_password from auth.users where id = $1 and deleted_at is null for update',
    [userId],
  );
  return rows[0]?.encrypted_password;
}

/**
 * Replaces the hash of a password with a hash of the same password at a higher cost. Recovery links stay valid, and a
 * password that was changed meanwhile is not overwritten.
 */
export async function upgradePasswordHash(
  tx: Queryable,
  userId: string,
  { stored, raised }: { stored: string | null; raised: string },
) {
  await tx.query(
    'update auth.users set encrypted_password = $3 where id = $1 and encrypted_password = $2',
    [userId, stored, raised],
  );
}

type NewUser = {
  /** A generated UUID by default. */
  id?: string;
  email: string;
  passwordHash: string;
  /** Metadata from the browser. It is stored as in GoTrue and grants nothing: no policy reads it. */
  metadata: Record<string, unknown>;
};

/**
 * Creates a login that is confirmed at once, because confirmation by mail is off.
 * @returns the id of the login; undefined if the e-mail is taken
 */
export async function insertUser(
  tx: Queryable,
  { id = randomUUID(), email, passwordHash, metadata }: NewUser,
) {
  const { rows } = await tx.query<{ id: string | null }>(
    'select vitrine_backend.insert_login($1, $2, $3, $4) as id',
    [id, email.toLowerCase(), passwordHash, JSON.stringify(metadata)],
  );
  return rows[0]?.id ?? undefined;
}
