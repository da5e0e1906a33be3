import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '../database/database.ts';

const LIFETIME_SECONDS = 3600;

/**
 * Creates a one-time token, valid for an hour, which proves access to the user's mail. The database stores only the
 * hash of the token, which replaces the hash of the user's previous token.
 * @returns the token
 */
export async function makeRecoveryToken(tx: Queryable, user: { id: string; email: string }) {
  const token = randomBytes(32).toString('hex');
  const hash = hashOf(token);
  await tx.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
      values (gen_random_uuid(), $1, 'recovery_token', $2, $3, now() at time zone 'utc', now() at time zone 'utc')
      on conflict (user_id, token_type) do update set id = excluded.id, token_hash = excluded.token_hash,
        relates_to = excluded.relates_to, created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [user.id, hash, user.email],
  );
  await tx.query(
    'update auth.users set recovery_token = $2, recovery_sent_at = now() where id = $1',
    [user.id, hash],
  );
  return token;
}

/**
 * Deletes a token, so that the token works only once.
 * @returns the id of the token's user; undefined for an unknown, used or expired token
 */
export async function redeemRecoveryToken(tx: Queryable, token: string) {
  const { rows } = await tx.query<{ user_id: string; fresh: boolean }>(
    `delete from auth.one_time_tokens where token_type = 'recovery_token' and token_hash = $1
      returning user_id, created_at > (now() at time zone 'utc') - make_interval(secs => ${LIFETIME_SECONDS}) as fresh`,
    [hashOf(token)],
  );
  const redeemed = rows[0];
  if (!redeemed) return undefined;
  await tx.query("update auth.users set recovery_token = '' where id = $1", [redeemed.user_id]);
  return redeemed.fresh ? redeemed.user_id : undefined;
}

function hashOf(token: string) {
  return createHash('sha256').update(token).digest('hex');
}
