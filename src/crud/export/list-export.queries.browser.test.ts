import { describe, expect, it } from 'vitest';
import { partsAfter } from './list-export.queries.ts';

describe('the rows after a row', () => {
  it('begin with those that are equal in the most columns, for ascending and descending columns', () => {
    const row = { id: 7, tipo: 'Geral', created_at: '2026-11-22T12:00:00.123456+00:00' };
    expect(partsAfter(['tipo', '-created_at', '-id'], row)).toEqual([
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
    expect(partsAfter(['company', 'id'], row)).toEqual([
      [
        ['company', 'is', 'null'],
        ['id', 'gt', 'a'],
      ],
    ]);
    expect(partsAfter(['-company', 'id'], row)).toEqual([
      [
        ['company', 'is', 'null'],
        ['id', 'gt', 'a'],
      ],
      [['company', 'not.is', 'null']],
    ]);
  });
});
