import type { HistoryEntry, RecordNames } from '#crud/history/history.queries.ts';
import { dayNumber, formatDate } from '#lib/date.ts';

/** A batch, and the names of the records to which its changed columns refer. One response contains both. */
export type EntryWithNames = { entry: HistoryEntry; names: RecordNames };

/** The batches of one day in the time zone America/Sao_Paulo, newest first. */
type Day = { title: string; namedEntries: readonly EntryWithNames[] };

/** Groups batches by day. Pass the newest batch first. A title is 'Hoje', 'Ontem' or a date: 'Sábado, 21/11/2026'. */
export function groupByDay(
  namedEntries: readonly EntryWithNames[],
  now: number = Date.now(),
): Day[] {
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
  // Day number 0, 1970-01-01, was a Thursday: index 4 of `weekdays`.
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
