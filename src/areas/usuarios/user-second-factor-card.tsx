import { useMutation } from '@tanstack/react-query';
import { formatRelativeDateTime } from '#lib/date.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { askConfirmation } from '#ui/confirm.tsx';
import { removeUserFactors } from './queries.ts';

export type UserSecondFactorCardProps = {
  /** The id of the user. */
  person: string;
  name: string;
  /** When the user activated the second factor: an ISO timestamp. */
  since: string;
};

/** Renders the second factor of another user. An Administrador can remove it if that user has lost the phone. */
export function UserSecondFactorCard({ person, name, since }: UserSecondFactorCardProps) {
  const { mutate, isPending } = useMutation(removeUserFactors);
  async function remove() {
    const message = `Remover a verificação em duas etapas de ${name}?`;
    const detail =
      'Use somente se a pessoa perdeu o celular. Depois, só a senha é pedida ao entrar, e as sessões dela são encerradas.';
    if (await askConfirmation({ message, detail, action: 'Remover' })) mutate(person);
  }
  return (
    <Card
      title="Verificação em duas etapas"
      description={`Ativa desde ${formatRelativeDateTime(since)}.`}
      className=""
      actions={
        <Button size="sm" onClick={() => void remove()} busy={isPending}>
          Remover
        </Button>
      }
    >
      {null}
    </Card>
  );
}
