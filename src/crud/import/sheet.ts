import { createWorkerError } from '#lib/load-code.ts';

/** A table: the names of its columns, and the rows below them. */
export type Sheet = { headers: string[]; rows: SheetRow[] };
/** A row that is not empty, with its row number in a spreadsheet program. */
export type SheetRow = { line: number; cells: string[] };

/** The rows of a CSV or of a workbook's first visible sheet, and the names of all visible sheets (none for a CSV). */
export type SheetFile = { rows: SheetRow[]; sheets: string[] };

/** The response of the worker: the rows, or a message for users (`problem`). */
export type SheetReaderResponse = SheetFile | { problem: string };

/** Returns the table below the row with the column names; `place` is the index of that row. */
export function buildSheetFromHeaderRow(rows: readonly SheetRow[], place: number): Sheet {
  const headers = rows[place]?.cells.slice(0, sheetLimits.columns) ?? [];
  while (headers.at(-1) === '') headers.pop();
  const below = rows.slice(place + 1);
  return {
    headers,
    rows: below.map(({ line, cells }) => ({ line, cells: cells.slice(0, headers.length) })),
  };
}

export const sheetLimits = {
  bytes: 50 * 1024 * 1024,
  unpackedBytes: 400 * 1024 * 1024,
  /** The maximum number of files in a workbook. */
  parts: 10_000,
  rows: 100_000,
  columns: 200,
  characters: 100 * 1024 * 1024,
} as const;

/**
 * Reads the rows of the first visible sheet of an XLSX, or of a CSV.
 * @throws Error with a message for users
 */
export async function readSheetFile(file: File, signal: AbortSignal): Promise<SheetFile> {
  const worker = new Worker(new URL('./read-sheet.worker.ts', import.meta.url), { type: 'module' });
  try {
    const answer = await new Promise<SheetReaderResponse>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<SheetReaderResponse>) =>
        resolve(data),
      );
      worker.addEventListener('error', (event) => {
        void createWorkerError(event, 'Não foi possível ler o arquivo.').then(reject);
      });
      signal.addEventListener('abort', () => reject(new Error('Leitura cancelada.')));
      worker.postMessage(file, []);
    });
    if ('problem' in answer) throw new Error(answer.problem);
    return answer;
  } finally {
    worker.terminate();
  }
}
