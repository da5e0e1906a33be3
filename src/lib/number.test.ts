import { expect, it } from 'vitest';
import { formatNumber, parseNumber, formatNumberInput } from './number.ts';

it.each([
  ['12', 12],
  [' 1.234 ', 1234],
  ['1.234,5', 1234.5],
  ['1234.5', 1234.5],
  ['-0,25', -0.25],
])('parses %j as %d', (text, number) => expect(parseNumber(text)).toBe(number));

it.each(['', 'doze', '0.500', '1,2,3', '1.23.456', '1e5', '12%'])('refuses %j', (text) =>
  expect(parseNumber(text)).toBeUndefined(),
);

it.each([
  [0, '0', '0'],
  [1234, '1.234', '1234'],
  [-1234567.25, '-1.234.567,25', '-1234567,25'],
])('shows %d as %j, in a field as %j', (value, shown, typed) => {
  expect(formatNumber(value)).toBe(shown);
  expect(formatNumberInput(value)).toBe(typed);
  expect(parseNumber(typed)).toBe(value);
});
