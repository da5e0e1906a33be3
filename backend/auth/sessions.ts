import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import type { Queryable } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { createAuthError } from './errors.ts';
import { findUserById, type User } from './users.ts';

const ACCESS_TOKEN_SECONDS = 3600;

/** The method by which a user has signed in. For a redeemed link, it is `otp`, as in GoTrue. */
type ProofOfIdentity = 'password' | 'otp';

export type Session = {
  id: string;
  user_id: string;
  /** The session's methods of authentication (claim `amr`). `timestamp` is a Unix time in seconds. */
  methods: { method: string; timestamp: number }[];
  /** `aal2` after the second factor. */
  aal: 'aal1' | 'aal2';
  /** Whether `not_after` has passed: the session is invalid, and `deleteExpiredAuthRows` deletes it 72 hours later. */
  is_over: boolean;
};

/**
 * Opens a session with its first refresh token. The session ends after SESSION_IDLE_DAYS without a refresh, and at the
 * latest after SESSION_MAX_DAYS. Policies check the end of the session (`not_after`) too.
 * @returns the response that clients store
 */
export async function startSession(
  platform: Platform,
  tx: Queryable,
  { userId, proof, request }: { userId: string; proof: ProofOfIdentity; request: FastifyRequest },
) {
  const { SESSION_IDLE_DAYS, SESSION_MAX_DAYS } = platform.config;
  const days = Math.min(SESSION_IDLE_DAYS, SESSION_MAX_DAYS);
  const refreshToken = newRefreshToken();
  const { rows } = await tx.query<{ id: string }>(
    'select vitrine_backend.start_session($1, $2, $3, $4, $5, $6) as id',
    [userId, proof, days, userAgentOf(request), getClientIp(request), refreshToken],
  );
  const response = await respondWithSession(platform, tx, { id: rows[0]?.id ?? '', refreshToken });
  if (!response) throw createAuthError(500, 'unexpected_failure', 'Database error granting user');
  return response;
}

/**
 * Exchanges a refresh token for the next one.
 * @returns the response that clients store, or GoTrue's error code (`vitrine_backend.refresh_session`)
 */
export async function refreshSession(platform: Platform, request: FastifyRequest, given: string) {
  const { config, databases } = platform;
  const { rows } = await databases.auth.query<{ verdict: string; session: string; token: string }>(
    'select * from vitrine_backend.refresh_session($1, $2, $3, $4, $5, $6)',
    [
      given,
      newRefreshToken(),
      config.SESSION_IDLE_DAYS,
      config.SESSION_MAX_DAYS,
      userAgentOf(request),
      getClientIp(request),
    ],
  );
  const { verdict = NOT_FOUND, session: id = '', token: refreshToken = '' } = rows[0] ?? {};
  if (verdict !== 'granted') return verdict;
  // If the session has ended meanwhile, its tokens are deleted: report the token as not found.
  return (await respondWithSession(platform, databases.auth, { id, refreshToken })) ?? NOT_FOUND;
}

/**
 * Raises a session to aal2, because the user has verified a factor. Replaces the session's refresh tokens, ends the
 * user's sessions without a second factor, and deletes the user's unverified factors.
 * @returns the response that clients store
 * @throws AuthError 403 session_not_found, if the session has ended meanwhile
 */
export async function raiseSessionToAal2(
  platform: Platform,
  tx: Queryable,
  { id, factorId }: { id: string; factorId: string },
) {
  const refreshToken = newRefreshToken();
  const { rows } = await tx.query<{ is_raised: boolean }>(
    'select vitrine_backend.raise_session($1, $2, $3) as is_raised',
    [id, factorId, refreshToken],
  );
  const response =
    rows[0]?.is_raised && (await respondWithSession(platform, tx, { id, refreshToken }));
  if (!response) throw createSessionNotFoundError();
  return response;
}

/** Returns GoTrue's error for a valid token whose session has ended. */
export function createSessionNotFoundError() {
  const message = 'Session from session_id claim in JWT does not exist';
  return createAuthError(403, 'session_not_found', message);
}

const NOT_FOUND = 'refresh_token_not_found';

/**
 * Returns a random token of 128 bits. GoTrue's tokens have a different format, so sessions cannot move to the hosted
 * platform.
 */
function newRefreshToken() {
  return randomBytes(16).toString('base64url');
}

export function hasRefreshTokenFormat(token: string) {
  return /^[\w-]{22}$/.test(token);
}

/**
 * Returns the response, which has the same format for every grant (GoTrue, AccessTokenResponse); undefined if the
 * session has ended.
 */
async function respondWithSession(
  platform: Platform,
  db: Queryable,
  { id, refreshToken }: { id: string; refreshToken: string },
) {
  const session = await findSession(db, id);
  const user = session && (await findUserById(db, session.user_id));
  if (!user) return undefined;
  const token = await signAccessToken(platform, user, session);
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: decodeJwt(token).exp ?? 0,
    refresh_token: refreshToken,
    user: user.shown,
  };
}

/**
 * Signs an access token with the claims of a GoTrue token. `role` chooses the database role. Policies look `sub` and
 * `session_id` up, so an ended session is refused at once.
 */
function signAccessToken({ tokens }: Platform, { id, email, shown }: User, session: Session) {
  const { aud, phone, app_metadata, user_metadata, is_anonymous } = shown;
  return tokens.sign(
    {
      aud,
      sub: id,
      email,
      phone,
      app_metadata,
      user_metadata,
      role: 'authenticated',
      aal: session.aal,
      amr: session.methods,
      session_id: session.id,
      is_anonymous,
    },
    ACCESS_TOKEN_SECONDS,
  );
}

export async function findSession(db: Queryable, id: string) {
  const { rows } = await db.query<Session>(SESSION, [id]);
  return rows[0];
}

const SESSION = `select s.id, s.user_id, coalesce(s.aal, 'aal1') as aal, coalesce(s.not_after <= now(), false) as is_over,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'method', a.authentication_method, 'timestamp', floor(extract(epoch from a.updated_at))::bigint
      ) order by a.updated_at desc), '[]')
      from auth.mfa_amr_claims a where a.session_id = s.id) as methods
  from auth.sessions s where s.id = $1`;

/**
 * Ends a session. The session's refresh tokens are deleted too.
 * @returns the number of ended sessions: 1, or 0 if the session has ended already
 */
export async function endSession(db: Queryable, sessionId: string) {
  return (await db.query('delete from auth.sessions where id = $1', [sessionId])).rowCount;
}

export async function endOtherSessions(db: Queryable, { id, user_id }: Session) {
  const text = 'delete from auth.sessions where user_id = $1 and id <> $2';
  return (await db.query(text, [user_id, id])).rowCount;
}

export async function endAllSessions(db: Queryable, userId: string) {
  return (await db.query('delete from auth.sessions where user_id = $1', [userId])).rowCount;
}

function userAgentOf(request: FastifyRequest) {
  return request.headers['user-agent']?.slice(0, 500) ?? null;
}

/**
 * Returns the client's IP address without the zone (`fe80::1%eth0`), which PostgreSQL's type `inet` does not accept;
 * null if the address is unknown.
 */
export function getClientIp(request: FastifyRequest) {
  return request.ip?.split('%')[0] || null;
}
