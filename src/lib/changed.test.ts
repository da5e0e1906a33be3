import { expect, it } from 'vitest';
import { changed } from './changed.ts';

it('returns the values that differ, or undefined without any', () => {
  const base = { name: 'a', limit: 1 as number | null };
  expect(changed(base, { name: 'b', limit: 1 })).toEqual({ name: 'b' });
  expect(changed(base, { name: 'a', limit: null })).toEqual({ limit: null });
  expect(changed(base, { name: 'a', limit: 1 })).toBeUndefined();
});
