import { hkdfSync } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Claims, Tokens } from '../tokens.ts';
import { invalidParameter, invalidSignature, invalidToken } from './errors.ts';

/** What a signed address allows. `as` is whose rights an upload uses: policies ask them again then. */
export type SignedUrl =
  | { scope: 'download'; url: string }
  | { scope: 'upload'; url: string; as: Claims };

export type UrlSigner = {
  /** A token that ends `seconds` from now. @throws StorageError `InvalidParameter` */
  sign(signed: SignedUrl, seconds: number): Promise<string>;
  /** @throws StorageError when it is expired, forged, for another file or for another use */
  verify<T extends SignedUrl['scope']>(
    token: string,
    scope: T,
    url: string,
  ): Promise<Extract<SignedUrl, { scope: T }> & { exp: number }>;
};

/** storage-api, internal/auth/jwt.ts: what a date can hold. */
const MAX_EXPIRATION_SECONDS = Math.floor(Number.MAX_SAFE_INTEGER / 1000);

/**
 * Signs addresses with a key of their own, which follows from the service key: neither can an access
 * token pass for an address, nor an address for an access token.
 */
export function createUrlSigner({ serviceKey }: Pick<Tokens, 'serviceKey'>): UrlSigner {
  const key = new Uint8Array(hkdfSync('sha256', serviceKey, '', 'vitrine storage url', 32));
  return {
    async sign(signed, seconds) {
      const now = Math.floor(Date.now() / 1000);
      if (seconds > MAX_EXPIRATION_SECONDS - now) throw invalidParameter('expiresIn');
      return new SignJWT(signed)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(key);
    },
    async verify(token, scope, url) {
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] }).catch(explain);
      if (payload['scope'] !== scope) throw invalidSignature(`Token is not scoped for ${scope}`);
      if (payload['url'] !== url) throw invalidSignature();
      // Signed above, and of the scope asked for: the shape is the one of `sign`.
      return payload as never;
    },
  };
}

function explain(error: unknown): never {
  throw error instanceof errors.JOSEError ? invalidToken(error.message, error) : error;
}
