import { expect, it } from 'vitest';
import { isJsonTooDeep, MAX_JSON_DEPTH } from './json-depth.ts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

it.each([
  [nested(MAX_JSON_DEPTH), false],
  [nested(MAX_JSON_DEPTH + 1), true],
  [`${'{"a":'.repeat(MAX_JSON_DEPTH + 1)}1${'}'.repeat(MAX_JSON_DEPTH + 1)}`, true],
  [JSON.stringify({ text: `"\\${nested(500)}\\` }), false],
  [JSON.stringify(Array.from({ length: 500 }, () => [{ a: [] }])), false],
  [`"${'['.repeat(500)}`, false],
  ['['.repeat(500), true],
])('counts the levels of JSON, not the brackets in its strings: %.30s', (text, expected) => {
  expect(isJsonTooDeep(text)).toBe(expected);
});
