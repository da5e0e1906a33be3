import { isInstant } from '#lib/wall-time.ts';
import type { SheetCell, SheetColumn } from './write-sheet.ts';

/** A column of an export; `name` is its name in the table. */
export type ExportColumn = SheetColumn & {
  name: string;
  /** The column of the list that shows this value, if the list has no column with the name `name`. */
  shownIn?: string;
  /** The stored values of the column's choices, keyed by the text of the choice. */
  choices?: Readonly<Record<string, unknown>>;
};

/** Returns the cell of a stored value: the text of a choice, a number, an instant or a text; null for other values. */
export function createSheetCell(
  { name, choices, kind }: ExportColumn,
  row: Record<string, unknown>,
): SheetCell {
  const value = row[name];
  const choice = choices && Object.keys(choices).find((named) => choices[named] === value);
  if (choice !== undefined) return choice;
  // Check that the text is an instant: the file of refused rows also contains the invalid texts of the imported file.
  if (kind === 'moment' && typeof value === 'string' && isInstant(value)) return new Date(value);
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}
