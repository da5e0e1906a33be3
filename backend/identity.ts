import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { IdentityError, type Claims, type TokenService } from './tokens.ts';

/** The caller of a request: its database role and the claims for policies. */
export type Identity = { role: Claims['role']; claims: Claims };

/**
 * Returns the caller, by the same rule as the hosted platform's gateway. The request must have an `apikey`, in a header
 * or in the query of its URL. The key determines the role, unless the request has a bearer token that differs from the
 * key: then the token determines the role.
 * @throws IdentityError
 */
export async function identifyCaller(
  request: FastifyRequest,
  tokens: TokenService,
): Promise<Identity> {
  const byKey = identifyByApiKey(request, tokens);
  const bearer = bearerOf(request);
  if (!bearer || sameText(bearer, apiKeyOf(request) ?? '')) return byKey;
  const claims = await tokens.verify(bearer);
  return { role: claims.role, claims };
}

/**
 * Returns the identity to which the request's API key belongs. Ignores a bearer token.
 * @throws IdentityError missing_key, invalid_key
 */
export function identifyByApiKey(request: FastifyRequest, tokens: TokenService): Identity {
  const key = apiKeyOf(request);
  if (!key) throw new IdentityError('missing_key');
  if (sameText(key, tokens.anonKey)) return { role: 'anon', claims: { role: 'anon' } };
  if (sameText(key, tokens.serviceKey))
    return { role: 'service_role', claims: { role: 'service_role' } };
  throw new IdentityError('invalid_key');
}

function apiKeyOf(request: FastifyRequest) {
  const header = request.headers['apikey'];
  if (typeof header === 'string' && header) return header;
  const { apikey } = request.query as { apikey?: unknown }; // Fastify parses the query into an object
  return typeof apikey === 'string' ? apikey : undefined;
}

function bearerOf(request: FastifyRequest) {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
  return scheme?.toLowerCase() === 'bearer' ? token : undefined;
}

function sameText(a: string, b: string) {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
