import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '../database/database.ts';
import type { BackgroundRunner, Platform } from '../platform.ts';
import type { AuthError } from './errors.ts';

/** GoTrue's log type of each action (models/audit_log_entry.go). */
const LOG_TYPES = {
  logout: 'account',
  verify_factor: 'factor',
  unenroll_factor: 'factor',
  user_recovery_requested: 'user',
  user_updated_password: 'user',
};

/**
 * Writes GoTrue's audit log entry for an action of a user. `vitrine_backend.start_session` writes the entry of a
 * sign-in.
 */
export async function writeAuditEntry(
  tx: Queryable,
  userId: string,
  action: keyof typeof LOG_TYPES,
) {
  await tx.query('select vitrine_backend.audit($1, $2, $3)', [userId, action, LOG_TYPES[action]]);
}

/**
 * A function that records a failed or refused sign-in in the activity. It writes in the background, so the response
 * does not wait.
 */
export type SignInFailureRecorder = (email: string, error: AuthError) => void;

/**
 * Creates the function that records failed and refused sign-ins. GoTrue's audit log has no entries for these events.
 * The database looks the e-mail up, so this process does the same work for known and unknown e-mails. Each process
 * records at most one refusal an hour for each e-mail, so that clients cannot write without limit. It remembers the
 * last 1,000 refused e-mails.
 */
export function createSignInFailureRecorder(
  { databases }: Platform,
  inBackground: BackgroundRunner,
): SignInFailureRecorder {
  const refused = new LRUCache<string, true>({ max: 1000, ttl: 60 * 60 * 1000 });
  return (email, { code }) => {
    const kind = KINDS[code];
    if (!kind || email.includes('\0') || email.length > 255) return;
    if (kind === 'refused') {
      const account = createHash('sha256').update(email.toLowerCase()).digest('base64');
      if (refused.has(account)) return;
      refused.set(account, true);
    }
    inBackground(async () => {
      await databases.auth.query('select private.note_failed_sign_in($1, $2)', [email, kind]);
    });
  };
}

const KINDS: Partial<Record<string, 'failed' | 'refused'>> = {
  invalid_credentials: 'failed',
  over_request_rate_limit: 'refused',
};
