/** Numbers are prices; null is an empty cell. */
export type SheetCell = string | number | null;
export type SheetColumn = { label: string; money?: true; width?: number };
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
      columns: columns.map(({ label, money, width }) => ({
        label,
        ...(money && { money }),
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
