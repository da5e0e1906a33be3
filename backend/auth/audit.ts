import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '../database/database.ts';
import type { Background, Platform } from '../platform.ts';
import type { AuthError } from './errors.ts';

/** GoTrue's kind of each action (models/audit_log_entry.go). */
const LOG_TYPES = {
  logout: 'account',
  enroll_factor: 'factor',
  verify_factor: 'factor',
  unenroll_factor: 'factor',
  user_recovery_requested: 'user',
  user_updated_password: 'user',
};

/** Writes what GoTrue writes of a person; a sign-in is written with its session. */
export async function audit(tx: Queryable, userId: string, action: keyof typeof LOG_TYPES) {
  await tx.query('select vitrine_backend.audit($1, $2, $3)', [userId, action, LOG_TYPES[action]]);
}

/** Tells the activity, after the answer, of a sign-in that failed or was refused. */
export type NoteFailure = (email: string, error: AuthError) => void;

/**
 * GoTrue writes neither. Whether the e-mail has a login only the database finds out, so the work is the same; and a
 * crowd must not write without end: of what is refused after too many failures one an hour is told.
 */
export function failureNotes({ databases }: Platform, inBackground: Background): NoteFailure {
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
