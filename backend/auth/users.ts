import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database/database.ts';

/** One row of auth.users with its identities, as far as this server reads it. */
export type User = {
  id: string;
  aud: string;
  role: string;
  email: string;
  phone: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  confirmed_at: Date | null;
  recovery_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown> | null;
  raw_user_meta_data: Record<string, unknown> | null;
  banned_until: Date | null;
  is_anonymous: boolean;
  created_at: Date;
  updated_at: Date;
  identities: Identity[];
};

export type Identity = {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
  email: string | null;
};

const USERS = `select u.id, u.aud, u.role, u.email, u.phone, u.encrypted_password, u.email_confirmed_at, u.confirmed_at,
    u.recovery_sent_at, u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data, u.banned_until, u.is_anonymous,
    u.created_at, u.updated_at,
    (select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at), '[]') from auth.identities i where i.user_id = u.id) as identities
  from auth.users u where u.deleted_at is null`;

/** E-mails are compared in lower case: that is how they are stored. */
export async function findUserByEmail(db: Queryable, email: string) {
  const byEmail = `${USERS} and lower(u.email) = $1 and u.aud = 'authenticated' and u.is_sso_user = false`;
  const { rows } = await db.query<User>(byEmail, [email.toLowerCase()]);
  return rows[0];
}

export async function findUserById(db: Queryable, id: string) {
  const { rows } = await db.query<User>(`${USERS} and u.id = $1`, [id]);
  return rows[0];
}

export function isBanned(user: User) {
  return user.banned_until !== null && user.banned_until.getTime() > Date.now();
}

/** A login as GoTrue shows it: hashes and tokens never leave, what is null is left out. */
export function userAnswer(user: User) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    ...present({ email_confirmed_at: user.email_confirmed_at }),
    phone: user.phone ?? '',
    ...present({
      confirmed_at: user.confirmed_at,
      recovery_sent_at: user.recovery_sent_at,
      last_sign_in_at: user.last_sign_in_at,
    }),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: user.identities.map(identityAnswer),
    created_at: user.created_at,
    updated_at: user.updated_at,
    ...present({ banned_until: user.banned_until }),
    is_anonymous: user.is_anonymous,
  };
}

/** The names are crossed as in GoTrue: `id` is the provider's id, `identity_id` the row's. */
function identityAnswer(identity: Identity) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...present({ last_sign_in_at: identity.last_sign_in_at }),
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    ...present({ email: identity.email }),
  };
}

function present<T extends Record<string, unknown>>(fields: T): Partial<T> {
  const kept = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(kept) as Partial<T>; // only keys were taken away
}

/** Whose password it would be, for the rules of passwords. */
export function ownerOf({ email, raw_user_meta_data: metadata }: User) {
  return { email, name: metadata?.['name'] };
}

/** A new password makes recovery links that are on their way good for nothing. */
export async function storePassword(tx: Queryable, userId: string, passwordHash: string) {
  await tx.query(
    `update auth.users set encrypted_password = $2, updated_at = now(), recovery_token = '', recovery_sent_at = null
      where id = $1`,
    [userId, passwordHash],
  );
  await tx.query('delete from auth.one_time_tokens where user_id = $1', [userId]);
}

type NewUser = {
  /** Made up unless it is given. */
  id?: string;
  email: string;
  passwordHash: string;
  /**
   * What the browser sent along. It is kept as GoTrue keeps it and gives no right: no policy reads
   * it.
   */
  metadata: Record<string, unknown>;
};

/**
 * A login with its e-mail identity, confirmed at once: confirmation by mail is off.
 * Nothing is written when the e-mail is taken. @returns the id, undefined when it is taken
 */
export async function insertUser(
  tx: Queryable,
  { id = randomUUID(), email, passwordHash, metadata }: NewUser,
) {
  const address = email.toLowerCase();
  const inserted = await tx.query(INSERT_USER, [
    id,
    address,
    passwordHash,
    toJson({ ...metadata, email_verified: true }),
  ]);
  if (inserted.rowCount === 0) return undefined;
  const identity = {
    ...metadata,
    sub: id,
    email: address,
    email_verified: false,
    phone_verified: false,
  };
  await tx.query(INSERT_IDENTITY, [randomUUID(), id, toJson(identity)]);
  return id;
}

/** The tokens are empty strings as GoTrue leaves them: it cannot read null there. */
const INSERT_USER = `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
    confirmation_token, recovery_token, email_change, email_change_token_new, email_change_token_current,
    raw_app_meta_data, raw_user_meta_data, is_sso_user, is_anonymous, created_at, updated_at)
  values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, now(),
    '', '', '', '', '', '{"provider": "email", "providers": ["email"]}', $4, false, false, now(), now())
  on conflict do nothing`;

const INSERT_IDENTITY = `insert into auth.identities
    (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  values ($1, $2::uuid::text, $2, $3, 'email', now(), now(), now())`;

function toJson(value: unknown) {
  return JSON.stringify(value);
}
