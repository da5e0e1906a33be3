import { randomBytes } from 'node:crypto';
import type { Queryable } from '../database/database.ts';

/** Two tabs may refresh at once, and an answer may get lost: for so long a used token still works. */
const REUSE_SECONDS = 10;

type RefreshToken = {
  id: string;
  token: string;
  session_id: string;
  user_id: string;
  revoked: boolean;
  reusable: boolean;
};

/** 128 bits. GoTrue's own are of another form: sessions do not move to the hosted platform. */
function newToken() {
  return randomBytes(16).toString('base64url');
}

export function looksLikeRefreshToken(token: string) {
  return /^[\w-]{22}$/.test(token);
}

export async function findRefreshToken(db: Queryable, token: string) {
  const { rows } = await db.query<RefreshToken>(
    `select id, token, session_id, user_id, revoked,
        updated_at > clock_timestamp() - make_interval(secs => ${REUSE_SECONDS}) as reusable
      from auth.refresh_tokens where token = $1 and session_id is not null`,
    [token],
  );
  return rows[0];
}

/** The token that a session's clients should be holding now. */
export async function findActiveToken(db: Queryable, sessionId: string) {
  const { rows } = await db.query<{ token: string }>(
    'select token from auth.refresh_tokens where session_id = $1 and not revoked order by id desc limit 1',
    [sessionId],
  );
  return rows[0]?.token;
}

/** Ends a token's life and gives its successor. */
export async function rotate(tx: Queryable, used: RefreshToken) {
  await tx.query(
    'update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where id = $1',
    [used.id],
  );
  const { session_id: sessionId, user_id: userId, token: parent } = used;
  return addRefreshToken(tx, { sessionId, userId, parent });
}

export async function addRefreshToken(
  tx: Queryable,
  { sessionId, userId, parent }: { sessionId: string; userId: string; parent?: string },
) {
  const token = newToken();
  await tx.query(
    `insert into auth.refresh_tokens (instance_id, token, user_id, session_id, parent, revoked, created_at, updated_at)
      values ('00000000-0000-0000-0000-000000000000', $1, $2, $3, $4, false, clock_timestamp(), clock_timestamp())`,
    [token, userId, sessionId, parent ?? ''],
  );
  return token;
}
