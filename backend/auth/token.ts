import type { FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';
import { authError } from './errors.ts';
import { grantByPassword } from './password-grant.ts';
import { grantByRefreshToken } from './refresh-grant.ts';

/** POST /token: the two grants that the panel uses. */
export async function token(platform: Platform, request: FastifyRequest) {
  const { grant_type: grant } = request.query as { grant_type?: unknown }; // Fastify's own parser: an object
  if (grant === 'password') return grantByPassword(platform, request);
  if (grant === 'refresh_token') return grantByRefreshToken(platform, request);
  throw authError(400, 'invalid_credentials', 'unsupported_grant_type');
}
