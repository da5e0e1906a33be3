import { localTimeAt } from '#lib/local-time-at.ts';
import { downloadFile } from '#lib/download.ts';
import { createWorkerError } from '#lib/load-code.ts';
import type { Area } from '../area.ts';
import type { FieldKind } from '../kinds.ts';

/**
 * The value of a cell. A `Date` is shown as date and time in the time zone America/Sao_Paulo, and a text in a column of
 * the kind `day` as a date. Null is an empty cell.
 */
export type SheetCell = string | number | Date | null;
export type SheetColumn = { label: string; kind?: FieldKind; width?: number };
export type SheetFormat = 'xlsx' | 'csv';

export type SheetWriterMessage =
  | { format: SheetFormat; name: string; columns: readonly SheetColumn[] }
  | { rows: SheetCell[][] }
  | { end: true };

/**
 * Writes a spreadsheet while its rows arrive, and returns the file; `name` is the name of the sheet. Rejects if the
 * source of the rows or the worker fails.
 */
export async function writeSheet(
  format: SheetFormat,
  name: string,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<SheetCell[][]> | Iterable<SheetCell[][]>,
): Promise<Blob> {
  const worker = new Worker(new URL('./write-sheet.worker.ts', import.meta.url), {
    type: 'module',
  });
  const send = (message: SheetWriterMessage) => worker.postMessage(message, []);
  try {
    const written = new Promise<Blob>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Blob>) => resolve(data));
      worker.addEventListener('error', (event) => {
        void createWorkerError(event, 'Não foi possível escrever o arquivo.').then(reject);
      });
    });
    let failure: Error | undefined;
    written.catch((error: Error) => (failure = error));
    // Send only these properties of a column: functions, for example, cannot be cloned for the worker.
    const headings = columns.map(({ label, kind, width }) => ({ label, kind, width }));
    send({ format, name, columns: headings });
    for await (const part of rows) {
      if (failure) throw failure;
      send({ rows: part });
    }
    send({ end: true });
    return await written;
  } finally {
    worker.terminate();
  }
}

/** Writes the rows as they arrive and downloads the file, for example as 'frutas-2026-11-22.xlsx'. */
export async function exportRows(
  { path, title }: Area,
  format: SheetFormat,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<SheetCell[][]>,
): Promise<void> {
  const file = await writeSheet(format, title, columns, rows);
  const day = localTimeAt(Date.now()).slice(0, 10);
  downloadFile(`${path.slice(1)}-${day}.${format}`, file);
}
