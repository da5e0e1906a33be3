import { expect, it } from 'vitest';
import { formatCounted, foldText, searchPattern, shortened } from './text.ts';

it('folds case and accents, composed or not', () => {
  expect(foldText('Açaí')).toBe('acai');
  expect(foldText('AC\u0327AI\u0301')).toBe('acai');
  expect(foldText('ÀÉÎÕÜ')).toBe('aeiou');
});

it('finds a term anywhere, ignoring case and accents', () => {
  expect(searchPattern('  Açaí  com ')).toBe('%acai com%');
});

it('treats wildcards as text', () => {
  expect(searchPattern('50%')).toBe('%50\\%%');
  expect(searchPattern('a_b')).toBe('%a\\_b%');
  expect(searchPattern('a\\b')).toBe('%a\\\\b%');
  expect(searchPattern('a*b')).toBe('%a_b%');
  expect(searchPattern('***')).toBe('');
});

it('formats counts in Portuguese', () => {
  expect(formatCounted(0, 'produto', 'produtos')).toBe('0 produtos');
  expect(formatCounted(1, 'produto', 'produtos')).toBe('1 produto');
  expect(formatCounted(1234, 'produto', 'produtos')).toBe('1.234 produtos');
  expect(formatCounted(1_234_567, 'produto', 'produtos')).toBe('1.234.567 produtos');
});

it('truncates a text above the limit and adds three dots', () => {
  expect(shortened('a'.repeat(100), 100)).toBe('a'.repeat(100));
  expect(shortened('a'.repeat(101), 100)).toBe(`${'a'.repeat(100)}...`);
  expect(shortened('🍇'.repeat(101), 100)).toBe(`${'🍇'.repeat(100)}...`);
});
