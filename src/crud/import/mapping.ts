import * as v from 'valibot';
import {
  toBrazilianPrice,
  detectDecimalSeparator,
  isRoundedNumber,
  isSheetError,
  formatSerialDate,
} from '#lib/sheet-text.ts';
import type { DecimalSeparator } from '#lib/sheet-text.ts';
import { safeLocalStorage } from '#lib/local-store.ts';
import { foldText, truncateText } from '#lib/text.ts';
import { choicesText, parseChoice, findImportColumn, getEmptyFieldMessage } from './import-area.ts';
import type { AreaImport, ImportColumn } from './import-area.ts';
import type { Sheet, SheetRow } from './sheet.ts';
import { isNumberKind } from '../kinds.ts';
import type { SheetRowToStage } from './import.queries.ts';

/** The `name` of an `ImportColumn` for each column of the file; '' for a column that is not imported. */
export type ColumnMapping = string[];

/** Whether an empty cell leaves the stored value unchanged or clears it. */
export type EmptyCellHandling = 'leave' | 'clear';

/** The index of the row with the column names; `isSure` is false if a different row perhaps contains the names. */
export type HeaderRowGuess = { place: number; isSure: boolean };

/**
 * Finds the row with the column names among the first ten rows: the row with at least two names of columns of the area,
 * and with more of these names than any other row. If there is no such row, the result is the first of the rows with
 * the most filled cells. A row with a number in a cell is a data row, and is the result only if all rows are data rows.
 */
export function guessHeaderRow(importing: AreaImport, rows: readonly SheetRow[]): HeaderRowGuess {
  const found = rows.slice(0, 10).map(({ cells }, place) => {
    const filled = cells.filter((cell) => cell !== '');
    const isData = filled.some((cell) => /^(R\$\s*)?-?[\d.,]+\s*%?$/.test(cell));
    const known = isData ? 0 : filled.filter((cell) => columnNamed(importing, cell)).length;
    return { place, known, filled: filled.length, isData };
  });
  const [best] = found.toSorted((one, other) => other.known - one.known);
  const others = found.filter(({ place }) => place !== best?.place);
  if (best && best.known > 1 && others.every(({ known }) => known < best.known))
    return {
      place: best.place,
      // A row above `best` with fewer filled cells is a title. Any other row above `best` perhaps contains the names.
      isSure: others.every(({ place, filled }) => place > best.place || filled < best.filled),
    };
  const named = found.filter(({ isData }) => !isData);
  const [first] = (named.length > 0 ? named : found).toSorted(
    (one, other) => other.filled - one.filled,
  );
  return { place: first?.place ?? 0, isSure: first?.place === 0 && first.known === first.filled };
}

/**
 * Returns the mapping that this browser last used for these headers, else a mapping by column names. Each column is
 * used at most once.
 */
export function proposeMapping(importing: AreaImport, headers: readonly string[]): ColumnMapping {
  const remembered = safeLocalStorage.get(memoryKey(importing, headers))?.split('\n');
  const taken = new Set<string>();
  return headers.map((header, place) => {
    const wanted = remembered ? remembered[place] : columnNamed(importing, header)?.name;
    const name = wanted && findImportColumn(importing, wanted) && !taken.has(wanted) ? wanted : '';
    taken.add(name);
    return name;
  });
}

export function rememberMapping(
  importing: AreaImport,
  headers: readonly string[],
  mapping: ColumnMapping,
) {
  safeLocalStorage.set(memoryKey(importing, headers), mapping.join('\n'));
}

function memoryKey({ area }: AreaImport, headers: readonly string[]): string {
  return `vitrine:import:${area.table}:${headers.map(folded).join('|')}`.slice(0, 2000);
}

function columnNamed({ columns }: AreaImport, header: string): ImportColumn | undefined {
  const name = folded(header);
  return columns.find((column) =>
    [column.label, column.name, ...(column.also ?? [])].some((known) => folded(known) === name),
  );
}

/** Normalizes a header: 'Preço de Venda (R$)' and 'preco_de_venda' become equal. */
function folded(header: string): string {
  return foldText(header)
    .replace(/\(.*?\)|r\$/g, ' ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Returns the rows to send: valid cells as stored values, invalid cells as texts with the form's error messages. */
export function convertSheetRows(
  importing: AreaImport,
  { headers, rows }: Sheet,
  mapping: ColumnMapping,
  empty: EmptyCellHandling,
): SheetRowToStage[] {
  const columns = mapping.map((name) => findImportColumn(importing, name));
  const notations = columns.map((column, place): Notation => ({
    header: headers[place] ?? '',
    decimals: hasDecimals(column)
      ? detectDecimalSeparator(rows.map(({ cells }) => cells[place] ?? ''))
      : 'comma',
  }));
  return rows.map(({ line, cells }) => {
    const read: Cells = { typed: {}, stored: {}, problems: {} };
    columns.forEach((column, place) => {
      const notation = notations[place];
      if (column && notation) readCell(read, column, cells[place] ?? '', notation, empty);
    });
    const key = findImportColumn(importing, importing.key);
    // Refuse a row without the key: each import of the row would create a new record.
    if (key && !(key.name in read.typed))
      read.problems[key.name] ??= getEmptyFieldMessage(key) ?? '';
    const { cells: stored, problems } = importing.store(read.typed);
    return {
      place: line,
      // Send invalid values too, for the file of refused rows. A row with an invalid value is never written.
      cells: { ...stored, ...read.stored, ...read.wrong },
      problems: { ...problems, ...read.problems },
    };
  });
}

type Cells = {
  /** The valid values, in the format in which users enter them in the form. */
  typed: Record<string, string>;
  /** The valid values of columns with `choices`, as the database stores them. */
  stored: Record<string, unknown>;
  problems: Record<string, string>;
  wrong?: Record<string, string>;
};

/** The properties of a column in the file that `readCell` needs: its header, and the decimal separator of its cells. */
type Notation = { header: string; decimals: DecimalSeparator };

function readCell(
  read: Cells,
  column: ImportColumn,
  cell: string,
  { header, decimals }: Notation,
  empty: EmptyCellHandling,
) {
  const { name, choices, rule } = column;
  if (cell === '' && (choices || empty === 'leave')) return;
  if (isSheetError(cell))
    return refuse(read, name, cell, `A célula contém o erro ${cell} da planilha.`);
  if (choices) {
    const value = parseChoice(choices, cell, header);
    if (value === undefined) refuse(read, name, cell, choicesText(choices));
    else read.stored[name] = value;
    return;
  }
  if (!hasDecimals(column) && isRoundedNumber(cell))
    return refuse(read, name, cell, roundedText(cell));
  const isDate = column.kind === 'moment' || column.kind === 'day';
  const shown = isDate ? (formatSerialDate(cell) ?? cell) : cell;
  const masked = column.mask?.(shown) ?? shown;
  const typed = hasDecimals(column) ? toBrazilianPrice(masked, decimals) : masked;
  const { issues } = v.safeParse(rule, typed);
  if (issues) refuse(read, name, cell, issues[0].message);
  else read.typed[name] = typed;
}

/** Whether the values of a column can have decimals: then the decimal separator is detected from the column's cells. */
function hasDecimals(column: ImportColumn | undefined): boolean {
  return !!column?.kind && isNumberKind(column.kind) && column.kind !== 'integer';
}

function roundedText(cell: string): string {
  return `"${cell}" parece arredondado por uma planilha. Formate a coluna como texto e digite o valor inteiro.`;
}

/**
 * Adds the problem and the text of a cell to `read`. Only the beginning of a long text is sent, so that the row is
 * within the limits of the database: 128 KiB for the cells of a row, 2,704 bytes for the index entry of the key.
 */
function refuse(read: Cells, name: string, cell: string, problem: string) {
  // Cut the text first, so that `truncateText` is fast for a cell of many megabytes too.
  const sent = truncateText(cell.slice(0, 2000), 600);
  read.problems[name] = sent === cell ? problem : `${problem} Aqui está só o começo do texto.`;
  read.wrong = { ...read.wrong, [name]: sent };
}
