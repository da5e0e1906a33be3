import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Platform } from '../platform.ts';
import { forgive } from './attempts.ts';
import { readBody, text } from './body.ts';
import { AuthError, authError } from './errors.ts';
import { redeemRecoveryToken } from './one-time-tokens.ts';
import { safeRedirect } from './redirects.ts';
import { startSession, type SessionAnswer } from './sessions.ts';
import { findUserById, isBanned } from './users.ts';

const proof = v.object({
  type: text,
  token: text,
  token_hash: text,
  email: text,
  phone: text,
  redirect_to: text,
});

/** GoTrue's kinds of links. Only the first is ever sent here: the others hold no known token. */
const LINK_TYPES = ['recovery', 'magiclink', 'signup', 'invite', 'email_change', 'email'];

/** POST /verify: a session for the token of a recovery mail. */
export async function verify(platform: Platform, request: FastifyRequest) {
  const given = readBody(request, proof);
  if (!given.type) throw authError(400, 'validation_failed', 'Verify requires a verification type');
  if (Boolean(given.token) === Boolean(given.token_hash)) {
    throw authError(400, 'validation_failed', 'Verify requires either a token or a token hash');
  }
  if (given.token)
    throw authError(
      400,
      'validation_failed',
      'Codes are not supported, only the token_hash of a link',
    );
  if (given.email || given.phone || given.redirect_to) {
    throw authError(400, 'validation_failed', 'Only the token_hash and type should be provided');
  }
  return redeem(platform, request, { type: given.type, token: given.token_hash });
}

/**
 * GET /verify: the platform's own form of a link. It leads to the panel with the session in the
 * fragment.
 */
export async function followLink(platform: Platform, request: FastifyRequest, reply: FastifyReply) {
  const { type, token, redirect_to: wanted } = request.query as Record<string, unknown>; // Fastify's own parser
  if (!isText(type))
    throw authError(400, 'validation_failed', 'Verify requires a verification type');
  if (!isText(token))
    throw authError(400, 'validation_failed', 'Verify requires a token or a token hash');
  const target = safeRedirect(platform, request, wanted).split('#')[0];
  const fragment = await fragmentFor(() => redeem(platform, request, { type, token }), type);
  return reply.redirect(`${target}#${fragment.toString()}`, 303);
}

async function redeem(
  platform: Platform,
  request: FastifyRequest,
  { type, token }: { type: string; token: string },
) {
  if (!LINK_TYPES.includes(type))
    throw authError(400, 'validation_failed', 'Invalid email verification type');
  if (type !== 'recovery') throw spent();
  const { auth } = platform.databases;
  // A refusal is a value in here: thrown, it would bring a spent token back to life.
  const outcome = await auth.transaction(async (tx) => {
    const userId = await redeemRecoveryToken(tx, token);
    const user = userId ? await findUserById(tx, userId) : undefined;
    if (!user) return spent();
    if (isBanned(user)) return authError(403, 'user_banned', 'User is banned');
    await tx.query(
      'update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()) where id = $1',
      [user.id],
    );
    await forgive(tx, user.email);
    return startSession(platform, tx, { userId: user.id, proof: 'otp', request });
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

function spent() {
  return authError(403, 'otp_expired', 'Email link is invalid or has expired');
}

/** `sb` tells the client that the fragment is the platform's (GoTrue, AsRedirectURL). */
async function fragmentFor(redeeming: () => Promise<SessionAnswer>, type: string) {
  try {
    const answer = await redeeming();
    return new URLSearchParams({
      access_token: answer.access_token,
      expires_at: String(answer.expires_at),
      expires_in: String(answer.expires_in),
      refresh_token: answer.refresh_token,
      sb: '',
      token_type: answer.token_type,
      type,
    });
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const kind = OAUTH_ERRORS[error.status];
    return new URLSearchParams({
      ...(kind ? { error: kind } : {}),
      error_code: error.code,
      error_description: error.message,
      sb: '',
    });
  }
}

/** GoTrue, oauthErrorMap. */
const OAUTH_ERRORS: Partial<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
