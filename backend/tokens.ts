import { errors, importJWK, jwtVerify, SignJWT, type JWK } from 'jose';
import type { Secrets } from './secrets.ts';

export type Role = 'anon' | 'authenticated' | 'service_role';
export type Claims = {
  role: Role;
  sub?: string;
  session_id?: string;
  email?: string;
  aud?: string;
  exp?: number;
  [claim: string]: unknown;
};

/** Signs and checks access tokens. One algorithm, one key: a token that names another is refused. */
export type Tokens = {
  /** A signed token that ends `lifetimeSeconds` from now; `iat`, `exp` and `iss` are added. */
  sign(claims: Claims, lifetimeSeconds: number): Promise<string>;
  /** @throws TokenError */
  verify(token: string): Promise<Claims>;
  /** The public half, as RFC 7517 has it. */
  jwks(): { keys: JWK[] };
  anonKey: string;
  serviceKey: string;
};

export class TokenError extends Error {
  readonly reason: 'expired' | 'invalid';
  constructor(reason: 'expired' | 'invalid', cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

const ISSUER = 'vitrine';
const ROLES = new Set<unknown>(['anon', 'authenticated', 'service_role'] satisfies Role[]);
/** Verifying ES256 costs a tenth of a millisecond; a page makes many requests with one token. */
const REMEMBERED_TOKENS = 500;

export async function createTokens({ signingKey, anonKey, serviceKey }: Secrets): Promise<Tokens> {
  const privateKey = await importJWK(signingKey, 'ES256');
  const { d: _private, ...publicJwk } = signingKey;
  const publicKey = await importJWK(publicJwk, 'ES256');
  const remembered = new Map<string, Claims>();

  async function sign(claims: Claims, lifetimeSeconds: number) {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ iss: ISSUER, ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: signingKey.kid ?? '' })
      .setIssuedAt(now)
      .setExpirationTime(now + lifetimeSeconds)
      .sign(privateKey);
  }

  async function verify(token: string) {
    const known = remembered.get(token);
    if (known) {
      if ((known.exp ?? Infinity) * 1000 > Date.now()) return known;
      remembered.delete(token);
      throw new TokenError('expired');
    }
    const claims = await check(token);
    if (remembered.size >= REMEMBERED_TOKENS) remembered.delete(oldest(remembered));
    remembered.set(token, claims);
    return claims;
  }

  async function check(token: string): Promise<Claims> {
    try {
      const { payload } = await jwtVerify(token, publicKey, { algorithms: ['ES256'] });
      if (!ROLES.has(payload['role'])) throw new TokenError('invalid');
      // `role` was checked in the line above; the other claims are optional.
      return payload as Claims;
    } catch (error) {
      if (error instanceof TokenError) throw error;
      throw new TokenError(error instanceof errors.JWTExpired ? 'expired' : 'invalid', error);
    }
  }

  return {
    sign,
    verify,
    jwks: () => ({ keys: [{ ...publicJwk, key_ops: ['verify'] }] }),
    anonKey,
    serviceKey,
  };
}

function oldest(map: Map<string, Claims>) {
  return map.keys().next().value ?? '';
}
