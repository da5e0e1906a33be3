/** A table as a person made it: its first row, and the others with the numbers that their program gives them. */
export type Sheet = { headers: string[]; rows: SheetRow[] };
export type SheetRow = { line: number; cells: string[] };

/** What the worker says. */
export type SheetAnswer = { sheet: Sheet } | { problem: string };

export const sheetLimits = {
  bytes: 50 * 1024 * 1024,
  unpackedBytes: 400 * 1024 * 1024,
  /** Files that a workbook consists of. */
  parts: 10_000,
  rows: 100_000,
  columns: 200,
  characters: 100 * 1024 * 1024,
} as const;

/** Reads the first sheet of an XLSX, or a CSV. @throws Error with a message for people */
export async function readSheet(file: File, signal: AbortSignal): Promise<Sheet> {
  const worker = new Worker(new URL('./read-sheet.worker.ts', import.meta.url), { type: 'module' });
  try {
    const answer = await new Promise<SheetAnswer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<SheetAnswer>) => resolve(data));
      worker.addEventListener('error', () => reject(new Error('Não foi possível ler o arquivo.')));
      signal.addEventListener('abort', () => reject(new Error('Leitura cancelada.')));
      worker.postMessage(file, []);
    });
    if ('problem' in answer) throw new Error(answer.problem);
    return answer.sheet;
  } finally {
    worker.terminate();
  }
}
