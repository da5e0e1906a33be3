import { lazyValue } from './lazy.ts';
import { localTimeAt } from './local-time-at.ts';

/** Formats an instant (ISO 8601 with offset) as date and time in America/Sao_Paulo: '21/11/2026, 09:30'. */
export function formatDateTime(instant: string): string {
  return `${formatDate(instant)}, ${timeOf(instant)}`;
}

/** Formats the date of an instant in America/Sao_Paulo: '21/11/2026'. */
export function formatDate(instant: string): string {
  return formatDay(localTimeAt(Date.parse(instant)).slice(0, 10));
}

/** Formats a calendar date ('2026-11-21') as '21/11/2026'. */
export function formatDay(isoDate: string): string {
  return isoDate.split('-').toReversed().join('/');
}

/** Formats an instant relative to today: 'hoje às 14:32', 'ontem às 14:32', '12/11/2026 às 14:32'. */
export function formatRelativeDateTime(instant: string, now: number = Date.now()): string {
  const days = dayNumber(new Date(now)) - dayNumber(new Date(instant));
  const day = days === 0 ? 'hoje' : days === 1 ? 'ontem' : formatDate(instant);
  return `${day} às ${timeOf(instant)}`;
}

/**
 * Formats the age of an instant. Less than an hour: 'agora', 'há 5 minutos'. From an hour on, the calendar day in
 * America/Sao_Paulo decides: 'há 3 horas' on the same day, otherwise 'ontem', 'há 3 dias'. From 30 days on: the date.
 */
export function formatAge(instant: string, now: number = Date.now()): string {
  const age = now - Date.parse(instant);
  if (age < minute) return 'agora';
  if (age < hour) return ago().format(-Math.floor(age / minute), 'minute');
  const days = dayNumber(new Date(now)) - dayNumber(new Date(instant));
  if (days === 0) return ago().format(-Math.floor(age / hour), 'hour');
  if (days < 30) return ago().format(-days, 'day');
  return formatDate(instant);
}

/** Shifts an instant so that its UTC time is the local time in America/Sao_Paulo, for files without time zone. */
export function shiftToLocalTime(instant: Date): Date {
  return new Date(`${localTimeAt(instant.getTime())}Z`);
}

/** Returns the number of days from 1970-01-01 to the calendar day of an instant in America/Sao_Paulo. */
export function dayNumber(instant: Date): number {
  return Date.parse(localTimeAt(instant.getTime()).slice(0, 10)) / 86_400_000;
}

export type PeriodState = 'scheduled' | 'running' | 'ended';

type Side = string | null | undefined;

/** Returns whether a period is in the future, running or over; undefined if it is open on both sides. */
export function periodState(
  starts: Side,
  ends: Side,
  now: number = Date.now(),
): PeriodState | undefined {
  if (starts && Date.parse(starts) > now) return 'scheduled';
  if (ends && Date.parse(ends) <= now) return 'ended';
  return starts || ends ? 'running' : undefined;
}

/**
 * Returns the text of a period, for example 'a partir de 20/11/2026, 08:00'. `state` is the result of `periodState`.
 */
export function formatPeriod(state: PeriodState, starts: Side, ends: Side): string {
  const until = ends ? ` até ${formatDateTime(ends)}` : '';
  if (state === 'ended') return `terminou em ${formatDateTime(ends ?? '')}`;
  if (!starts) return until.trim();
  return `${state === 'scheduled' ? 'a partir de' : 'desde'} ${formatDateTime(starts)}${until}`;
}

/** Formats the time of an instant in America/Sao_Paulo: '09:30'. */
function timeOf(instant: string): string {
  return localTimeAt(Date.parse(instant)).slice(11, 16);
}

const ago = lazyValue(() => new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto' }));
const minute = 60_000;
const hour = 60 * minute;
