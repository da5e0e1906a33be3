import { products as area } from '../area.ts';
import { Option } from '#crud/import/option.tsx';
import { countWritten } from '#crud/many/batch.queries.ts';
import type { BatchRow, Plan, Totals } from '#crud/many/batch.queries.ts';
import { Review } from '#crud/many/review.tsx';
import { RowList } from '#crud/many/rows.tsx';
import type { RowsProps } from '#crud/many/rows.tsx';
import { formatCounted } from '#lib/text.ts';
import { IgnoredButton, ignoredFilesOf } from './ignored.tsx';
import type { MatchedFiles } from './sku-pictures.queries.ts';
import type { PictureMode } from './sku-pictures.ts';

export type ReviewPicturesProps = {
  found: MatchedFiles;
  mode: PictureMode;
  plan: Plan;
  onMode: (mode: PictureMode) => void;
  onTotals: (totals: Totals) => void;
  onApply: () => void;
  onBack: () => void;
};

/** Renders the review of a batch: the products with their new pictures, before the pictures are stored. */
export function ReviewPictures({
  found,
  mode,
  plan,
  onMode,
  onTotals,
  ...ways
}: ReviewPicturesProps) {
  const { products } = found;
  const holders = products.filter(({ product }) => product.images.length > 0).length;
  const { change = 0, keep = 0 } = plan.counts;
  return (
    <Review
      plan={plan}
      words={{
        area,
        apply: 'Incluir imagens em',
        place: 'page',
        back: 'Voltar',
        parts: { refuse: ['arquivo ignorado', 'arquivos ignorados'] },
      }}
      renderRows={(part) => <PictureRows {...part} {...{ plan, onTotals }} />}
      actions={!!plan.counts.refuse && <IgnoredButton plan={plan} />}
      {...ways}
    >
      <div role="status">
        <h2 className="font-semibold">Conferência</h2>
        <p className="text-muted wrap-anywhere">
          {plan.source}:{' '}
          {plan.steps === 0
            ? 'nada foi alterado ainda.'
            : `${formatCounted(countWritten(plan), 'produto já tem', 'produtos já têm')} as novas imagens.`}
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
            {formatCounted(holders, 'produto já tem imagens', 'produtos já têm imagens')}
          </legend>
          <Option name="mode" checked={mode === 'add'} onChange={() => onMode('add')}>
            Acrescentar: manter as atuais e incluir as novas depois
          </Option>
          <Option name="mode" checked={mode === 'replace'} onChange={() => onMode('replace')}>
            Substituir: mover as atuais para a Lixeira
          </Option>
        </fieldset>
      )}
    </Review>
  );
}

export function PictureRows(rows: Omit<RowsProps, 'children'>) {
  return (
    <RowList
      area={area}
      label="Conferência das imagens"
      {...rows}
      renderChange={(row) => <PicturesOfRow row={row} />}
    />
  );
}

function PicturesOfRow({ row }: { row: BatchRow }) {
  const { record_id, cells, before, title } = row;
  // Cast: `pictureRows` created these cells.
  const files = (cells['files'] ?? []) as string[];
  const has = ((before['images'] ?? []) as unknown[]).length;
  return (
    <>
      {record_id && <p>{files.join(', ')}</p>}
      {record_id && has > 0 && (
        <p className="text-muted">já tem {formatCounted(has, 'imagem', 'imagens')}</p>
      )}
      {ignoredFilesOf(row).map(({ path, reason }) => (
        <p key={path} className="text-danger">
          {path === title ? reason : `${path}: ${reason}`}
        </p>
      ))}
    </>
  );
}
