import type { HistoryEntry, Names } from '#crud/history/history.queries.ts';
import { dayNumber, formatDate } from '#lib/date.ts';

/** A batch, with the names that the response with this batch contains (`Names`). */
export type NamedEntry = { entry: HistoryEntry; names: Names };

/** The batches of one day in the time zone America/Sao_Paulo, newest first. */
type Day = { title: string; namedEntries: readonly NamedEntry[] };

/** Groups batches, which are listed newest first, by day: 'Hoje', 'Ontem', 'Sábado, 21/11/2026'. */
export function daysOf(namedEntries: readonly NamedEntry[], now: number = Date.now()): Day[] {
  const days = Map.groupBy(namedEntries, ({ entry }) => dayNumber(new Date(entry.at)));
  const today = dayNumber(new Date(now));
  return [...days].map(([day, ofDay]) => ({
    title: titleOf(today - day, ofDay[0]?.entry.at ?? '', day),
    namedEntries: ofDay,
  }));
}

function titleOf(age: number, at: string, day: number): string {
  if (age === 0) return 'Hoje';
  if (age === 1) return 'Ontem';
  // The day with the number 0 was a Thursday.
  return `${weekdays[(((day + 4) % 7) + 7) % 7]}, ${formatDate(at)}`;
}

const weekdays = [
  'Domingo',
  'Segunda-feira',
  'Terça-feira',
  'Quarta-feira',
  'Quinta-feira',
  'Sexta-feira',
  'Sábado',
];
