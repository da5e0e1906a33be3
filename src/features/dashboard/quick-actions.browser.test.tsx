import { expect, it } from 'vitest';
import { chooseColumnCount } from './quick-actions.tsx';

it.each([
  [4, 4],
  [5, 3],
  [6, 3],
  [7, 4],
  [8, 4],
])('arranges %i quick actions in %i columns', (actions, columns) => {
  expect(chooseColumnCount(actions)).toBe(columns);
});

it('fills all lines of any number of quick actions', () => {
  const rests = Array.from({ length: 20 }, (_, place) => {
    const actions = place + 1;
    // If the number is odd, the first action has twice the width.
    return (actions + (actions % 2)) % chooseColumnCount(actions);
  });
  expect(new Set(rests)).toEqual(new Set([0]));
});
