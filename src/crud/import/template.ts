import { writeAndDownload } from '../export/download-written.ts';
import { createSheetCell } from '../export/sheet-cell.ts';
import { writeSheet } from '../export/write-sheet.ts';
import type { SheetCell } from '../export/write-sheet.ts';
import { parseNumber } from '#lib/number.ts';
import type { AreaImport, ImportColumn } from './import-area.ts';
import { problemsOf } from './import-area.ts';
import { isNumberKind } from '../kinds.ts';
import { yieldRefusedRows } from '../many/batch.queries.ts';
import type { BatchRow, BatchPlan } from '../many/batch.queries.ts';

/** Downloads a workbook with only the headers, or also with one example row, which can be imported unchanged. */
export async function downloadTemplate(importing: AreaImport, kind: 'template' | 'example') {
  const { area, columns } = importing;
  const name = kind === 'example' ? 'exemplo' : 'modelo';
  await writeAndDownload(`${name}-${area.path.slice(1)}.xlsx`, async () => {
    const rows = kind === 'example' ? [[await exampleOf(importing)]] : [];
    return writeSheet('xlsx', area.title, columns, rows);
  });
}

/** Returns the example row. Its `reference` cell names an existing record, if there is one. */
async function exampleOf({ columns, reference }: AreaImport): Promise<SheetCell[]> {
  const [existing] = (await reference?.known().catch(() => undefined)) ?? [];
  return columns.map(({ name, example, kind }) => {
    if (kind && isNumberKind(kind)) return parseNumber(example) ?? null;
    return (name === reference?.name && existing) || example;
  });
}

/** Downloads the refused rows with their reasons, so that the user can correct and import them again. */
export async function downloadRefusedRows(importing: AreaImport, plan: BatchPlan) {
  const reason = { label: 'Motivo', width: 60 };
  await writeAndDownload(`${importing.area.path.slice(1)}-recusadas.xlsx`, async () => {
    const rows: BatchRow[] = [];
    for await (const part of yieldRefusedRows(plan.id)) rows.push(...part);
    const columns = columnsOf(importing, rows);
    const cells = rows.map((row) => [
      `Linha ${row.place}. ${reasonsOf(importing, row).join(' ')}`,
      ...columns.map((column) => createSheetCell(column, row.cells)),
    ]);
    return writeSheet('xlsx', 'Recusadas', [reason, ...columns], [cells]);
  });
}

function reasonsOf(importing: AreaImport, row: BatchRow): string[] {
  return problemsOf(importing, row).map(([label, text]) => (label ? `${label}: ${text}` : text));
}

/**
 * Returns the columns of the imported file and those with a problem. Other columns are left out: when the file is
 * imported again, their empty cells could erase values. The function assumes that a column was in the file if one row
 * has a value in it, or if all rows have a cell in it, even an empty cell. If only some rows have an empty cell in it,
 * the area's `store` has added these cells because of a different column.
 */
function columnsOf(importing: AreaImport, rows: readonly BatchRow[]): ImportColumn[] {
  const named = new Set(rows.flatMap((row) => problemsOf(importing, row).map(([label]) => label)));
  return importing.columns.filter(
    ({ name, label }) =>
      name === importing.key ||
      named.has(label) ||
      rows.some(({ cells }) => (cells[name] ?? '') !== '') ||
      rows.every(({ cells }) => name in cells),
  );
}
