import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../database/database.ts';
import { deleteMailsToUnknownLogins } from '../mail/outbox.ts';
import type { BackgroundRunner, Platform } from '../platform.ts';

const INTERVAL_MS = 10 * 60 * 1000;

/**
 * Maximum number of steps for each statement in one call of `deleteExpiredAuthRows`. The next call deletes the
 * remaining rows.
 */
const MAX_STEPS = 100;

/**
 * Deletes expired rows in steps:
 * - used refresh tokens, ended sessions, links and challenges, after GoTrue's periods (models/cleanup.go)
 * - entries of the audit log, after 180 days, the period of the events in the panel's activity
 *
 * Skips rows that another transaction has locked; the next call deletes them.
 */
export async function deleteExpiredAuthRows(db: Queryable) {
  for (const { text, limit } of STATEMENTS) {
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const { rowCount } = await db.query(text, [limit]);
      if (rowCount < limit) break;
    }
  }
}

const STATEMENTS = [
  {
    limit: 1000,
    text: `delete from auth.refresh_tokens where id in (
      select id from auth.refresh_tokens
      where revoked and updated_at < now() - interval '24 hours' limit $1 for update skip locked)`,
  },
  {
    limit: 100,
    text: `delete from auth.sessions where id in (
      select id from auth.sessions
      where not_after < now() - interval '72 hours' limit $1 for update skip locked)`,
  },
  {
    limit: 1000,
    text: `delete from auth.one_time_tokens where id in (
      select id from auth.one_time_tokens
      where created_at < (now() at time zone 'utc') - interval '24 hours'
      limit $1 for update skip locked)`,
  },
  {
    limit: 1000,
    text: `delete from auth.mfa_challenges where id in (
      select id from auth.mfa_challenges
      where created_at < now() - interval '24 hours' limit $1 for update skip locked)`,
  },
  {
    limit: 1000,
    text: `delete from auth.audit_log_entries where id in (
      select id from auth.audit_log_entries
      where created_at < now() - interval '180 days' limit $1 for update skip locked)`,
  },
];

async function withLogin(db: Queryable, emails: string[]) {
  const text = 'select lower(email) as email from auth.users where lower(email) = any($1)';
  const { rows } = await db.query<{ email: string }>(text, [emails]);
  return new Set(rows.map(({ email }) => email));
}

/**
 * Registers hooks that call `deleteExpiredAuthRows` when the server starts to listen, and after successful writes to
 * /auth/v1, at most every ten minutes. They also delete mails in the outbox to addresses without a login. No response
 * waits for this work.
 */
export function scheduleAuthCleanup(
  app: FastifyInstance,
  { config, databases }: Platform,
  inBackground: BackgroundRunner,
) {
  let last = -Infinity;
  function pruneAgain() {
    if (performance.now() - last < INTERVAL_MS) return;
    last = performance.now();
    inBackground(async () => {
      await deleteExpiredAuthRows(databases.auth);
      await deleteMailsToUnknownLogins(config.DATA_DIR, (emails) =>
        withLogin(databases.auth, emails),
      );
    });
  }
  app.addHook('onListen', async () => pruneAgain());
  app.addHook('onResponse', async (request, reply) => {
    if (request.method !== 'GET' && reply.statusCode < 300) pruneAgain();
  });
}
