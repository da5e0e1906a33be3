import { useMutation, useQuery } from '@tanstack/react-query';
import { useIsFactorRequired } from '#features/factor-rule/factor-rule.queries.ts';
import { formatRelativeDateTime } from '#lib/date.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { askConfirmation } from '#ui/confirm.tsx';
import { QueryStatus } from '#ui/query-status.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { ownFactorsQuery, removeOwnFactor } from './second-factor.queries.ts';

/** Renders the signed-in user's authenticator apps. If there is one, a sign-in requires a code of one of these apps. */
export function SecondFactorCard({ onEnrol }: { onEnrol: () => void }) {
  const query = useQuery(ownFactorsQuery());
  const { data: factors } = query;
  const { mutate, isPending, variables } = useMutation(removeOwnFactor);
  // A user who must have a second factor cannot remove the only app; the platform refuses it too.
  const isOnlyOne = useIsFactorRequired() && factors?.length === 1;
  async function remove(id: string, name: string) {
    const message = `Remover "${name}"?`;
    const detail =
      factors?.length === 1
        ? 'Depois disso, ao entrar, só a senha é pedida.'
        : 'Os códigos dele deixam de valer.';
    if (await askConfirmation({ message, detail, action: 'Remover' })) mutate(id);
  }
  return (
    <Card
      title="Verificação em duas etapas"
      description="Além da senha, um código do aplicativo autenticador é pedido ao entrar."
      className="px-4 sm:px-5"
      actions={
        factors && (
          <Button size="sm" onClick={onEnrol}>
            {factors.length === 0 ? 'Ativar' : 'Usar outro aplicativo'}
          </Button>
        )
      }
    >
      {!factors && (
        <div className="py-4">
          <QueryStatus query={query} loading={<Spinner />}>
            Não foi possível carregar a verificação em duas etapas.
          </QueryStatus>
        </div>
      )}
      {factors?.length === 0 && (
        <p className="py-4 text-muted">Desativada: ao entrar, só a senha é pedida.</p>
      )}
      <ul className="divide-y divide-line">
        {factors?.map(({ id, friendly_name: name = '', updated_at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0 wrap-anywhere">
              <p className="font-medium">{name}</p>
              <p className="text-xs text-muted">{`Ativo desde ${formatRelativeDateTime(updated_at)}`}</p>
            </div>
            {!isOnlyOne && (
              <Button
                size="sm"
                aria-label={`Remover ${name}`}
                onClick={() => void remove(id, name)}
                busy={isPending && variables === id}
              >
                Remover
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isOnlyOne && (
        <p className="pb-4 text-muted">
          Ela é obrigatória para você. Para trocar de aplicativo, ative primeiro o novo.
        </p>
      )}
    </Card>
  );
}
