import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMPARISON_OPERATORS } from './rest/read-filter-test.ts';

const page = readFileSync('docs/protocol.md', 'utf8');
const proofs = [...page.matchAll(/`([\w/-]+\.test\.ts): ([^`]+)`/g)].map(
  ([, file = '', title = '']) => ({ file, title }),
);

describe('docs/protocol.md', () => {
  it('names only tests that exist', () => {
    const missing = proofs.filter(
      ({ file, title }) => !titlesOf(file).some((each) => each.startsWith(title)),
    );
    expect(missing).toEqual([]);
  });

  it('names every code and every operator of the data protocol', () => {
    const sources = globSync('backend/rest/*.ts', { exclude: ['**/*.test.ts'] });
    const codes = sources.flatMap(
      (file) => readFileSync(file, 'utf8').match(/PGRST[\dX]{2,3}\b/g) ?? [],
    );
    expect([...new Set(codes)].filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
    const words = new Set(page.match(/\b[a-z]+\b/g));
    const operators = Object.keys(COMPARISON_OPERATORS);
    expect(operators.filter((operator) => !words.has(operator))).toEqual([]);
  });
});

/** Returns the quoted texts of a test file, which include the titles of its tests. */
function titlesOf(file: string) {
  const source = readFileSync(`backend/${file}`, 'utf8');
  return [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g)].map(
    ([, plain, template]) => plain ?? template ?? '',
  );
}
