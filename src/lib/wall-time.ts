import { clocksAt } from './clocks.ts';

// Date and time in a form's field or a spreadsheet's cell, always in the time zone of São Paulo.

/**
 * An instant as local time of São Paulo in the format of `<input type="datetime-local">`: '2026-11-21T09:30', with
 * seconds unless they are 0.
 */
export function wallTime(instant: string): string {
  const shown = clocksAt(Date.parse(instant));
  return shown.endsWith(':00') ? shown.slice(0, -3) : shown;
}

/** The instant of a local time of São Paulo, in the years 2000 to 2099; undefined for an invalid time. */
export function instantOf(typed: string): string | undefined {
  const [, digits = '', seconds = ''] = /^(20\d\d-\d\d-\d\dT\d\d:\d\d)(:\d\d)?$/.exec(typed) ?? [];
  const shown = Date.parse(`${digits}${seconds || ':00'}Z`);
  if (Number.isNaN(shown)) return undefined;
  // The local time at an instant gives the offset there; after a change of the offset, one correction is needed.
  const first = shown - offsetAt(shown);
  const instant = new Date(shown - offsetAt(first));
  // Rejects dates that do not exist, for example 31 November.
  return digits === new Date(shown).toISOString().slice(0, 16) ? instant.toISOString() : undefined;
}

/** An instant in the format of a spreadsheet: '21/11/2026 09:30'. */
export function sheetTime(instant: string): string {
  const [date = '', time = ''] = wallTime(instant).split('T');
  return `${date.split('-').toReversed().join('/')} ${time}`;
}

/** Whether a text is a stored instant, not user input. */
export function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text);
}

/** Whether a text is a stored calendar date that exists: '2026-11-21'. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * A date in Brazilian notation, also with the first minute of the day, in the form of a stored date. Any other text is
 * returned unchanged.
 */
export function typedDay(cell: string): string {
  const [day = '', time] = typedTime(cell.trim()).split('T');
  return isDay(day) && (time === undefined || time === '00:00') ? day : cell;
}

/**
 * Converts date and time in Brazilian notation for `instantOf`. A date alone means its first minute, as in a
 * spreadsheet. Any other text is returned unchanged.
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
