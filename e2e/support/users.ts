import type { RunSql } from '../fixtures.ts';
import { ANA } from './sign-in.ts';

export type StoredUser = {
  id: string;
  name: string;
  email: string;
  company: string | null;
  phone: string | null;
  role: string;
  avatar_url: string | null;
};

type NewPerson = Partial<StoredUser> & { name: string; email: string };

/** Creates a login with the common test password, and its profile; both have the returned id. */
export async function makeUser(db: RunSql, { name, email, ...rest }: NewPerson): Promise<string> {
  const logins = await db<{ id: string }>(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
       confirmation_token, recovery_token, email_change, email_change_token_new, email_change_token_current,
       raw_app_meta_data, raw_user_meta_data, is_sso_user, is_anonymous, created_at, updated_at)
     select instance_id, gen_random_uuid(), aud, role, $1, encrypted_password, email_confirmed_at,
       '', '', '', '', '', raw_app_meta_data, '{}', false, false, now(), now()
     from auth.users where email = $2 returning id`,
    [email, ANA.email],
  );
  const id = logins[0]?.id ?? '';
  const { company = null, phone = null, role = 'Colaborador', avatar_url = null } = rest;
  await db(
    `insert into profiles (id, name, email, company, phone, role, avatar_url) values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, name, email, company, phone, role, avatar_url],
  );
  return id;
}

/** Returns the stored profile with this e-mail; undefined if there is none. */
export async function findStoredUser(db: RunSql, email: string) {
  const [row] = await db<StoredUser>(
    'select id, name, email, company, phone, role, avatar_url from profiles where email = $1',
    [email],
  );
  return row;
}
