import { describe, expect, it } from 'vitest';
import { formatAuthorsInSentence, formatAuthors } from './record-authors.queries.ts';

const ME = { name: 'Ana', own: true };
const MARIA = { name: 'Maria', own: false };
const JOAO = { name: 'João', own: false };

describe('the names of the authors of a change', () => {
  it.each([
    [[ME], 'Você', 'você'],
    [[MARIA], 'Maria', 'Maria'],
    [[ME, MARIA], 'Você e Maria', 'você e Maria'],
    [[MARIA, ME], 'Maria e você', 'Maria e você'],
    [[ME, MARIA, JOAO], 'Você e mais 2 pessoas', 'você e mais 2 pessoas'],
    [[{ name: null, own: false }], undefined, 'outra pessoa'],
  ])('of %j begin a sentence as %s, and continue one as %s', (authors, first, inside) => {
    expect(formatAuthors(authors)).toBe(first);
    expect(formatAuthorsInSentence(authors)).toBe(inside);
  });
});
