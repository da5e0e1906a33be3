import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Superuser } from './superuser.ts';

/** The login roles of the hosted platform. Besides them, only the superuser logs in. */
export const LOGIN_ROLES = [
  'postgres',
  'authenticator',
  'supabase_auth_admin',
  'supabase_storage_admin',
] as const;
const ITERATIONS = 4096; // the default of PostgreSQL (scram_iterations)
export type LoginRole = (typeof LOGIN_ROLES)[number];

/**
 * Returns the connection settings of a login role. Its password derives from the superuser's, so that several processes
 * on one database agree without a shared file.
 */
export function connectionSettingsOf(superuser: Superuser, user: LoginRole): Superuser {
  const password = createHmac('sha256', superuser.password)
    .update(`vitrine:${user}`)
    .digest('base64url');
  return { ...superuser, user, password };
}

/** Sets the passwords of the login roles where they differ. */
export async function setPasswords(client: pg.Client, superuser: Superuser) {
  const { rows } = await client.query<{ rolname: LoginRole; rolpassword: string | null }>(
    'select rolname, rolpassword from pg_catalog.pg_authid where rolname = any($1)',
    [LOGIN_ROLES],
  );
  const changed = rows
    .map(({ rolname, rolpassword }) => ({
      ...connectionSettingsOf(superuser, rolname),
      verifier: rolpassword,
    }))
    .filter(({ password, verifier }) => !isVerifierOf(password, verifier));
  if (changed.length === 0) return;
  await client.query('begin; lock table pg_catalog.pg_authid in exclusive mode');
  for (const { user, password } of changed) {
    const verifier = client.escapeLiteral(scramVerifier(password));
    await client.query(`alter role ${client.escapeIdentifier(user)} password ${verifier}`);
  }
  await client.query('commit');
}

/**
 * Returns PostgreSQL's stored form of a password (RFC 5803, SCRAM-SHA-256). Sending it keeps the password out of
 * statements and logs. For ASCII passwords only: others would need normalization first.
 */
export function scramVerifier(password: string, salt = randomBytes(16), iterations = ITERATIONS) {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  const serverKey = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

/** Returns whether a verifier belongs to a password. */
function isVerifierOf(password: string, verifier: string | null) {
  const [, iterations, salt] = /^SCRAM-SHA-256\$(\d+):([^$]+)\$/.exec(verifier ?? '') ?? [];
  if (!iterations || !salt) return false;
  return scramVerifier(password, Buffer.from(salt, 'base64'), Number(iterations)) === verifier;
}

function hmac(key: Buffer, text: string) {
  return createHmac('sha256', key).update(text).digest();
}
