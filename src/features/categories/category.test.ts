import { expect, it } from 'vitest';
import { shortDescription } from './category.ts';

it('shows a description up to 100 characters whole, a longer one cut there with three dots [CAT-03]', () => {
  expect(shortDescription('a'.repeat(100))).toBe('a'.repeat(100));
  expect(shortDescription('a'.repeat(101))).toBe(`${'a'.repeat(100)}...`);
  expect(shortDescription(null)).toBe('');
});

it('never cuts a character in half', () => {
  expect(shortDescription('🍇'.repeat(101))).toBe(`${'🍇'.repeat(100)}...`);
});
