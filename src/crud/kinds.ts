import { formatDateTime, formatDay } from '#lib/date.ts';
import { formatMoney } from '#lib/money.ts';
import { formatNumber } from '#lib/number.ts';
import { isIsoDay, isInstant, formatSheetTime } from '#lib/wall-time.ts';

/** The kinds of fields whose stored values are formatted for users: numbers, days and moments. */
export type FieldKind = NumberKind | 'day' | 'moment';
export type NumberKind = 'integer' | 'decimal' | 'percentage' | 'money';

/** The formats of a kind: `text` formats a value for a page, `cell` is the number format of a column in a workbook. */
type Shown = { text: (stored: never) => string; cell: string | undefined };

/** The formats, keyed by kind. `moment` is an instant, `day` a calendar date without a time ('2026-11-21'). */
const kinds = {
  integer: { text: formatNumber, cell: undefined },
  decimal: { text: formatNumber, cell: undefined },
  percentage: { text: (value: number) => `${formatNumber(value)}%`, cell: '#,##0.00"%"' },
  money: { text: formatMoney, cell: '#,##0.00' },
  day: { text: formatDay, cell: 'dd/mm/yyyy' },
  moment: { text: formatDateTime, cell: 'dd/mm/yyyy hh:mm' },
} as const satisfies Record<FieldKind, Shown>;

/**
 * Formats a stored value for users according to its kind. Formats a number without a kind in Brazilian notation.
 * Returns '' for a value that is neither a number nor a text.
 */
export function formatByKind(kind: FieldKind | undefined, value: unknown): string {
  if (typeof value === 'number') {
    return kind && isNumberKind(kind) ? kinds[kind].text(value) : formatNumber(value);
  }
  if (typeof value !== 'string') return '';
  if (kind === 'day' && isIsoDay(value)) return kinds.day.text(value);
  if (kind === 'moment' && isInstant(value)) return kinds.moment.text(value);
  return value;
}

/** Formats a stored text, day or instant for a cell of a spreadsheet, so that an import can read the cell. */
export function formatForSheet(kind: FieldKind | undefined, value: string): string {
  return kind === 'moment' && isInstant(value) ? formatSheetTime(value) : formatByKind(kind, value);
}

export function isNumberKind(kind: FieldKind): kind is NumberKind {
  return kind !== 'day' && kind !== 'moment';
}

/** Returns the number format of a column in a workbook; undefined for the default format. */
export function sheetNumberFormat(kind: FieldKind | undefined): string | undefined {
  return kind && kinds[kind].cell;
}
