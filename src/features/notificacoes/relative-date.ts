import { formatDate } from '#lib/date.ts';

/** How long ago an instant was: 'agora', 'há 5 minutos', 'ontem', 'há 3 dias'; after a month, the date. */
export function relativeDate(instant: string, now: number = Date.now()): string {
  const age = now - Date.parse(instant);
  if (age < minute) return 'agora';
  if (age < hour) return format.format(-Math.floor(age / minute), 'minute');
  if (age < day) return format.format(-Math.floor(age / hour), 'hour');
  if (age < 30 * day) return format.format(-Math.floor(age / day), 'day');
  return formatDate(instant);
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const format = new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto' });
