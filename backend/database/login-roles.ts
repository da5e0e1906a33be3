import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Superuser } from './superuser.ts';

/** The login roles of the platform, as on the hosted one. Nobody logs in as another. */
export const LOGIN_ROLES = [
  'postgres',
  'authenticator',
  'supabase_auth_admin',
  'supabase_storage_admin',
] as const;
const ITERATIONS = 4096; // PostgreSQL's own (scram_iterations)
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

/**
 * What PostgreSQL keeps of a password (RFC 5803, SCRAM-SHA-256). Sent in place of the password itself, so
 * that this never stands in a statement, and whatever writes statements down cannot keep it. For passwords
 * of ASCII letters only: others would have to be normalised first.
 */
export function scramVerifier(password: string, salt = randomBytes(16), iterations = ITERATIONS) {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  const serverKey = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

/** Whether a verifier was made from a password. */
function isVerifierOf(password: string, verifier: string | null) {
  const [, iterations, salt] = /^SCRAM-SHA-256\$(\d+):([^$]+)\$/.exec(verifier ?? '') ?? [];
  if (!iterations || !salt) return false;
  return scramVerifier(password, Buffer.from(salt, 'base64'), Number(iterations)) === verifier;
}

function hmac(key: Buffer, text: string) {
  return createHmac('sha256', key).update(text).digest();
}
