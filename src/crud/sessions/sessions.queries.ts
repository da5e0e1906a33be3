import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';
import { countOf } from '#lib/text.ts';

export type OpenSession = Awaited<ReturnType<typeof fetchSessions>>[number];

/** The open sessions of a person, the current one first. The platform shows those of others to an Administrador only. */
export const openSessions = (person: string) =>
  queryOptions({ queryKey: ['open_sessions', person], queryFn: () => fetchSessions(person) });

async function fetchSessions(person: string) {
  const [rows, { deviceName }] = await Promise.all([
    unwrap(rest.rpc('open_sessions', { person })),
    import('./device-name.ts'),
  ]);
  return rows.map((row) => ({ ...row, device: deviceName(row.user_agent) }));
}

/** `session` ends only that one; without it all of the person end, but for the current one. */
type EndedSessions = { person: string; session?: string };

/** Ends sessions: what they ask next is refused. Returns how many there were. */
export const endSessions = mutationOptions({
  mutationFn: (ended: EndedSessions) => unwrap(rest.rpc('end_sessions', ended)),
  meta: {
    invalidates: [['open_sessions']],
    success: (count: number) =>
      count === 0
        ? 'A sessão já estava encerrada.'
        : `${countOf(count, 'sessão encerrada', 'sessões encerradas')}.`,
    failure: (message) => `Falha ao encerrar a sessão: ${message}`,
  },
});
