import { asOneClient, type Superuser } from '../backend/database/superuser.ts';

/** Stores the result of a backup, which the panel shows to Administradores (`backup_notice`). */
export async function noteOutcome(
  superuser: Superuser,
  outcome: 'made' | 'failed',
  problem?: string,
) {
  await asOneClient(superuser, async (client) => {
    const { rows } = await client.query<{ exists: boolean }>(
      `select to_regprocedure('private.note_backup(text, text)') is not null as exists`,
    );
    // A database whose migrations are pending has no table for it.
    if (rows[0]?.exists)
      await client.query('select private.note_backup($1, $2)', [outcome, problem]);
  });
}

/**
 * The time of the last backup, if there is one. A time in the future is from a clock that was wrong: it would count as
 * recent for years.
 */
export async function lastMade(superuser: Superuser): Promise<Date | undefined> {
  const { rows } = await asOneClient(superuser, (client) =>
    client.query<{ at: Date }>(
      `select at from private.backups where outcome = 'made' and at <= now()`,
    ),
  );
  return rows[0]?.at;
}
