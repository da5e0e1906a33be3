import { expect, it } from 'vitest';
import { formatCountWithNoun, foldText, createSearchPattern, truncateText } from './text.ts';

it('folds case and accents, composed or not', () => {
  expect(foldText('Açaí')).toBe('acai');
  expect(foldText('AC\u0327AI\u0301')).toBe('acai');
  expect(foldText('ÀÉÎÕÜ')).toBe('aeiou');
});

it('finds a term anywhere, ignoring case and accents', () => {
  expect(createSearchPattern('  Açaí  com ')).toBe('%acai com%');
});

it('treats wildcards as text', () => {
  expect(createSearchPattern('50%')).toBe('%50\\%%');
  expect(createSearchPattern('a_b')).toBe('%a\\_b%');
  expect(createSearchPattern('a\\b')).toBe('%a\\\\b%');
  expect(createSearchPattern('a*b')).toBe('%a_b%');
  expect(createSearchPattern('***')).toBe('');
});

it('formats counts in Portuguese', () => {
  expect(formatCountWithNoun(0, 'produto', 'produtos')).toBe('0 produtos');
  expect(formatCountWithNoun(1, 'produto', 'produtos')).toBe('1 produto');
  expect(formatCountWithNoun(1234, 'produto', 'produtos')).toBe('1.234 produtos');
  expect(formatCountWithNoun(1_234_567, 'produto', 'produtos')).toBe('1.234.567 produtos');
});

it('truncates a text above the limit and adds three dots', () => {
  expect(truncateText('a'.repeat(100), 100)).toBe('a'.repeat(100));
  expect(truncateText('a'.repeat(101), 100)).toBe(`${'a'.repeat(100)}...`);
  expect(truncateText('🍇'.repeat(101), 100)).toBe(`${'🍇'.repeat(100)}...`);
});
