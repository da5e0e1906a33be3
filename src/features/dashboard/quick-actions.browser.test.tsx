import { expect, it } from 'vitest';
import { columnsOf } from './quick-actions.tsx';

it.each([
  [1, 2],
  [3, 4],
  [4, 4],
  [5, 3],
  [6, 3],
  [7, 4],
  [8, 4],
  [9, 2],
  [11, 4],
])('arranges %i quick actions in %i columns, all lines full', (actions, columns) => {
  expect(columnsOf(actions)).toBe(columns);
  expect((actions + (actions % 2)) % columns).toBe(0);
});
