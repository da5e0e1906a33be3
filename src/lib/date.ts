/** An instant of the database (ISO 8601 with zone) as the day it is in São Paulo: '21/11/2026'. */
export function formatDate(instant: string): string {
  return day.format(new Date(instant));
}

/** How long ago an instant was: 'agora', 'há 5 minutos', 'ontem', 'há 3 dias', then the date. */
export function relativeDate(instant: string, now = new Date()): string {
  const minutes = Math.round((now.getTime() - new Date(instant).getTime()) / 60_000);
  if (minutes < 1) return 'agora';
  if (minutes < 60) return relative.format(-minutes, 'minute');
  if (minutes < 24 * 60) return relative.format(-Math.floor(minutes / 60), 'hour');
  if (minutes < 7 * 24 * 60) return relative.format(-Math.floor(minutes / (24 * 60)), 'day');
  return formatDate(instant);
}

const day = new Intl.DateTimeFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'America/Sao_Paulo',
});
const relative = new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto' });
