import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Platform } from '../platform.ts';
import { readBody, optionalTextSchema } from './body.ts';
import { createAuthError, createValidationError } from './errors.ts';
import { hasRefreshTokenFormat, refreshSession } from './sessions.ts';

/**
 * Handles POST /token?grant_type=refresh_token: exchanges a refresh token for the next one. For ten seconds after the
 * first use of a token, each further use returns the session's current token. A use after these ten seconds ends the
 * session, because the token was probably copied. (GoTrue always accepts the last used token, so a theft could go
 * unnoticed.)
 */
export async function grantByRefreshToken(platform: Platform, request: FastifyRequest) {
  const { refresh_token: given } = readBody(
    request,
    v.object({ refresh_token: optionalTextSchema }),
  );
  if (!hasRefreshTokenFormat(given)) throw createValidationError('Refresh token is not valid');
  const outcome = await refreshSession(platform, request, given);
  if (typeof outcome !== 'string') return outcome;
  throw createAuthError(400, outcome, `Invalid Refresh Token: ${WORDS[outcome] ?? ''}`);
}

const WORDS: Record<string, string> = {
  refresh_token_not_found: 'Refresh Token Not Found',
  user_banned: 'User Banned',
  session_expired: 'Session Expired',
  refresh_token_already_used: 'Already Used',
};
