import { isInstant } from '#lib/wall-time.ts';
import type { SheetCell, SheetColumn } from './write-sheet.ts';

/** A column of an export: its name in the table, its heading and the texts of its choices. */
export type ExportColumn = SheetColumn & {
  name: string;
  /** The column of the list that shows it, if it has none of its own. */
  shownIn?: string;
  choices?: Readonly<Record<string, unknown>>;
};

/** A stored value as its column shows it: the text of a choice, a number, an instant, a text. */
export function cellOf(
  { name, choices, kind }: ExportColumn,
  row: Record<string, unknown>,
): SheetCell {
  const value = row[name];
  const choice = choices && Object.keys(choices).find((named) => choices[named] === value);
  if (choice !== undefined) return choice;
  // The file of refused rows contains invalid values as they were typed.
  if (kind === 'moment' && typeof value === 'string' && isInstant(value)) return new Date(value);
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}
