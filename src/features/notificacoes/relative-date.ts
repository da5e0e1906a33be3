import { dayNumber, formatDate } from '#lib/date.ts';

/**
 * How long ago an instant was: 'agora', 'há 5 minutos', 'há 3 horas' on the same day, then by the calendar
 * of São Paulo: 'ontem', 'há 3 dias'; after a month, the date.
 */
export function relativeDate(instant: string, now: number = Date.now()): string {
  const age = now - Date.parse(instant);
  if (age < minute) return 'agora';
  if (age < hour) return format.format(-Math.floor(age / minute), 'minute');
  const days = dayNumber(new Date(now)) - dayNumber(new Date(instant));
  if (days === 0) return format.format(-Math.floor(age / hour), 'hour');
  if (days < 30) return format.format(-days, 'day');
  return formatDate(instant);
}

const minute = 60_000;
const hour = 60 * minute;
const format = new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto' });
