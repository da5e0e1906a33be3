import type { FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';
import { authError } from './errors.ts';
import { findSession, type Session } from './sessions.ts';
import { findUserById, isBanned, type User } from './users.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Who sent the request, when the token is good and its session still open (GoTrue,
 * requireAuthentication).
 * @throws AuthError 401 no_authorization, 403 bad_jwt, user_not_found, session_not_found,
 * user_banned
 */
export async function callerOf(
  platform: Platform,
  request: FastifyRequest,
): Promise<{ user: User; session: Session }> {
  const { sub, session_id: sessionId } = readClaims(request);
  if (!sub) throw authError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  if (!UUID.test(sub)) throw authError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
  const { auth } = platform.databases;
  const user = await findUserById(auth, sub);
  if (!user) throw authError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const session = UUID.test(sessionId ?? '') ? await findSession(auth, sessionId ?? '') : undefined;
  if (session?.user_id !== user.id || session.is_over) {
    throw authError(
      403,
      'session_not_found',
      'Session from session_id claim in JWT does not exist',
    );
  }
  if (isBanned(user)) throw authError(403, 'user_banned', 'User is banned');
  return { user, session };
}

function readClaims({ headers, identity, identityFailure }: FastifyRequest) {
  if (!/^bearer \S+$/i.test(headers.authorization ?? '')) {
    throw authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
  if (identityFailure) {
    const why =
      identityFailure.reason === 'expired_token'
        ? 'token has invalid claims: token is expired'
        : 'token is malformed';
    throw authError(
      403,
      'bad_jwt',
      `invalid JWT: unable to parse or verify signature, ${why}`,
      identityFailure,
    );
  }
  return identity.claims;
}
