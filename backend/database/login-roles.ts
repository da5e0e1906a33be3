import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { isVerifierOf, scramVerifier } from './scram.ts';
import type { Superuser } from './superuser.ts';

/** The login roles of the platform, as on the hosted one. Nobody logs in as another. */
const LOGIN_ROLES = [
  'postgres',
  'authenticator',
  'supabase_auth_admin',
  'supabase_storage_admin',
] as const;
export type LoginRole = (typeof LOGIN_ROLES)[number];

/**
 * Connection settings of a login role. Its password follows from the superuser's, so that several
 * processes on one database agree on it without a shared file.
 */
export function loginAs(superuser: Superuser, user: LoginRole): Superuser {
  const password = createHmac('sha256', superuser.password)
    .update(`vitrine:${user}`)
    .digest('base64url');
  return { ...superuser, user, password };
}

/** Gives the login roles their passwords where they have others. */
export async function setPasswords(client: pg.Client, superuser: Superuser) {
  const { rows } = await client.query<{ rolname: LoginRole; rolpassword: string | null }>(
    'select rolname, rolpassword from pg_catalog.pg_authid where rolname = any($1)',
    [LOGIN_ROLES],
  );
  const changed = rows
    .map(({ rolname, rolpassword }) => ({ ...loginAs(superuser, rolname), verifier: rolpassword }))
    .filter(({ password, verifier }) => !isVerifierOf(password, verifier));
  if (changed.length === 0) return;
  await client.query('begin; lock table pg_catalog.pg_authid in exclusive mode');
  for (const { user, password } of changed) {
    const verifier = client.escapeLiteral(scramVerifier(password));
    await client.query(`alter role ${client.escapeIdentifier(user)} password ${verifier}`);
  }
  await client.query('commit');
}
