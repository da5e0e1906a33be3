import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Platform } from '../platform.ts';
import { deleteFailedAttempts } from './attempts.ts';
import { readBody, optionalTextSchema } from './body.ts';
import { AuthError, createAuthError, createValidationError } from './errors.ts';
import { redeemRecoveryToken } from './recovery-tokens.ts';
import { startSession } from './sessions.ts';
import { findUserById } from './users.ts';

const proof = v.object({
  type: optionalTextSchema,
  token: optionalTextSchema,
  token_hash: optionalTextSchema,
  email: optionalTextSchema,
  phone: optionalTextSchema,
  redirect_to: optionalTextSchema,
});

/** GoTrue's types of links. This server sends only links of the first type, so the other types match no token. */
const LINK_TYPES = ['recovery', 'magiclink', 'signup', 'invite', 'email_change', 'email'];

/** Handles POST /verify: exchanges the token of a recovery mail for a session. */
export async function redeemRecoveryLink(platform: Platform, request: FastifyRequest) {
  const { type, token, token_hash: hash, email, phone, redirect_to } = readBody(request, proof);
  if (!type) throw createValidationError('Verify requires a verification type');
  if (Boolean(token) === Boolean(hash))
    throw createValidationError('Verify requires either a token or a token hash');
  if (token) throw createValidationError('Codes are not supported, only the token_hash of a link');
  if (email || phone || redirect_to)
    throw createValidationError('Only the token_hash and type should be provided');
  if (!LINK_TYPES.includes(type)) throw createValidationError('Invalid email verification type');
  if (type !== 'recovery') throw expiredLink();
  return redeem(platform, request, hash);
}

async function redeem(platform: Platform, request: FastifyRequest, hash: string) {
  // Return a refusal instead of throwing it: an exception would roll back the deletion of the token.
  const outcome = await platform.databases.auth.transaction(async (tx) => {
    const userId = await redeemRecoveryToken(tx, hash);
    const user = userId ? await findUserById(tx, userId) : undefined;
    if (!user) return expiredLink();
    if (user.is_banned) return createAuthError(403, 'user_banned', 'User is banned');
    await tx.query(
      'update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()) where id = $1',
      [user.id],
    );
    await deleteFailedAttempts(tx, user.email);
    return startSession(platform, tx, { userId: user.id, proof: 'otp', request });
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

function expiredLink() {
  return createAuthError(403, 'otp_expired', 'Email link is invalid or has expired');
}
