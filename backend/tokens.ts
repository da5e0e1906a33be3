import { errors, importJWK, jwtVerify, SignJWT, type JWK } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Secrets } from './secrets.ts';

export type TokenRole = 'anon' | 'authenticated' | 'service_role';
export type Claims = {
  role: TokenRole;
  sub?: string;
  session_id?: string;
  email?: string;
  aud?: string;
  exp?: number;
  [claim: string]: unknown;
};

/** The refusal of an API key or access token, with its reason. */
export class IdentityError extends Error {
  readonly reason: 'missing_key' | 'invalid_key' | 'expired_token' | 'invalid_token';
  constructor(reason: IdentityError['reason'], cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/**
 * The signer and verifier of access tokens, with one algorithm and one key. It refuses tokens with any other algorithm
 * or key.
 */
export type TokenService = {
  /** Returns a signed token that expires `lifetimeSeconds` from now. Adds `iat`, `exp` and `iss`. */
  sign(claims: Claims, lifetimeSeconds: number): Promise<string>;
  /**
   * Returns the claims of a valid token.
   * @throws IdentityError expired_token, invalid_token
   */
  verify(token: string): Promise<Claims>;
  /** Returns the public key as a JWK set (RFC 7517). */
  jwks(): { keys: JWK[] };
  anonKey: string;
  serviceKey: string;
};

const ISSUER = 'vitrine';
const ROLES = new Set<unknown>(['anon', 'authenticated', 'service_role'] satisfies TokenRole[]);
/**
 * Maximum number of verified tokens in the cache: a page sends many requests with one token, and verifying ES256 takes
 * 0.1 ms.
 */
const REMEMBERED_TOKENS = 500;

export async function createTokenService({
  signingKey,
  anonKey,
  serviceKey,
}: Secrets): Promise<TokenService> {
  const privateKey = await importJWK(signingKey, 'ES256');
  const { d: _private, ...publicJwk } = signingKey;
  const publicKey = await importJWK(publicJwk, 'ES256');
  const remembered = new LRUCache<string, Claims>({ max: REMEMBERED_TOKENS });

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
    if (known) return known;
    const claims = await check(token);
    const { exp = Infinity } = claims;
    const left = exp * 1000 - Date.now();
    if (left > 0) remembered.set(token, claims, Number.isFinite(left) ? { ttl: left } : {});
    return claims;
  }

  async function check(token: string): Promise<Claims> {
    try {
      const { payload } = await jwtVerify(token, publicKey, { algorithms: ['ES256'] });
      // All other claims of the type `Claims` are optional.
      if (ROLES.has(payload['role'])) return payload as Claims;
    } catch (error) {
      const isExpired = error instanceof errors.JWTExpired;
      throw new IdentityError(isExpired ? 'expired_token' : 'invalid_token', error);
    }
    throw new IdentityError('invalid_token');
  }

  return {
    sign,
    verify,
    jwks: () => ({ keys: [{ ...publicJwk, key_ops: ['verify'] }] }),
    anonKey,
    serviceKey,
  };
}
