import { downloadWritten } from '../export/download-written.ts';
import { cellOf } from '../export/sheet-cell.ts';
import { writeSheet } from '../export/write-sheet.ts';
import type { SheetCell } from '../export/write-sheet.ts';
import { parseNumber } from '#lib/number.ts';
import type { ImportArea } from './import-area.ts';
import { problemsOf } from './import-area.ts';
import { isNumberKind } from '../kinds.ts';
import { refusedRows } from '../many/batch.queries.ts';
import type { Plan } from '../many/batch.queries.ts';

/** Downloads the headers alone, or with one example row, which can be imported unchanged. */
export async function downloadTemplate(importing: ImportArea, kind: 'template' | 'example') {
  const { area, columns } = importing;
  const name = kind === 'example' ? 'exemplo' : 'modelo';
  await downloadWritten(`${name}-${area.path.slice(1)}.xlsx`, async () => {
    const rows = kind === 'example' ? [[await exampleOf(importing)]] : [];
    return writeSheet('xlsx', area.title, columns, rows);
  });
}

/** The example row; it refers to an existing record, if there is one. */
async function exampleOf({ columns, reference }: ImportArea): Promise<SheetCell[]> {
  const [existing] = (await reference?.known().catch(() => undefined)) ?? [];
  return columns.map(({ name, example, kind }) => {
    if (kind && isNumberKind(kind)) return parseNumber(example) ?? null;
    return (name === reference?.name && existing) || example;
  });
}

/** Downloads the refused rows with their reasons: to be corrected and imported again. */
export async function downloadRefused(importing: ImportArea, plan: Plan) {
  const { area, columns } = importing;
  const reason = { label: 'Motivo', width: 60 };
  await downloadWritten(`${area.path.slice(1)}-recusadas.xlsx`, () =>
    writeSheet('xlsx', 'Recusadas', [reason, ...columns], cells()),
  );

  async function* cells() {
    for await (const rows of refusedRows(plan.id))
      yield rows.map((row) => {
        const reasons = problemsOf(importing, row).map(([label, text]) =>
          label ? `${label}: ${text}` : text,
        );
        return [
          `Linha ${row.place}. ${reasons.join(' ')}`,
          ...columns.map((column) => cellOf(column, row.cells)),
        ];
      });
  }
}
