import type { ConnectionSettings } from '../../backend/database/superuser.ts';
import type { Platform } from '../../backend/platform.ts';
import { runAsSuperuser } from '../../backend/database/as-superuser.ts';
import { CommandRefusedError } from './logins.ts';

/**
 * Returns the number of years for which the history is stored. If `given` is set, stores that number first: the server
 * deletes older batches at its next start, or within a day.
 * @throws CommandRefusedError unless `given` is a whole number from 1 to 100
 */
export async function readOrSetHistoryRetentionYears(
  platform: Platform,
  superuser: ConnectionSettings,
  given?: string,
) {
  if (given !== undefined && !/^([1-9]\d?|100)$/.test(given))
    throw new CommandRefusedError(`${given} não é um número de anos de 1 a 100.`);
  const { rows } = await runAsSuperuser(platform, superuser, (tx) =>
    tx.query<{ years: number }>(
      `update private.retention set history_years = coalesce($1::integer, history_years)
       returning history_years as years`,
      [given ?? null],
    ),
  );
  return rows[0]?.years ?? 0;
}
