import { clocksAt } from './clocks.ts';

// Day and time as a box of a form or a cell of a spreadsheet holds them, always those of São Paulo.

/**
 * An instant as the clocks of São Paulo show it, as `<input type="datetime-local">` holds it: '2026-11-21T09:30',
 * with seconds only where there are any.
 */
export function wallTime(instant: string): string {
  const shown = clocksAt(Date.parse(instant));
  return shown.endsWith(':00') ? shown.slice(0, -3) : shown;
}

/** The instant at which the clocks of São Paulo show this, of the years 2000 to 2099; undefined where it is no such time. */
export function instantOf(typed: string): string | undefined {
  const [, digits = '', seconds = ''] = /^(20\d\d-\d\d-\d\dT\d\d:\d\d)(:\d\d)?$/.exec(typed) ?? [];
  const shown = Date.parse(`${digits}${seconds || ':00'}Z`);
  if (Number.isNaN(shown)) return undefined;
  // What the clocks show at an instant tells how far they are from Greenwich there, about which a change of
  // the clocks may be wrong once.
  const first = shown - offsetAt(shown);
  const instant = new Date(shown - offsetAt(first));
  // The 31st of November is none.
  return digits === new Date(shown).toISOString().slice(0, 16) ? instant.toISOString() : undefined;
}

/** An instant as a spreadsheet shows it: '21/11/2026 09:30'. */
export function sheetTime(instant: string): string {
  const [date = '', time = ''] = wallTime(instant).split('T');
  return `${date.split('-').toReversed().join('/')} ${time}`;
}

/** A stored instant, and no text that was typed for one. */
export function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text);
}

/**
 * Day and time as Brazilians write them, as `instantOf` takes them; a day alone is its first minute, as in a
 * spreadsheet. Anything else stays as it is.
 */
export function typedTime(cell: string): string {
  const [, date, month, year, hours = '00', rest = '00'] =
    /^(\d\d?)\/(\d\d?)\/(\d{4})(?:,? +(\d\d?):(\d\d(?::\d\d)?))?$/.exec(cell) ?? [];
  if (!date || !month || !year) return cell;
  const two = (digits: string) => digits.padStart(2, '0');
  return `${year}-${two(month)}-${two(date)}T${two(hours)}:${rest}`;
}

function offsetAt(instant: number): number {
  return Date.parse(`${clocksAt(instant)}Z`) - instant;
}
