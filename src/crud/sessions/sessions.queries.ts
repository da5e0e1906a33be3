import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';
import { formatCountWithNoun } from '#lib/text.ts';

export type UserSession = Awaited<ReturnType<typeof fetchSessions>>[number];

/**
 * Returns the query for the open sessions of a user, the caller's current session first. Only an Administrador can read
 * the sessions of other users.
 */
export const openSessionsQuery = (person: string) =>
  queryOptions({ queryKey: ['open_sessions', person], queryFn: () => fetchSessions(person) });

async function fetchSessions(person: string) {
  const [rows, { parseDeviceName }] = await Promise.all([
    unwrap(rest.rpc('open_sessions', { user_id: person })),
    import('./device-name.ts'),
  ]);
  return rows.map((row) => ({ ...row, device: parseDeviceName(row.user_agent) }));
}

/** The sessions to end: the given `session`, or, if absent, all sessions of the user except the current one. */
type EndedSessions = { user_id: string; session?: string };

/**
 * The mutation that ends sessions. Its data is the number of ended sessions. The platform refuses the next request of
 * an ended session.
 */
export const endSessions = mutationOptions({
  mutationFn: (ended: EndedSessions) => unwrap(rest.rpc('end_sessions', ended)),
  meta: {
    invalidates: [['open_sessions']],
    success: (count: number) =>
      count === 0
        ? 'A sessão já estava encerrada.'
        : `${formatCountWithNoun(count, 'sessão encerrada', 'sessões encerradas')}.`,
    failure: (message) => `Falha ao encerrar a sessão: ${message}`,
  },
});
