import { expect, it } from 'vitest';
import type { Act } from '#crud/history/acts.queries.ts';
import { daysOf } from './days.ts';

// The other properties do not matter here.
const told = (at: string) => ({ act: { at } as Act, names: {} });

it('groups batches by their day in São Paulo', () => {
  const now = Date.parse('2026-11-23T12:00:00-03:00');
  const days = daysOf(
    [
      told('2026-11-23T09:00:00-03:00'),
      told('2026-11-23T02:59:00Z'), // still the 22nd there
      told('2026-11-22T00:01:00-03:00'),
      told('2026-11-21T10:00:00-03:00'),
    ],
    now,
  );
  expect(days.map(({ title, told: acts }) => [title, acts.length])).toEqual([
    ['Hoje', 1],
    ['Ontem', 2],
    ['Sábado, 21/11/2026', 1],
  ]);
});
