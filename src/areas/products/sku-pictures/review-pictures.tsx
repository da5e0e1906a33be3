import { products as area } from '../area.ts';
import { RadioOrCheckbox } from '#crud/import/radio-or-checkbox.tsx';
import { countWritten } from '#crud/many/batch.queries.ts';
import type { BatchRow, BatchPlan, PlanTotals } from '#crud/many/batch.queries.ts';
import { BatchReview } from '#crud/many/review.tsx';
import { BatchRowList } from '#crud/many/rows.tsx';
import type { ShownRowsProps } from '#crud/many/rows.tsx';
import { formatCountWithNoun } from '#lib/text.ts';
import { IgnoredFilesDownloadButton, ignoredFilesOf } from './ignored.tsx';
import type { FileMatchResult } from './sku-pictures.queries.ts';
import type { PictureMode } from './sku-pictures.ts';

export type PictureReviewProps = {
  found: FileMatchResult;
  mode: PictureMode;
  plan: BatchPlan;
  onMode: (mode: PictureMode) => void;
  onTotals: (totals: PlanTotals) => void;
  onApply: () => void;
  onBack: () => void;
};

/** Renders the review of a batch: the products with their new pictures, before the pictures are stored. */
export function PictureReview({
  found,
  mode,
  plan,
  onMode,
  onTotals,
  ...ways
}: PictureReviewProps) {
  const { products } = found;
  const holders = products.filter(({ product }) => product.images.length > 0).length;
  const { change = 0, keep = 0 } = plan.counts;
  return (
    <BatchReview
      plan={plan}
      words={{
        area,
        apply: 'Incluir imagens em',
        place: 'page',
        back: 'Voltar',
        parts: { refuse: ['arquivo ignorado', 'arquivos ignorados'] },
      }}
      renderRows={(part) => <PictureRows {...part} {...{ plan, onTotals }} />}
      actions={!!plan.counts.refuse && <IgnoredFilesDownloadButton plan={plan} />}
      {...ways}
    >
      <div role="status">
        <h2 className="font-semibold">Conferência</h2>
        <p className="text-muted wrap-anywhere">
          {plan.source}:{' '}
          {plan.steps === 0
            ? 'nada foi alterado ainda.'
            : `${formatCountWithNoun(countWritten(plan), 'produto já tem', 'produtos já têm')} as novas imagens.`}
        </p>
        {change === 0 && (
          <p>
            {keep > 0
              ? 'Os produtos já têm estas imagens.'
              : 'Nenhuma destas imagens é de um produto.'}
          </p>
        )}
      </div>
      {holders > 0 && plan.steps === 0 && (
        <fieldset>
          <legend className="mb-1 font-medium">
            {formatCountWithNoun(holders, 'produto já tem imagens', 'produtos já têm imagens')}
          </legend>
          <RadioOrCheckbox name="mode" checked={mode === 'add'} onChange={() => onMode('add')}>
            Acrescentar: manter as atuais e incluir as novas depois
          </RadioOrCheckbox>
          <RadioOrCheckbox
            name="mode"
            checked={mode === 'replace'}
            onChange={() => onMode('replace')}
          >
            Substituir: mover as atuais para a Lixeira
          </RadioOrCheckbox>
        </fieldset>
      )}
    </BatchReview>
  );
}

export function PictureRows(rows: ShownRowsProps) {
  return (
    <BatchRowList
      area={area}
      label="Conferência das imagens"
      {...rows}
      renderChange={(row) => <PicturesOfRow row={row} />}
    />
  );
}

function PicturesOfRow({ row }: { row: BatchRow }) {
  const { record_id, cells, before, title } = row;
  // Cast: `createPictureRows` created these cells.
  const files = (cells['files'] ?? []) as string[];
  const has = ((before['images'] ?? []) as unknown[]).length;
  return (
    <>
      {record_id && <p>{files.join(', ')}</p>}
      {record_id && has > 0 && (
        <p className="text-muted">já tem {formatCountWithNoun(has, 'imagem', 'imagens')}</p>
      )}
      {ignoredFilesOf(row).map(({ path, reason }) => (
        <p key={path} className="text-danger">
          {path === title ? reason : `${path}: ${reason}`}
        </p>
      ))}
    </>
  );
}
