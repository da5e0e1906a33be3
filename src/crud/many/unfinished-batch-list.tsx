import { useMutation, useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#lib/date.ts';
import { formatCountWithNoun } from '#lib/text.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { deleteStagedBatch, unfinishedBatchesQuery, countRemaining } from './batch.queries.ts';
import type { UnfinishedBatch } from './batch.queries.ts';

export type UnfinishedBatchListProps = {
  /**
   * The nouns after the number of records, which does not include refused rows. If absent, the list shows the number of
   * all rows, with the noun 'linha' or 'linhas'.
   */
  count?: readonly [one: string, many: string];
  isShown: (batch: UnfinishedBatch) => boolean;
  /** Continues a batch whose rows are all on the server. If absent, the user has to choose the same files again. */
  onContinue?: (batch: UnfinishedBatch) => void;
};

/** Renders the unfinished batches, with buttons to continue or discard each batch. Renders nothing without batches. */
export function UnfinishedBatchList({ count, isShown, onContinue }: UnfinishedBatchListProps) {
  const { data = [] } = useQuery(unfinishedBatchesQuery());
  const { mutate, isPending, variables } = useMutation(deleteStagedBatch);
  const waiting = data.filter(
    (batch) => isShown(batch) && (batch.counts.untried || countRemaining(batch) > 0),
  );
  if (waiting.length === 0) return null;
  return (
    <Card title="Pendentes" className="">
      <ul>
        {waiting.map((batch) => (
          <li
            key={batch.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0 sm:px-5"
          >
            <div className="min-w-0 flex-1 basis-52">
              <p className="font-medium wrap-anywhere">{batch.source.file_name}</p>
              <p className="text-xs text-muted">
                {count
                  ? formatCountWithNoun(batch.total - (batch.counts.refuse ?? 0), ...count)
                  : formatCountWithNoun(batch.total, 'linha', 'linhas')}
                , desde {formatDateTime(batch.created_at)}
                {!onContinue && '. Escolha os mesmos arquivos para continuar.'}
              </p>
            </div>
            <div className="flex min-w-0 flex-wrap gap-2">
              {onContinue && isStaged(batch) && (
                <Button variant="primary" className="max-w-full" onClick={() => onContinue(batch)}>
                  <span className="truncate">Continuar importação de {batch.source.file_name}</span>
                </Button>
              )}
              <Button onClick={() => mutate(batch.id)} busy={isPending && variables === batch.id}>
                Descartar
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Whether the server has all rows of the file; otherwise the user has to choose the file again. */
function isStaged({ counts, total }: UnfinishedBatch): boolean {
  return Object.values(counts).reduce((sum, count) => sum + count, 0) === total;
}
