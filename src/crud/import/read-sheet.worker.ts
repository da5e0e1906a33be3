import { detectDelimiter, parseCsv } from 'hucre/csv';
import { streamXlsxRows } from 'hucre/xlsx';
import { readXml } from 'hucre/xml';
import { decodeCsv, unescapeCell, formatCell } from '#lib/sheet-text.ts';
import { readZipEntries, unzipFile } from '#lib/zip.ts';
import type { ZipEntry } from '#lib/zip.ts';
import { sheetLimits } from './sheet.ts';
import type { SheetReaderResponse, SheetFile, SheetRow } from './sheet.ts';

// This worker reads the first visible sheet of a workbook, or a CSV, as text. A large file takes seconds, which would
// block the page. A malicious file can crash only the worker.

self.addEventListener('message', ({ data }: MessageEvent<File>) => void answer(data));

async function answer(file: File) {
  let response: SheetReaderResponse;
  try {
    response = await readSheet(file);
  } catch (error) {
    response = { problem: error instanceof SheetError ? error.message : unreadable };
  }
  self.postMessage(response, { transfer: [] });
}

class SheetError extends Error {}

const tooLong = 'A planilha passa de 100.000 linhas ou de 100 MB de texto. Divida-a em partes.';

const unreadable =
  'Não foi possível ler o arquivo. Salve a planilha como XLSX ou CSV e tente novamente.';

async function readSheet(file: File): Promise<SheetFile> {
  if (file.size > sheetLimits.bytes) throw new SheetError('O arquivo passa de 50 MB.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const sheets = isZip ? await visibleSheets(file, await partsOf(file)) : [];
  const rows = isZip ? await readWorkbook(bytes, sheets[0]) : readCsv(bytes);
  if (rows.length < 2) throw new SheetError('A planilha não tem nenhuma linha para importar.');
  return { rows, sheets };
}

/** Returns the compressed ZIP entries of a workbook. @throws SheetError if the total decompressed size is too large */
async function partsOf(file: File): Promise<ZipEntry[]> {
  const parts = await readZipEntries(file, sheetLimits.parts);
  const unpacked = parts.reduce((sum, { size }) => sum + size, 0);
  if (unpacked > sheetLimits.unpackedBytes)
    throw new SheetError('O arquivo é grande demais depois de descompactado.');
  return parts;
}

/** Returns the names of the visible sheets; empty if the archive has no xl/workbook.xml, which lists the sheets. */
async function visibleSheets(file: File, parts: readonly ZipEntry[]): Promise<string[]> {
  const list = parts.find(({ path }) => path === 'xl/workbook.xml');
  if (!list) return [];
  const xml = await (await unzipFile(file, list)).text();
  const { data } = readXml(xml, { rowTag: 'sheet', stripNamespaces: true });
  return data.flatMap(({ '@name': name, '@state': state = null }) =>
    typeof name === 'string' && (state === null || state === 'visible') ? [name] : [],
  );
}

/** Reads the rows of the sheet with the name `sheet`, by default of the first sheet. */
async function readWorkbook(bytes: Uint8Array, sheet?: string): Promise<SheetRow[]> {
  const collect = collector();
  const maxRows = sheetLimits.rows + linesAbove + 2;
  let read = 0;
  let lastFilled = 0;
  for await (const { index, values } of streamXlsxRows(bytes, { maxRows, sheet })) {
    const before = collect.rows.length;
    collect.add(
      index + 1,
      values.map((cell) => unescapeCell(formatCell(cell)).trim()),
    );
    read += 1;
    if (collect.rows.length > before) lastFilled = read;
  }
  // Refuse too many rows, unless the last 1,000 rows that were read are empty. Formatting often adds up to a million
  // empty rows at the end: reading all of them would take many minutes.
  if (read === maxRows && read - lastFilled < 1000) throw new SheetError(tooLong);
  return collect.rows;
}

function readCsv(bytes: Uint8Array): SheetRow[] {
  // Refuse a binary file, for example an older workbook: it has a zero byte among the first 1,000 bytes. Little-endian
  // UTF-16 text also has zero bytes, but begins with 0xff.
  const isText = !bytes.subarray(0, 1000).includes(0) || bytes[0] === 0xff;
  if (!isText) throw new SheetError(unreadable);
  const text = decodeCsv(bytes);
  // Skip a first line like 'sep=;': it names the delimiter, and Excel reads it too.
  const [head, named] = /^sep=(.)\r?\n/i.exec(text) ?? [''];
  const body = text.slice(head.length);
  const delimiter = named ?? detectDelimiter(body.slice(0, 100_000));
  const collect = collector();
  const skipped = head ? 2 : 1;
  parseCsv(body, {
    delimiter,
    onRow: (values, index) =>
      collect.add(
        index + skipped,
        values.map((cell) => unescapeCell(formatCell(cell)).trim()),
      ),
  });
  return collect.rows;
}

function collector() {
  const rows: SheetRow[] = [];
  let size = 0;
  return {
    rows,
    add(line: number, cells: string[]) {
      if (cells.every((cell) => cell === '')) return;
      size += cells.reduce((sum, cell) => sum + cell.length, 0);
      if (rows.length > sheetLimits.rows + linesAbove || size > sheetLimits.characters)
        throw new SheetError(tooLong);
      rows.push({ line, cells: cells.slice(0, sheetLimits.columns) });
    },
  };
}

/** A file can have this number of rows beyond `sheetLimits.rows`, for titles above the row with the column names. */
const linesAbove = 10;
