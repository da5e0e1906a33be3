import { describe, expect, it, vi } from 'vitest';
import { rest } from '#data/rest-client.ts';
import { parseListParams } from '../list-search.ts';
import { frutas } from '../testing/frutas.tsx';
import { createListExport, makeFiltersAfterRow } from './list-export.queries.ts';

describe('the rows after a row', () => {
  it('begin with those that are equal in the most columns, for ascending and descending columns', () => {
    const row = { id: 7, tipo: 'Geral', created_at: '2026-11-22T12:00:00.123456+00:00' };
    expect(makeFiltersAfterRow(['tipo', '-created_at', '-id'], row)).toEqual([
      [
        ['tipo', 'eq', 'Geral'],
        ['created_at', 'eq', row.created_at],
        ['id', 'lt', 7],
      ],
      [
        ['tipo', 'eq', 'Geral'],
        ['created_at', 'lt', row.created_at],
      ],
      [['tipo', 'gt', 'Geral']],
      [['tipo', 'is', 'null']],
    ]);
  });

  it('include null last in ascending order and first in descending order', () => {
    const row = { id: 'a', company: null };
    expect(makeFiltersAfterRow(['company', 'id'], row)).toEqual([
      [
        ['company', 'is', 'null'],
        ['id', 'gt', 'a'],
      ],
    ]);
    expect(makeFiltersAfterRow(['-company', 'id'], row)).toEqual([
      [
        ['company', 'is', 'null'],
        ['id', 'gt', 'a'],
      ],
      [['company', 'not.is', 'null']],
    ]);
  });
});

describe('the rows of an export', () => {
  type Row = { id: number; preco: number };

  /** Exports a list from a platform that responds with at most `maxRows` rows, and counts the reads. */
  async function exported(all: Row[], maxRows: number) {
    vi.spyOn(rest, 'rpc').mockReturnValue({
      abortSignal: async () => ({ data: null, error: null, status: 200 }),
    } as never);
    let reads = 0;
    const query = (rows: Row[], size = 0): object => ({
      select: () => query(rows),
      order: () => query(rows),
      filter: (column: keyof Row, operator: string, value: number) =>
        query(rows.filter((row) => matches(row[column], operator, value))),
      limit: (most: number) => query(rows, Math.min(most, maxRows)),
      abortSignal: async () => {
        reads += 1;
        return { data: rows.slice(0, size), count: rows.length, error: null, status: 200 };
      },
    });
    const params = { ...parseListParams(frutas, {}), ordem: 'preco' };
    const request = { select: () => query(all), last: ['id'] };
    const { rows } = createListExport(frutas, request, [{ name: 'id', label: 'Id' }], params);
    const ids: unknown[] = [];
    for await (const step of rows('shown', new AbortController().signal)) ids.push(...step.flat());
    return { ids, reads };
  }

  function matches(value: number, operator: string, other: number) {
    return operator === 'gt' ? value > other : operator === 'eq' && value === other;
  }

  it.each([
    ['for an empty list', 0, 1000, 1],
    ['in one response', 7, 1000, 1],
    ['in full responses', 2000, 1000, 6],
    ['on a platform that responds with fewer rows than requested', 7, 2, 6],
  ])('are complete %s', async (_name, count, maxRows, reads) => {
    const ids = Array.from({ length: count }, (_, index) => index + 1);
    const all = ids.map((id) => ({ id, preco: Math.floor(id / 5) }));
    expect(await exported(all, maxRows)).toEqual({ ids, reads });
  });
});
