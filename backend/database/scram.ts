import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4096; // PostgreSQL's own (scram_iterations)

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
export function isVerifierOf(password: string, verifier: string | null) {
  const [, iterations, salt] = /^SCRAM-SHA-256\$(\d+):([^$]+)\$/.exec(verifier ?? '') ?? [];
  if (!iterations || !salt) return false;
  return scramVerifier(password, Buffer.from(salt, 'base64'), Number(iterations)) === verifier;
}

function hmac(key: Buffer, text: string) {
  return createHmac('sha256', key).update(text).digest();
}
