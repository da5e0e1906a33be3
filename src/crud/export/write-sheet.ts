/** An instant is shown as day and time in São Paulo; null is an empty cell. */
export type SheetCell = string | number | Date | null;
/** Numbers are prices where it says `money`, whole ones elsewhere. */
export type SheetColumn = { label: string; money?: true; date?: true; width?: number };
export type SheetFormat = 'xlsx' | 'csv';

export type ToWriter =
  | { format: SheetFormat; name: string; columns: readonly SheetColumn[] }
  | { rows: SheetCell[][] }
  | { end: true };

/** Writes a table while its rows arrive; `name` is that of the sheet. Rejects where a part of the rows does. */
export async function writeSheet(
  format: SheetFormat,
  name: string,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<SheetCell[][]> | Iterable<SheetCell[][]>,
): Promise<Blob> {
  const worker = new Worker(new URL('./write-sheet.worker.ts', import.meta.url), {
    type: 'module',
  });
  const send = (message: ToWriter) => worker.postMessage(message, []);
  try {
    const written = new Promise<Blob>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Blob>) => resolve(data));
      worker.addEventListener('error', () =>
        reject(new Error('Não foi possível escrever o arquivo.')),
      );
    });
    send({
      format,
      name,
      // What else a column says, a rule for instance, can't travel.
      columns: columns.map(({ label, money, date, width }) => ({
        label,
        ...(money && { money }),
        ...(date && { date }),
        ...(width && { width }),
      })),
    });
    for await (const part of rows) send({ rows: part });
    send({ end: true });
    return await written;
  } finally {
    worker.terminate();
  }
}
