import { localTimeAt } from './local-time-at.ts';

// Functions that check and convert the dates and times of form fields and spreadsheet cells. The time zone is always
// America/Sao_Paulo.

/**
 * Formats an instant as local time in America/Sao_Paulo, for `<input type="datetime-local">`: '2026-11-21T09:30', with
 * seconds unless they are 0.
 */
export function toDateTimeInput(instant: string): string {
  const shown = localTimeAt(Date.parse(instant));
  return shown.endsWith(':00') ? shown.slice(0, -3) : shown;
}

/**
 * Returns the instant of a local time in America/Sao_Paulo, in ISO 8601. Returns undefined for an invalid time, and
 * outside of the years 2000 to 2099.
 */
export function parseLocalTime(typed: string): string | undefined {
  const [, digits = '', seconds = ''] = /^(20\d\d-\d\d-\d\dT\d\d:\d\d)(:\d\d)?$/.exec(typed) ?? [];
  const shown = Date.parse(`${digits}${seconds || ':00'}Z`);
  if (Number.isNaN(shown)) return undefined;
  // `shown` reads the local time as UTC, so it is some hours before the right instant. Daylight saving time can begin
  // or end between `shown` and the right instant. Use the offset at `first`, which is at most one hour off.
  const first = shown - offsetAt(shown);
  const instant = new Date(shown - offsetAt(first));
  // Reject dates that do not exist, for example 31 November.
  return digits === new Date(shown).toISOString().slice(0, 16) ? instant.toISOString() : undefined;
}

/** Formats an instant for a spreadsheet, in the time zone America/Sao_Paulo: '21/11/2026 09:30'. */
export function formatSheetTime(instant: string): string {
  const [date = '', time = ''] = toDateTimeInput(instant).split('T');
  return `${date.split('-').toReversed().join('/')} ${time}`;
}

/**
 * Whether a text has the format of a stored instant: '2026-11-21T12:30:00+00:00'. A time that a user enters does not
 * match, because it has no time zone.
 */
export function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text);
}

/** Whether a text is a calendar date that exists, in the format of stored dates: '2026-11-21'. */
export function isIsoDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * Converts a date in Brazilian notation to a stored date: '21/11/2026' to '2026-11-21'. The time 00:00 can follow the
 * date. Returns any other text unchanged.
 */
export function toIsoDay(cell: string): string {
  const [day = '', time] = toIsoLocalTime(cell.trim()).split('T');
  return isIsoDay(day) && (time === undefined || time === '00:00') ? day : cell;
}

/**
 * Converts date and time in Brazilian notation for `parseLocalTime`: '21/11/2026 9:30' to '2026-11-21T09:30'. A date
 * without a time means 00:00, as in a spreadsheet. Returns any other text unchanged.
 */
export function toIsoLocalTime(cell: string): string {
  const [, date, month, year, hours = '00', rest = '00'] =
    /^(\d\d?)\/(\d\d?)\/(\d{4})(?:,? +(\d\d?):(\d\d(?::\d\d)?))?$/.exec(cell) ?? [];
  if (!date || !month || !year) return cell;
  const two = (digits: string) => digits.padStart(2, '0');
  return `${year}-${two(month)}-${two(date)}T${two(hours)}:${rest}`;
}

function offsetAt(instant: number): number {
  return Date.parse(`${localTimeAt(instant)}Z`) - instant;
}
