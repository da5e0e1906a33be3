import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Queryable } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { signAccessToken, type SessionMethod } from './access-token.ts';
import { userAnswer } from './answers.ts';
import { authError } from './errors.ts';
import { addRefreshToken } from './refresh-tokens.ts';
import { findUserById, type User } from './users.ts';

/** GoTrue calls a redeemed link `otp`. */
type ProofOfIdentity = 'password' | 'otp';

export type Session = { id: string; user_id: string; methods: SessionMethod[] };

/** Opens a session with its first refresh token. @returns what signed-in clients store */
export async function startSession(
  platform: Platform,
  tx: Queryable,
  { userId, proof, request }: { userId: string; proof: ProofOfIdentity; request: FastifyRequest },
) {
  const id = randomUUID();
  await tx.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
      values ($1, $2, now(), now(), 'aal1', $3, $4)`,
    [id, userId, userAgentOf(request), ipOf(request)],
  );
  await tx.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      values ($1, $2, now(), now(), $3)`,
    [randomUUID(), id, proof],
  );
  await tx.query(
    'update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1',
    [userId],
  );
  const refreshToken = await addRefreshToken(tx, { sessionId: id, userId });
  const [user, session] = [await findUserById(tx, userId), await findSession(tx, id)];
  if (!user || !session) throw authError(500, 'unexpected_failure', 'Database error granting user');
  return sessionAnswer(platform, { user, session, refreshToken });
}

/** The answer of every grant (GoTrue, AccessTokenResponse). */
export async function sessionAnswer(
  { tokens }: Platform,
  { user, session, refreshToken }: { user: User; session: Session; refreshToken: string },
) {
  const access = await signAccessToken(tokens, user, session);
  return {
    access_token: access.token,
    token_type: 'bearer',
    expires_in: access.expiresIn,
    expires_at: access.expiresAt,
    refresh_token: refreshToken,
    user: userAnswer(user),
  };
}

export type SessionAnswer = Awaited<ReturnType<typeof sessionAnswer>>;

/** A session that has ended, or has reached its `not_after`, is not found. */
export async function findSession(db: Queryable, id: string, lock: '' | 'for update' = '') {
  const { rows } = await db.query<Session>(`${SESSION} ${lock}`, [id]);
  return rows[0];
}

const SESSION = `select s.id, s.user_id,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'method', a.authentication_method, 'timestamp', floor(extract(epoch from a.updated_at))::bigint
      ) order by a.updated_at desc), '[]')
      from auth.mfa_amr_claims a where a.session_id = s.id) as methods
  from auth.sessions s where s.id = $1 and (s.not_after is null or s.not_after > now())`;

/** Refresh tokens go with their session. */
export async function endSession(db: Queryable, sessionId: string) {
  await db.query('delete from auth.sessions where id = $1', [sessionId]);
}

export async function endOtherSessions(db: Queryable, { id, user_id }: Session) {
  await db.query('delete from auth.sessions where user_id = $1 and id <> $2', [user_id, id]);
}

export async function endAllSessions(db: Queryable, userId: string) {
  await db.query('delete from auth.sessions where user_id = $1', [userId]);
}

/**
 * Notes when and from where a session was last refreshed. GoTrue keeps that time in UTC without
 * zone.
 */
export async function noteRefresh(tx: Queryable, sessionId: string, request: FastifyRequest) {
  await tx.query(
    `update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now(), user_agent = $2, ip = $3
      where id = $1`,
    [sessionId, userAgentOf(request), ipOf(request)],
  );
}

function userAgentOf(request: FastifyRequest) {
  return request.headers['user-agent']?.slice(0, 500) ?? null;
}

/** PostgreSQL's type knows no zone (`fe80::1%eth0`). */
function ipOf(request: FastifyRequest) {
  return request.ip?.split('%')[0] || null;
}
