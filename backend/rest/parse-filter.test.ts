import { describe, expect, it } from 'vitest';
import { COMPARISONS } from './operators.ts';
import { parseFilter, parseLogic } from './parse-filter.ts';

describe('filters', () => {
  it.each(Object.keys(COMPARISONS))('reads %s', (operator) => {
    expect(parseFilter({ name: 'name' }, `${operator}.a.b,(c)"`)).toEqual({
      kind: 'test',
      column: 'name',
      negated: false,
      test: { kind: 'compare', operator, value: 'a.b,(c)"' },
    });
  });

  it('reads negation', () => {
    expect(parseFilter({ name: 'id' }, 'not.eq.1')).toMatchObject({
      negated: true,
      test: { value: '1' },
    });
  });

  it.each([
    ['in.(1,2)', ['1', '2']],
    ['in.("a,b",c"d)', ['a,b', 'c"d']],
    ['in.("a\\"b\\\\c")', ['a"b\\c']],
    ['in.()', []],
    ['in.("")', []],
    ['in.(,)', ['', '']],
  ])('reads the list %s', (text, values) => {
    expect(parseFilter({ name: 'id' }, text)).toMatchObject({ test: { kind: 'in', values } });
  });

  it.each(['null', 'NULL', 'not_null', 'true', 'False', 'unknown'])('reads is.%s', (text) => {
    expect(parseFilter({ name: 'id' }, `is.${text}`)).toMatchObject({
      test: { kind: 'is', value: text.toLowerCase() },
    });
  });

  it.each([
    ['like(any).{a,b}', { kind: 'compare', operator: 'like', quantifier: 'any', value: '{a,b}' }],
    ['eq(all).{1}', { kind: 'compare', operator: 'eq', quantifier: 'all', value: '{1}' }],
    ['isdistinct.null', { kind: 'distinct', value: 'null' }],
    ['fts.a & b', { kind: 'search', operator: 'fts', value: 'a & b' }],
    [
      'wfts(portuguese).a.b',
      { kind: 'search', operator: 'wfts', language: 'portuguese', value: 'a.b' },
    ],
  ])('reads %s', (text, test) => {
    expect(parseFilter({ name: 'id' }, text)).toMatchObject({ test });
  });

  it('refuses a list of more than 1000 values', () => {
    const details = 'A list has at most 1000 values.';
    expect(() => parseFilter({ name: 'id' }, `in.(${'1,'.repeat(1000)}1)`)).toThrow(
      expect.objectContaining({ status: 400, code: 'PGRST127', details }),
    );
  });

  it.each([
    '',
    '1',
    'eq',
    'noop.0',
    'not.not.eq.1',
    'is.nothing',
    'is.nullx',
    'in.1,2',
    'in.(1',
    'in.(1)x',
    'EQ.1',
    'neq(any).{1}',
    'eq(some).{1}',
    'eq().1',
    'in(any).(1)',
    'fts().a',
    'isdistinct(all).1',
    'constructor.1',
  ])('cannot read %s', (text) => {
    expect(() => parseFilter({ name: 'id' }, text)).toThrow(
      expect.objectContaining({ status: 400, code: 'PGRST100' }),
    );
  });

  it('words an unknown operator as PostgREST does', () => {
    expect(() => parseFilter({ name: 'id' }, 'noop.0')).toThrow(
      '"failed to parse filter (noop.0)" (line 1, column 1)',
    );
  });
});

describe('logic trees', () => {
  it('reads nested groups, negations and quoted values', () => {
    const text =
      '(name.ilike.*a*,not.and(id.in.(1,2),sku.not.is.null), "x y".eq."a,)b",tags.eq.{a,b})';
    expect(parseLogic('or', true, text)).toEqual({
      kind: 'or',
      negated: true,
      filters: [
        {
          kind: 'test',
          column: 'name',
          negated: false,
          test: { kind: 'compare', operator: 'ilike', value: '*a*' },
        },
        {
          kind: 'and',
          negated: true,
          filters: [
            {
              kind: 'test',
              column: 'id',
              negated: false,
              test: { kind: 'in', values: ['1', '2'] },
            },
            { kind: 'test', column: 'sku', negated: true, test: { kind: 'is', value: 'null' } },
          ],
        },
        {
          kind: 'test',
          column: 'x y',
          negated: false,
          test: { kind: 'compare', operator: 'eq', value: 'a,)b' },
        },
        {
          kind: 'test',
          column: 'tags',
          negated: false,
          test: { kind: 'compare', operator: 'eq', value: '{a,b}' },
        },
      ],
    });
  });

  it.each(['', '()', '(id.eq.1', '(id.eq.1))', 'id.eq.1', '(xor(id.eq.1))', '(id.in.1,2)'])(
    'cannot read %s',
    (text) => {
      expect(() => parseLogic('and', false, text)).toThrow(
        expect.objectContaining({ status: 400, code: 'PGRST100' }),
      );
    },
  );

  it('reads JSON paths and operators with a modifier', () => {
    const text = '(extra->a->>0.eq.x, tags.cs.{a,b},code.ilike(any).{a*,b*})';
    expect(parseLogic('and', false, text)).toMatchObject({
      filters: [
        {
          column: 'extra',
          json: [
            { arrow: '->', key: 'a' },
            { arrow: '->>', index: '0' },
          ],
        },
        { column: 'tags', test: { operator: 'cs', value: '{a,b}' } },
        { column: 'code', test: { quantifier: 'any', value: '{a*,b*}' } },
      ],
    });
  });

  it('refuses groups nested too deeply', () => {
    const text = `${'(and'.repeat(8)}(id.eq.1)${')'.repeat(8)}`;
    expect(() => parseLogic('and', false, text)).toThrow(
      expect.objectContaining({ code: 'PGRST127' }),
    );
  });
});
