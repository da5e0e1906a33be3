import type { Act, Names } from '#crud/history/acts.queries.ts';
import { dayNumber, formatDate } from '#lib/date.ts';

/** A batch with the names of its page of the history. */
export type ToldAct = { act: Act; names: Names };

/** The batches of one day of São Paulo, newest first. */
type Day = { title: string; told: readonly ToldAct[] };

/** Groups batches, which are listed newest first, by day: 'Hoje', 'Ontem', 'Sábado, 21/11/2026'. */
export function daysOf(told: readonly ToldAct[], now: number = Date.now()): Day[] {
  const days = Map.groupBy(told, ({ act }) => dayNumber(new Date(act.at)));
  const today = dayNumber(new Date(now));
  return [...days].map(([day, acts]) => ({
    title: titleOf(today - day, acts[0]?.act.at ?? '', day),
    told: acts,
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
