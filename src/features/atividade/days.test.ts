import { expect, it } from 'vitest';
import type { HistoryEntry } from '#crud/history/history.queries.ts';
import { groupByDay } from './days.ts';

// Cast: the test reads no other properties of an entry.
const entryAt = (at: string) => ({ entry: { at } as HistoryEntry, names: {} });

it('groups batches by their day in São Paulo', () => {
  const now = Date.parse('2026-11-23T12:00:00-03:00');
  const days = groupByDay(
    [
      entryAt('2026-11-23T09:00:00-03:00'),
      entryAt('2026-11-23T02:59:00Z'), // 22 November, 23:59 in São Paulo
      entryAt('2026-11-22T00:01:00-03:00'),
      entryAt('2026-11-21T10:00:00-03:00'),
    ],
    now,
  );
  expect(days.map(({ title, namedEntries: ofDay }) => [title, ofDay.length])).toEqual([
    ['Hoje', 1],
    ['Ontem', 2],
    ['Sábado, 21/11/2026', 1],
  ]);
});
