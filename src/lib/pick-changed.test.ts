import { expect, it } from 'vitest';
import { pickChangedValues } from './pick-changed.ts';

it('returns the values that differ, or undefined without any', () => {
  const base = { name: 'a', limit: 1 as number | null };
  expect(pickChangedValues(base, { name: 'b', limit: 1 })).toEqual({ name: 'b' });
  expect(pickChangedValues(base, { name: 'a', limit: null })).toEqual({ limit: null });
  expect(pickChangedValues(base, { name: 'a', limit: 1 })).toBeUndefined();
});
