import { download } from '#lib/download.ts';
import { cellOf } from '../export/sheet-cell.ts';
import { writeSheet } from '../export/write-sheet.ts';
import type { SheetCell } from '../export/write-sheet.ts';
import { parseMoney } from '#lib/money.ts';
import type { ImportArea } from './import-area.ts';
import { problemsOf } from './import-area.ts';
import { stagedRows } from './staged-import.ts';
import type { Opening } from './staged-import.ts';

/** The headers alone, or with one row as it may look. */
export async function downloadTemplate(
  { area, columns }: ImportArea,
  kind: 'template' | 'example',
) {
  const row = columns.map(({ example, money }): SheetCell =>
    money ? (parseMoney(example) ?? null) : example,
  );
  const file = await writeSheet('xlsx', area.title, columns, kind === 'example' ? [[row]] : []);
  const name = kind === 'example' ? 'exemplo' : 'modelo';
  download(`${name}-${area.path.slice(1)}.xlsx`, file);
}

/** The rows that were not imported, each with why: to be put right and imported again. */
export async function downloadRefused(importing: ImportArea, opening: Opening) {
  const { area, columns } = importing;
  const reason = { label: 'Motivo', width: 60 };
  const file = await writeSheet('xlsx', 'Recusadas', [reason, ...columns], refusedRows());
  download(`${area.path.slice(1)}-recusadas.xlsx`, file);

  async function* refusedRows() {
    let after = 0;
    for (;;) {
      const rows = await stagedRows(opening.id, ['refuse'], after, 500);
      if (rows.length === 0) return;
      after = rows.at(-1)?.line ?? after;
      yield rows.map((row) => {
        const reasons = problemsOf(importing, row).map(([label, text]) =>
          label ? `${label}: ${text}` : text,
        );
        return [
          `Linha ${row.line}. ${reasons.join(' ')}`,
          ...columns.map((column) => cellOf(column, row.cells)),
        ];
      });
    }
  }
}
