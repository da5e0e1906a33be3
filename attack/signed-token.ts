import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt, importJWK, SignJWT, type JWK } from 'jose';
import type { AttackTarget } from './attack-target.ts';

/**
 * Returns a correctly signed token of ana with changed claims; `undefined` leaves a claim out. An attacker with a
 * stolen signing key can make such a token.
 */
export async function signChangedToken(
  { backend, users }: AttackTarget,
  changed: Record<string, unknown>,
) {
  const text = await readFile(join(backend.dataDir, 'secrets.json'), 'utf8');
  const { signingKey } = JSON.parse(text) as { signingKey: JWK }; // the backend wrote this file
  return new SignJWT({ ...decodeJwt(users.ana.token), ...changed })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: signingKey.kid ?? '' })
    .sign(await importJWK(signingKey, 'ES256'));
}
