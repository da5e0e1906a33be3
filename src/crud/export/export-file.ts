import { clocksAt } from '#lib/clocks.ts';
import { download } from '#lib/download.ts';
import type { Area } from '../area.ts';
import { writeSheet } from './write-sheet.ts';
import type { SheetCell, SheetColumn, SheetFormat } from './write-sheet.ts';

/** Writes the rows as they arrive and downloads the file: 'produtos-2026-11-22.xlsx'. */
export async function exportFile(
  { path, title }: Area,
  format: SheetFormat,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<SheetCell[][]>,
): Promise<void> {
  const file = await writeSheet(format, title, columns, rows);
  const day = clocksAt(Date.now()).slice(0, 10);
  download(`${path.slice(1)}-${day}.${format}`, file);
}
