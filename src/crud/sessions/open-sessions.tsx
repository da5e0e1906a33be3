import { useMutation, useQuery } from '@tanstack/react-query';
import { formatRelativeDateTime } from '#lib/date.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { askConfirmation } from '#ui/confirm.tsx';
import { QueryStatus } from '#ui/query-status.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useTimeDependentValue } from '#ui/use-time-dependent-value.ts';
import { endSessions, openSessionsQuery } from './sessions.queries.ts';
import type { UserSession } from './sessions.queries.ts';

export type OpenSessionsCardProps = {
  /** The id of the user. */
  person: string;
  /** Whether the user is the signed-in user. */
  own: boolean;
  /** Whether the content above the card is still loading. The card waits for it, because it would move the buttons. */
  isDelayed: boolean;
};

/**
 * Renders the open sessions of a user. Each session except the current one has a button that ends it, and one more
 * button ends all of these sessions. Only an Administrador can see the sessions of other users.
 */
export function OpenSessionsCard({ person, own, isDelayed }: OpenSessionsCardProps) {
  const query = useQuery(openSessionsQuery(person));
  const sessions = isDelayed ? undefined : query.data;
  const { mutate, isPending, variables } = useMutation(endSessions);
  const others = sessions?.filter((session) => !session.is_current) ?? [];
  async function endOne({ id, device }: UserSession) {
    const message = 'Encerrar esta sessão?';
    if (await askConfirmation({ message, detail: device, action: 'Encerrar' }))
      mutate({ user_id: person, session: id });
  }
  async function endOthers() {
    const message = own ? 'Encerrar as outras sessões?' : 'Encerrar todas as sessões desta pessoa?';
    if (await askConfirmation({ message, action: 'Encerrar' })) mutate({ user_id: person });
  }
  return (
    <Card
      title="Sessões ativas"
      description="Onde este login está em uso. Encerre as sessões desconhecidas."
      className="px-4 sm:px-5"
      actions={
        others.length > 0 && (
          <Button size="sm" onClick={endOthers} busy={isPending && !variables.session}>
            {own ? 'Encerrar as outras' : 'Encerrar todas'}
          </Button>
        )
      }
    >
      {!sessions && (
        <div className="py-4">
          {isDelayed ? (
            <Spinner />
          ) : (
            <QueryStatus query={query} loading={<Spinner />}>
              Não foi possível carregar as sessões.
            </QueryStatus>
          )}
        </div>
      )}
      {sessions?.length === 0 && (
        <p className="py-4 text-muted">Esta pessoa não tem sessões abertas.</p>
      )}
      <ul className="divide-y divide-line">
        {sessions?.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <SessionText session={session} />
            {!session.is_current && (
              <Button
                size="sm"
                aria-label={`Encerrar ${session.device}`}
                onClick={() => void endOne(session)}
                busy={isPending && variables.session === session.id}
              >
                Encerrar
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function SessionText({
  session: { device, ip_address, created_at, used_at, is_current },
}: {
  session: UserSession;
}) {
  const times = useTimeDependentValue(
    () =>
      `Entrou ${formatRelativeDateTime(created_at)} · último uso ${formatRelativeDateTime(used_at)}`,
  );
  return (
    <div className="min-w-0 wrap-anywhere">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {device}
        {is_current && <Badge tone="green">Esta sessão</Badge>}
      </p>
      <p className="text-xs text-muted">
        {times}
        {ip_address && ` · endereço ${ip_address}`}
      </p>
    </div>
  );
}
