import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Queryable } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { readBody, text } from './body.ts';
import { AuthError, authError, invalid } from './errors.ts';
import {
  findActiveToken,
  findRefreshToken,
  looksLikeRefreshToken,
  rotate,
} from './refresh-tokens.ts';
import {
  endSession,
  findSession,
  noteRefresh,
  sessionAnswer,
  type SessionAnswer,
} from './sessions.ts';
import { findUserById, isBanned } from './users.ts';

/**
 * POST /token?grant_type=refresh_token: trades a refresh token for the next one. A token that was traded
 * before gives the session's current one for ten seconds; after that somebody has a copy, and the session ends
 * for both. (GoTrue forgives the last traded token for ever; a thief could then keep pace with the owner unseen.)
 */
export async function grantByRefreshToken(platform: Platform, request: FastifyRequest) {
  const { refresh_token: given } = readBody(request, v.object({ refresh_token: text }));
  if (!looksLikeRefreshToken(given)) throw invalid('Refresh token is not valid');
  const outcome = await platform.databases.auth.transaction((tx) =>
    refresh(platform, tx, request, given),
  );
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

/** That the token is a copy is a value in here: thrown, it would bring the session back to life. */
async function refresh(
  platform: Platform,
  tx: Queryable,
  request: FastifyRequest,
  given: string,
): Promise<SessionAnswer | AuthError> {
  const known = await findRefreshToken(tx, given);
  if (!known) throw notFound();
  // The session's row is the turnstile: who waited here reads the token anew.
  const session = await findSession(tx, known.session_id, 'for update');
  const used = session && (await findRefreshToken(tx, given));
  const user = session && (await findUserById(tx, session.user_id));
  if (!session || !used || !user) throw notFound();
  if (isBanned(user)) throw refused('user_banned', 'User Banned');
  if (session.is_over) throw refused('session_expired', 'Session Expired');

  if (used.revoked && !used.reusable) {
    await endSession(tx, session.id);
    return refused('refresh_token_already_used', 'Already Used');
  }
  const current = used.revoked ? await findActiveToken(tx, session.id) : undefined;
  const refreshToken = current ?? (await rotate(tx, used));
  await noteRefresh(platform, tx, session.id, request);
  return sessionAnswer(platform, { user, session, refreshToken });
}

function notFound() {
  return refused('refresh_token_not_found', 'Refresh Token Not Found');
}

function refused(code: string, why: string) {
  return authError(400, code, `Invalid Refresh Token: ${why}`);
}
