import { expect, it } from 'vitest';
import { isTooDeep, JSON_DEPTH } from './json-depth.ts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

it.each([
  [nested(JSON_DEPTH), false],
  [nested(JSON_DEPTH + 1), true],
  [`${'{"a":'.repeat(JSON_DEPTH + 1)}1${'}'.repeat(JSON_DEPTH + 1)}`, true],
  [JSON.stringify({ text: `"\\${nested(500)}\\` }), false],
  [JSON.stringify(Array.from({ length: 500 }, () => [{ a: [] }])), false],
  [`"${'['.repeat(500)}`, false],
  ['['.repeat(500), true],
])('counts the levels of JSON, not the brackets in its strings: %.30s', (text, expected) => {
  expect(isTooDeep(text)).toBe(expected);
});
