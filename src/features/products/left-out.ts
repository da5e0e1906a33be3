import { writeSheet } from '#crud/export/write-sheet.ts';
import { download } from '#lib/download.ts';
import type { LeftOut } from './sku-pictures.ts';

/** The files that nothing was done with, each with why. */
export async function downloadLeftOut(left: readonly LeftOut[]) {
  const columns = [
    { label: 'Arquivo', width: 50 },
    { label: 'Motivo', width: 70 },
  ];
  const rows = left.map(({ path, reason }) => [path, reason]);
  download('imagens-de-fora.xlsx', await writeSheet('xlsx', 'Imagens de fora', columns, [rows]));
}
