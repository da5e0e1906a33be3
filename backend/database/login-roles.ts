import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { ConnectionSettings } from './superuser.ts';

/** The login roles, named as on the hosted platform. Besides these roles, only the superuser logs in. */
export const LOGIN_ROLES = [
  'postgres',
  'authenticator',
  'supabase_auth_admin',
  'supabase_storage_admin',
] as const;
const ITERATIONS = 4096; // the default of PostgreSQL (scram_iterations)
export type LoginRole = (typeof LOGIN_ROLES)[number];

/**
 * Returns the connection settings of a login role. The role's password derives from the superuser's password, so that
 * several processes on one database compute the same password without a shared file.
 */
export function deriveLoginRoleSettings(
  superuser: ConnectionSettings,
  user: LoginRole,
): ConnectionSettings {
  const password = createHmac('sha256', superuser.password)
    .update(`vitrine:${user}`)
    .digest('base64url');
  return { ...superuser, user, password };
}

/** Sets the passwords of the login roles whose stored password differs. */
export async function setLoginRolePasswords(client: pg.Client, superuser: ConnectionSettings) {
  const { rows } = await client.query<{ rolname: LoginRole; rolpassword: string | null }>(
    'select rolname, rolpassword from pg_catalog.pg_authid where rolname = any($1)',
    [LOGIN_ROLES],
  );
  const changed = rows
    .map(({ rolname, rolpassword }) => ({
      ...deriveLoginRoleSettings(superuser, rolname),
      verifier: rolpassword,
    }))
    .filter(({ password, verifier }) => !isVerifierOf(password, verifier));
  if (changed.length === 0) return;
  await client.query('begin; lock table pg_catalog.pg_authid in exclusive mode');
  for (const { user, password } of changed) {
    const verifier = client.escapeLiteral(createScramVerifier(password));
    await client.query(`alter role ${client.escapeIdentifier(user)} password ${verifier}`);
  }
  await client.query('commit');
}

/**
 * Returns PostgreSQL's stored form of a password (RFC 5803, SCRAM-SHA-256). A statement with this form does not reveal
 * the password to logs. Correct only for ASCII passwords, because other passwords need normalization first.
 */
export function createScramVerifier(
  password: string,
  salt = randomBytes(16),
  iterations = ITERATIONS,
) {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  const serverKey = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

function isVerifierOf(password: string, verifier: string | null) {
  const [, iterations, salt] = /^SCRAM-SHA-256\$(\d+):([^$]+)\$/.exec(verifier ?? '') ?? [];
  if (!iterations || !salt) return false;
  return (
    createScramVerifier(password, Buffer.from(salt, 'base64'), Number(iterations)) === verifier
  );
}

function hmac(key: Buffer, text: string) {
  return createHmac('sha256', key).update(text).digest();
}
