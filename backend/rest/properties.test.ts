import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareCall } from './call.ts';
import type { Catalogue } from './catalogue.ts';
import { RestError } from './errors.ts';
import { parseFilter, parseLogic } from './parse-filter.ts';
import { parseOrder } from './parse-order.ts';
import { parseQuery, type Query } from './parse-query.ts';
import { parseSelect } from './parse-select.ts';
import type { Question } from './question.ts';
import { prepareRead } from './read.ts';
import { arbitraryQuery, nonsense, text } from './testing/arbitraries.ts';
import { namesOf, sampleCatalogue } from './testing/catalogue.ts';
import { printQuery } from './testing/print.ts';
import { strayNames } from './testing/sql-words.ts';
import { prepareWrite } from './write.ts';

const numRuns = 10_000;
const catalogue = sampleCatalogue();
const names = [...new Set(namesOf(catalogue))];
const questions = arbitraryQuery(names);

/** What `work` gives, or nothing where it refuses as the protocol does; every other failure is a bug. */
function orRefusal<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof RestError && error.status < 500) return undefined;
    throw error;
  }
}

describe('10,000 random questions', () => {
  it('are read as they were written', () => {
    const property = fc.property(questions, (query) => {
      const address = new URLSearchParams(printQuery(query));
      return isDeepStrictEqual(parseQuery(address), structuredClone(query));
    });
    expect(fc.check(property, { numRuns })).toMatchObject({ failed: false });
  });

  it('are read or refused, whatever they say', () => {
    const property = fc.property(nonsense, nonsense, (key, value) => {
      orRefusal(() => parseSelect(value));
      orRefusal(() => parseOrder(value));
      orRefusal(() => parseFilter({ name: key }, value));
      orRefusal(() => parseLogic('or', false, value));
      orRefusal(() => parseQuery([[key, value]]));
    });
    expect(fc.check(property, { numRuns })).toMatchObject({ failed: false });
  });

  it('become SQL that mentions no name outside the catalogue', () => {
    let understood = 0;
    const property = fc.property(arbitraryQuestion(), ([target, question]) => {
      const sql = orRefusal(() => prepare(catalogue, target, question).statement.text);
      if (sql === undefined) return true;
      understood += 1;
      return strayNames(sql, names).length === 0;
    });
    expect(fc.check(property, { numRuns })).toMatchObject({ failed: false });
    expect(understood).toBeGreaterThan(numRuns / 50);
  });
});

function arbitraryQuestion() {
  const json = fc.jsonValue({ maxDepth: 1 });
  const target = fc.constantFrom(...catalogue.relations.keys(), ...catalogue.functions.keys());
  const method = fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE');
  const body = fc.oneof(
    fc.array(fc.dictionary(fc.oneof(fc.constantFrom(...names), text), json, { maxKeys: 3 })),
    fc.dictionary(fc.constantFrom(...names), json, { maxKeys: 3 }),
    json,
  );
  const sometimes = fc.constantFrom(
    'count=exact',
    'missing=default',
    'resolution=merge-duplicates',
    'return=representation',
  );
  return fc
    .tuple(
      target,
      method,
      simpler(questions),
      body,
      fc.subarray(['text/csv', 'application/vnd.pgrst.object+json']),
      fc.array(sometimes),
    )
    .map(([name, verb, query, payload, accept, prefer]): [string, Question] => [
      name,
      {
        method: verb,
        parameters: printQuery(query),
        accept: accept[0],
        prefer,
        range: undefined,
        contentType: 'application/json',
        body: JSON.stringify(payload),
      },
    ]);
}

/** Most questions with many parts name something that does not exist: fewer parts get further. */
function simpler(query: fc.Arbitrary<Query>) {
  return fc
    .tuple(query, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }))
    .map(([all, keep]): Query => ({
      select: keep[0] ? all.select : [{ kind: 'star' }],
      filters: keep[1] ? all.filters : [],
      orders: keep[2] ? all.orders : [],
      limits: keep[3] ? all.limits : [],
      offsets: [],
      ...(keep[4] && all.columns ? { columns: all.columns } : {}),
      ...(keep[5] && all.onConflict ? { onConflict: all.onConflict } : {}),
    }));
}

function prepare(known: Catalogue, target: string, question: Question) {
  if (known.functions.has(target)) return prepareCall(known, target, question, 1000);
  const isRead = question.method === 'GET' || question.method === 'HEAD';
  return isRead
    ? prepareRead(known, target, question, 1000)
    : prepareWrite(known, target, question);
}
