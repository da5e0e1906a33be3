import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { toClientAddress } from '../address.ts';
import type { Database, Queryable } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { createRateLimitError } from './errors.ts';

type Attempt = { kind: 'sign-in' | 'recovery'; email: string };
/**
 * An admitted attempt. Call `succeeded` or `failed` after the check. Until this call, but for at most 30 s, the attempt
 * counts as a possible failure. A further attempt on the same account or from the same address must wait while the
 * recent failures and the possible failures together reach the limit.
 */
type Admission = { succeeded(tx: Queryable): Promise<void>; failed(): Promise<void> };
type Decision = {
  verdict: 'admitted' | 'refused' | 'too-early' | 'busy';
  attempt: string | null;
  seconds: number | null;
};

/**
 * Retries after the verdict `busy`: `waitMs` is the pause between two calls of `decide`, `atMost` the maximum number of
 * calls. The verdict is `busy` in two cases:
 * - the limit would be reached if the running attempts on the same account or from the same address failed
 * - a concurrent call decides about an attempt on the same account or from the same address
 */
const WHEN_BUSY = { waitMs: 20, atMost: 50 };

/**
 * Admits or refuses an attempt. `vitrine_backend.decide_attempt` counts the recent failures of the account and of the
 * address, in all processes. That function never waits for a lock: it returns `busy`, and `admitAttempt` calls it
 * again.
 * @throws AuthError 429 over_request_rate_limit if a limit is reached, or if the last verdict is still `busy`; 429
 * over_email_send_rate_limit if the account's last recovery request is too recent
 */
export async function admitAttempt(
  { config, databases: { signIn: auth } }: Platform,
  request: FastifyRequest,
  { kind, email }: Attempt,
): Promise<Admission> {
  const account = accountOf(email);
  const values = [
    kind,
    account,
    toClientAddress(request),
    config.FAILED_ATTEMPTS_PER_ACCOUNT,
    config.FAILED_ATTEMPTS_PER_ADDRESS,
    config.FAILED_ATTEMPTS_WINDOW_SECONDS,
    kind === 'recovery' ? config.RECOVERY_INTERVAL_SECONDS : 0,
  ];
  for (let tries = 0; tries < WHEN_BUSY.atMost; tries += 1) {
    const { verdict, attempt, seconds } = await decide(auth, values);
    if (verdict === 'admitted') return admission(auth, kind, account, attempt);
    if (verdict === 'refused') throw createRateLimitError('over_request_rate_limit', seconds ?? 1);
    if (verdict === 'too-early')
      throw createRateLimitError('over_email_send_rate_limit', seconds ?? 1);
    await sleep(WHEN_BUSY.waitMs);
  }
  throw createRateLimitError('over_request_rate_limit', 1);
}

/**
 * Deletes the failed attempts of an account. Call this function when the owner of the account has proved access to the
 * mailbox, or has a new password.
 */
export async function deleteFailedAttempts(tx: Queryable, email: string) {
  await tx.query('delete from vitrine_backend.attempts where account = $1 and failed', [
    accountOf(email),
  ]);
}

async function decide(auth: Database, values: unknown[]): Promise<Decision> {
  const { rows } = await auth.query<Decision>(
    'select * from vitrine_backend.decide_attempt($1, $2, $3, $4, $5, $6, $7)',
    values,
  );
  return rows[0] ?? { verdict: 'busy', attempt: null, seconds: null };
}

function admission(
  auth: Database,
  kind: Attempt['kind'],
  account: Buffer,
  attempt: string | null,
): Admission {
  return {
    async succeeded(tx) {
      await tx.query(
        'delete from vitrine_backend.attempts where id = $1 or (kind = $2 and account = $3 and failed)',
        [attempt, kind, account],
      );
    },
    async failed() {
      await auth.query(
        'update vitrine_backend.attempts set failed = true, happened_at = clock_timestamp() where id = $1',
        [attempt],
      );
    },
  };
}

/**
 * Returns the SHA-256 hash of the e-mail. `vitrine_backend.attempts` stores only this hash, because users sometimes
 * type their password into the e-mail field.
 */
function accountOf(email: string) {
  return createHash('sha256').update(email.toLowerCase()).digest();
}
