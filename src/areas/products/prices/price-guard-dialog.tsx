import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pickChangedValues } from '#lib/pick-changed.ts';
import { FormDialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { QueryStatusDialog } from '#ui/query-dialog.tsx';
import { priceGuardQuery, setPriceGuard } from './price-guard.queries.ts';
import type { PriceGuard } from './price-guard.queries.ts';

/**
 * Renders the settings of the price guard, for an Administrador: the limits of a price change, and whether the database
 * refuses doubtful prices without a confirmation.
 */
export function PriceGuardDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery({ ...priceGuardQuery(), staleTime: 0, gcTime: 0 });
  if (query.data) return <GuardForm guard={query.data} onClose={onClose} />;
  return (
    <QueryStatusDialog title="Alerta de preços" query={query} onClose={onClose}>
      Falha ao carregar o alerta de preços: {query.error?.message}
    </QueryStatusDialog>
  );
}

function GuardForm({ guard, onClose }: { guard: PriceGuard; onClose: () => void }) {
  const { mutate, isPending } = useMutation(setPriceGuard);
  // The values with which the dialog opened: a later response does not change the fields.
  const [seen] = useState(guard);
  const [enforced, setEnforced] = useState(seen.enforced);
  const [up, setUp] = useState(limitText(seen.up_limit));
  const [down, setDown] = useState(limitText(seen.down_limit));
  const [tried, setTried] = useState(false);
  const [up_limit, down_limit] = [limitIn(up, 1000), limitIn(down, 99)];
  function save() {
    setTried(true);
    if (up_limit === undefined || down_limit === undefined) return;
    const change = pickChangedValues(seen, { enforced, up_limit, down_limit });
    // Send only the changed values: another Administrador may have changed the other values meanwhile.
    if (change) mutate(change, { onSuccess: onClose });
    else onClose();
  }
  return (
    <FormDialog
      title="Alerta de preços"
      action="Aplicar"
      busy={isPending}
      onClose={onClose}
      onSubmit={save}
    >
      <p className="mb-4 text-muted">
        Um preço está fora do padrão quando varia mais do que estes limites, de uma vez ou em 24
        horas, quando é zero ou quando a promoção não é menor que o preço de venda.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Aumento acima de (%)"
          inputMode="decimal"
          autoComplete="off"
          value={up}
          error={tried && up_limit === undefined ? 'Informe um número de 1 a 1000.' : undefined}
          onChange={({ currentTarget }) => setUp(currentTarget.value)}
        />
        <TextField
          label="Redução acima de (%)"
          inputMode="decimal"
          autoComplete="off"
          value={down}
          error={tried && down_limit === undefined ? 'Informe um número de 1 a 99.' : undefined}
          onChange={({ currentTarget }) => setDown(currentTarget.value)}
        />
        <label className="flex items-start gap-2.5 sm:col-span-2">
          <input
            type="checkbox"
            className="mt-1 accent-accent"
            checked={enforced}
            onChange={({ currentTarget }) => setEnforced(currentTarget.checked)}
          />
          <span>
            Exigir confirmação de todos
            <span className="block text-xs text-muted">
              Sem confirmação, nenhum preço fora do padrão é salvo: nem pelo formulário, nem por
              outro sistema. O histórico registra quem confirmou.
            </span>
          </span>
        </label>
      </div>
    </FormDialog>
  );
}

function limitText(limit: number): string {
  return limit.toLocaleString('pt-BR', { useGrouping: false });
}

/**
 * Returns the entered percentage, which can have up to two decimals; undefined if the text is not a number from 1 to
 * `max`.
 */
function limitIn(typed: string, max: number): number | undefined {
  if (!/^\d{1,4}([.,]\d{1,2})?$/.test(typed.trim())) return undefined;
  const limit = Number(typed.trim().replace(',', '.'));
  return limit >= 1 && limit <= max ? limit : undefined;
}
