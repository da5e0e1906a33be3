import Download from 'lucide-react/icons/download';
import { yieldRefusedRows } from '#crud/many/batch.queries.ts';
import { translateRefusal } from '#data/errors.ts';
import type { BatchRow, BatchPlan } from '#crud/many/batch.queries.ts';
import { writeAndDownload } from '#crud/export/download-written.ts';
import { writeSheet } from '#crud/export/write-sheet.ts';
import { Button } from '#ui/button.tsx';
import type { IgnoredFile } from './sku-pictures.ts';

export type IgnoredFilesDownloadButtonProps = {
  plan: BatchPlan;
  /** Pictures that could not be read or uploaded, and that no row of the batch reports. */
  problems?: readonly IgnoredFile[];
};

/** Renders the button that downloads a list of the files that are not stored, each with the reason. */
export function IgnoredFilesDownloadButton({
  plan,
  problems = [],
}: IgnoredFilesDownloadButtonProps) {
  return (
    <Button icon={<Download />} onClick={() => void downloadIgnored(plan, problems)}>
      Baixar lista de ignorados
    </Button>
  );
}

/** Returns the files of a row that are not stored, with the reason. A refused product is one entry: 'SKU CAFE-250'. */
export function ignoredFilesOf({
  problems,
  refusal,
  outcome,
  title,
  detail,
}: BatchRow): IgnoredFile[] {
  const files = Object.entries(problems).map(([path, reason]) => ({ path, reason }));
  const path = detail ? `SKU ${detail}` : (title ?? '');
  if (outcome === 'stale' || refusal?.code === 'stale')
    files.push({
      path,
      reason: 'O SKU ou as imagens foram alterados depois da conferência. Confira novamente.',
    });
  else if (refusal)
    files.push({
      path,
      reason: refusal.message ? translateRefusal(refusal) : 'O produto não existe mais.',
    });
  return files;
}

async function downloadIgnored({ id }: BatchPlan, problems: readonly IgnoredFile[]) {
  const columns = [
    { label: 'Arquivo', width: 50 },
    { label: 'Motivo', width: 70 },
  ];
  await writeAndDownload('imagens-ignoradas.xlsx', () =>
    writeSheet('xlsx', 'Imagens ignoradas', columns, parts()),
  );

  async function* parts() {
    yield problems.map(({ path, reason }) => [path, reason]);
    for await (const rows of yieldRefusedRows(id))
      yield rows.flatMap(ignoredFilesOf).map(({ path, reason }) => [path, reason]);
  }
}
