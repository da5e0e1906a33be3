import { writeCsvStream } from 'hucre/csv';
import { writeXlsxStream } from 'hucre/xlsx';
import { shiftToLocalTime } from '#lib/date.ts';
import { escapeCsvCell, escapeWorkbookCell } from '#lib/sheet-text.ts';
import { formatNumberInput } from '#lib/number.ts';
import { isIsoDay } from '#lib/wall-time.ts';
import { sheetNumberFormat, formatForSheet } from '../kinds.ts';
import type { SheetCell, SheetColumn, SheetWriterMessage } from './write-sheet.ts';

// This worker writes a spreadsheet while its rows arrive. In the page, the compression of 100,000 rows would block
// input.

const parts: SheetCell[][][] = [];
let more = Promise.withResolvers<void>();
let isOver = false;

self.addEventListener('message', ({ data }: MessageEvent<SheetWriterMessage>) => {
  if ('columns' in data) void write(data);
  else if ('rows' in data) parts.push(data.rows);
  else isOver = true;
  more.resolve();
});

async function write({ format, name, columns }: Extract<SheetWriterMessage, { columns: unknown }>) {
  const stream = format === 'xlsx' ? workbook(name, columns) : csv(columns);
  // Set the MIME type: some operating systems use it to choose the program that opens the file.
  const type =
    format === 'xlsx'
      ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      : 'text/csv;charset=utf-8';
  const file = await new Response(stream, { headers: { 'content-type': type } }).blob();
  self.postMessage(file, { transfer: [] });
}

async function* arriving() {
  for (;;) {
    const part = parts.shift();
    if (part) yield* part;
    else if (isOver) return;
    else {
      await more.promise;
      more = Promise.withResolvers<void>();
    }
  }
}

function workbook(name: string, columns: readonly SheetColumn[]) {
  return writeXlsxStream(workbookRows(columns), {
    name,
    columns: columns.map(({ label, kind, width = 18 }) => ({
      header: label,
      width,
      numFmt: sheetNumberFormat(kind),
    })),
    freezePane: { rows: 1 },
  });
}

/** Yields the rows of a workbook. Instants become local times in America/Sao_Paulo: a workbook stores no time zone. */
async function* workbookRows(columns: readonly SheetColumn[]) {
  for await (const row of arriving())
    yield row.map((cell, place) => {
      if (cell instanceof Date) return shiftToLocalTime(cell);
      if (isDayCell(cell, columns[place])) return new Date(`${cell}T00:00Z`);
      return typeof cell === 'string' ? escapeWorkbookCell(cell) : cell;
    });
}

function isDayCell(cell: SheetCell, column: SheetColumn | undefined): cell is string {
  return column?.kind === 'day' && typeof cell === 'string' && isIsoDay(cell);
}

/** Returns a CSV in the format that Brazilian Excel expects: the byte order mark of UTF-8, ';' and decimal commas. */
function csv(columns: readonly SheetColumn[]) {
  return writeCsvStream(csvRows(columns), {
    headers: columns.map(({ label }) => label),
    delimiter: ';',
    bom: true,
  });
}

async function* csvRows(columns: readonly SheetColumn[]) {
  for await (const row of arriving()) yield row.map((cell, place) => csvCell(cell, columns[place]));
}

function csvCell(cell: SheetCell, column: SheetColumn | undefined): string {
  if (typeof cell === 'number')
    return column?.kind === 'money' ? cell.toFixed(2).replace('.', ',') : formatNumberInput(cell);
  if (cell instanceof Date) return formatForSheet('moment', cell.toISOString());
  if (isDayCell(cell, column)) return formatForSheet('day', cell);
  return cell === null ? '' : escapeCsvCell(cell);
}
