import { withClient, type ConnectionSettings } from '../backend/database/superuser.ts';

/** Stores the result of a backup, which the panel shows to Administradores (`backup_notice`). */
export async function storeBackupOutcome(
  superuser: ConnectionSettings,
  outcome: 'made' | 'failed',
  problem?: string,
) {
  await withClient(superuser, async (client) => {
    const { rows } = await client.query<{ exists: boolean }>(
      `select to_regprocedure('private.note_backup(text, text)') is not null as exists`,
    );
    // Skip a database of an old version whose migrations are pending: the function can be missing there.
    if (rows[0]?.exists)
      await client.query('select private.note_backup($1, $2)', [outcome, problem]);
  });
}

/**
 * Returns the time of the last successful backup, if there is one. Ignores a time in the future, which a wrong clock
 * recorded: it would count as recent for years.
 */
export async function findLastBackupTime(superuser: ConnectionSettings): Promise<Date | undefined> {
  const { rows } = await withClient(superuser, (client) =>
    client.query<{ at: Date }>(
      `select at from private.backups where outcome = 'made' and at <= now()`,
    ),
  );
  return rows[0]?.at;
}
