import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RestError } from './errors.ts';
import { parseQuery, type ParsedQuery } from './parse.ts';
import { compileRequest, type RestTarget } from './prepare.ts';
import { readRequest, type RestRequest } from './request.ts';
import { arbitraryQuery, arbitraryTokenSequence, arbitraryText } from './testing/arbitraries.ts';
import { listSchemaCacheNames, createSampleSchemaCache } from './testing/catalogue.ts';
import { serializeQuery } from './testing/serialize-query.ts';
import { findUnknownNames } from './testing/unknown-names.ts';

const numRuns = 10_000;
const catalogue = createSampleSchemaCache();
const names = [...new Set(listSchemaCacheNames(catalogue))];
const requests = arbitraryQuery(names);

/**
 * Returns the result of `work`, or undefined if `work` throws a `RestError` with a status below 500. Throws every other
 * error, because it is a bug.
 */
function orRefusal<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof RestError && error.status < 500) return undefined;
    throw error;
  }
}

// A long timeout, because a busy host is slower.
describe('10,000 random requests', { timeout: 60_000 }, () => {
  it('are parsed to the query that was printed', () => {
    const property = fc.property(requests, (query) => {
      const address = new URLSearchParams(serializeQuery(query));
      return isDeepStrictEqual(parseQuery(address), structuredClone(query));
    });
    expect(fc.check(property, { numRuns })).toMatchObject({ failed: false });
  });

  it('are parsed or refused, and cause no other error', () => {
    const property = fc.property(arbitraryTokenSequence, arbitraryTokenSequence, (key, value) => {
      for (const name of ['select', 'order', 'columns', 'id', 'or', key])
        orRefusal(() => parseQuery([[name, value]]));
    });
    expect(fc.check(property, { numRuns })).toMatchObject({ failed: false });
  });

  it('become SQL that mentions no name outside the catalogue', () => {
    let understood = 0;
    const property = fc.property(arbitraryRequest(), ([target, request]) => {
      const sql = orRefusal(() => compileRequest(catalogue, target, request, 1000).statement.text);
      if (sql === undefined) return true;
      understood += 1;
      return findUnknownNames(sql, names).length === 0;
    });
    expect(fc.check(property, { numRuns })).toMatchObject({ failed: false });
    expect(understood).toBeGreaterThan(numRuns / 50);
  });
});

function arbitraryRequest(): fc.Arbitrary<[RestTarget, RestRequest]> {
  const json = fc.jsonValue({ maxDepth: 1 });
  const target = fc.oneof(
    fc.record({
      kind: fc.constant('table' as const),
      name: fc.constantFrom(...catalogue.relations.keys()),
    }),
    fc.record({
      kind: fc.constant('function' as const),
      name: fc.constantFrom(...catalogue.functions.keys()),
    }),
  );
  const method = fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE');
  const body = fc.oneof(
    fc.array(
      fc.dictionary(fc.oneof(fc.constantFrom(...names), arbitraryText), json, { maxKeys: 3 }),
    ),
    fc.dictionary(fc.constantFrom(...names), json, { maxKeys: 3 }),
    json,
  );
  const accept = fc.constantFrom('application/json', 'application/vnd.pgrst.object+json');
  const prefer = fc.constantFrom('count=exact', 'return=representation', 'return=minimal');
  return fc
    .tuple(target, method, simpler(requests), body, accept, prefer)
    .map(([what, verb, query, payload, media, preference]) => {
      const isCall = what.kind === 'function';
      const search =
        isCall && verb === 'POST' ? '' : String(new URLSearchParams(serializeQuery(query)));
      const headers = { accept: media, ...(isCall ? {} : { prefer: preference }) };
      return [what, readRequest(verb, `/?${search}`, headers, JSON.stringify(payload))];
    });
}

/**
 * Returns a generator that omits random parts of the queries that `query` generates. Otherwise, the server would refuse
 * most requests early, because one of their many parts names something that does not exist.
 */
function simpler(query: fc.Arbitrary<ParsedQuery>) {
  return fc
    .tuple(query, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }))
    .map(([all, keep]): ParsedQuery => ({
      select: keep[0] ? all.select : [{ kind: 'star' }],
      filters: keep[1] ? all.filters : [],
      order: keep[2] ? all.order : [],
      embedded: keep[3] ? all.embedded : new Map(),
      ...(keep[4] && all.limit !== undefined ? { limit: all.limit } : {}),
      ...(keep[5] && all.columns ? { columns: all.columns } : {}),
    }));
}
