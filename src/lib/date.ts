/** An instant of the database (ISO 8601 with zone) as day and time in São Paulo: '21/11/2026, 09:30'. */
export function formatDateTime(instant: string): string {
  return moment.format(new Date(instant));
}

/** The day of an instant in São Paulo: '21/11/2026'. */
export function formatDate(instant: string): string {
  return day.format(new Date(instant));
}

const moment = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});
const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: 'America/Sao_Paulo' });
