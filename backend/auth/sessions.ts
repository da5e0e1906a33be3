import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import type { Queryable } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { authError } from './errors.ts';
import { addRefreshToken } from './refresh-tokens.ts';
import { findUserById, userAnswer, type User } from './users.ts';

const ACCESS_TOKEN_SECONDS = 3600;

/** GoTrue calls a redeemed link `otp`. */
type ProofOfIdentity = 'password' | 'otp';

export type Session = {
  id: string;
  user_id: string;
  /** How the person proved who he is; `timestamp` in seconds (claim `amr`). */
  methods: { method: string; timestamp: number }[];
  /** Past `not_after`: kept for a while, good for nothing. */
  is_over: boolean;
};

/**
 * Opens a session with its first refresh token. It ends after SESSION_IDLE_DAYS without a refresh, and after
 * SESSION_MAX_DAYS: `not_after` says when, for policies too. @returns what signed-in clients store
 */
export async function startSession(
  platform: Platform,
  tx: Queryable,
  { userId, proof, request }: { userId: string; proof: ProofOfIdentity; request: FastifyRequest },
) {
  const id = randomUUID();
  const { idleDays, maxDays } = platform.config.sessions;
  await tx.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip, not_after)
      values ($1, $2, now(), now(), 'aal1', $3, $4, now() + make_interval(days => $5))`,
    [id, userId, userAgentOf(request), ipOf(request), Math.min(idleDays, maxDays)],
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

/**
 * Notes when and from where a session was last refreshed, and gives it its days anew. GoTrue keeps that time
 * in UTC without zone.
 */
export async function noteRefresh(
  { config }: Platform,
  tx: Queryable,
  sessionId: string,
  request: FastifyRequest,
) {
  const { idleDays, maxDays } = config.sessions;
  await tx.query(
    `update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now(), user_agent = $2, ip = $3,
        not_after = least(now() + make_interval(days => $4), created_at + make_interval(days => $5))
      where id = $1`,
    [sessionId, userAgentOf(request), ipOf(request), idleDays, maxDays],
  );
}

/** The answer of every grant (GoTrue, AccessTokenResponse). */
export async function sessionAnswer(
  platform: Platform,
  { user, session, refreshToken }: { user: User; session: Session; refreshToken: string },
) {
  const token = await signAccessToken(platform, user, session);
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: decodeJwt(token).exp ?? 0,
    refresh_token: refreshToken,
    user: userAnswer(user),
  };
}

export type SessionAnswer = Awaited<ReturnType<typeof sessionAnswer>>;

/**
 * The token that rest and storage believe. Its claims are GoTrue's; of them only `sub` and `session_id` give
 * anything here: policies look both up, so a session that ended ends at once.
 */
function signAccessToken({ tokens }: Platform, user: User, session: Session) {
  return tokens.sign(
    {
      aud: user.aud,
      sub: user.id,
      email: user.email,
      phone: user.phone ?? '',
      app_metadata: user.raw_app_meta_data ?? {},
      user_metadata: user.raw_user_meta_data ?? {},
      role: 'authenticated',
      aal: 'aal1',
      amr: session.methods,
      session_id: session.id,
      is_anonymous: user.is_anonymous,
    },
    ACCESS_TOKEN_SECONDS,
  );
}

export async function findSession(db: Queryable, id: string, lock: '' | 'for update' = '') {
  const { rows } = await db.query<Session>(`${SESSION} ${lock}`, [id]);
  return rows[0];
}

const SESSION = `select s.id, s.user_id, coalesce(s.not_after <= now(), false) as is_over,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'method', a.authentication_method, 'timestamp', floor(extract(epoch from a.updated_at))::bigint
      ) order by a.updated_at desc), '[]')
      from auth.mfa_amr_claims a where a.session_id = s.id) as methods
  from auth.sessions s where s.id = $1`;

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

function userAgentOf(request: FastifyRequest) {
  return request.headers['user-agent']?.slice(0, 500) ?? null;
}

/** PostgreSQL's type knows no zone (`fe80::1%eth0`). */
function ipOf(request: FastifyRequest) {
  return request.ip?.split('%')[0] || null;
}
