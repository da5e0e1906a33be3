import type { SheetCell } from './write-sheet.ts';

/** A stored value as its column shows it: the name of a choice, a price as a number, a text. */
export function cellOf(
  { name, choices }: { name: string; choices?: Readonly<Record<string, unknown>> },
  row: Record<string, unknown>,
): SheetCell {
  const value = row[name];
  const choice = choices && Object.keys(choices).find((named) => choices[named] === value);
  if (choice !== undefined) return choice;
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}
