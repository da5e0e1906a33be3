import { describe, expect, it } from 'vitest';
import { parseSelect } from './parse-select.ts';

describe('select', () => {
  it('reads columns, aliases and the star', () => {
    expect(parseSelect('*, id,nome:name,"a b\\"c"')).toEqual([
      { kind: 'star' },
      { kind: 'column', name: 'id' },
      { kind: 'column', name: 'name', alias: 'nome' },
      { kind: 'column', name: 'a b"c' },
    ]);
  });

  it('reads nested resources with alias, hint and inner join', () => {
    expect(
      parseSelect('id,categoria:categories!products_category_id_fkey!inner(id,images(url))'),
    ).toEqual([
      { kind: 'column', name: 'id' },
      {
        kind: 'embed',
        target: 'categories',
        alias: 'categoria',
        hint: 'products_category_id_fkey',
        inner: true,
        items: [
          { kind: 'column', name: 'id' },
          {
            kind: 'embed',
            target: 'images',
            inner: false,
            items: [{ kind: 'column', name: 'url' }],
          },
        ],
      },
    ]);
  });

  it.each([
    ['id::regclass', "The cast '::regclass'"],
    [`a${'->b'.repeat(11)}`, 'at most 10 steps'],
    ['a(b(c(d(e(f)))))', 'at most 4 levels'],
    [Array.from({ length: 13 }, (_, index) => `e${index}(id)`).join(','), 'at most 12 resources'],
    [Array.from({ length: 201 }, (_, index) => `c${index}`).join(','), 'at most 200 items'],
  ])('refuses %.40s by name', (text, reason) => {
    expect(() => parseSelect(text)).toThrow(
      expect.objectContaining({
        status: 400,
        code: 'PGRST127',
        details: expect.stringContaining(reason),
      }),
    );
  });

  it('reads JSON paths and casts', () => {
    expect(parseSelect('a->b->>-1::int, x:"c d"->>"e,f"::Double Precision,g->h-i')).toEqual([
      {
        kind: 'column',
        name: 'a',
        json: [
          { arrow: '->', key: 'b' },
          { arrow: '->>', index: '-1' },
        ],
        cast: 'int',
      },
      {
        kind: 'column',
        name: 'c d',
        json: [{ arrow: '->>', key: 'e,f' }],
        cast: 'double precision',
        alias: 'x',
      },
      { kind: 'column', name: 'g', json: [{ arrow: '->', key: 'h-i' }] },
    ]);
  });

  it('reads spread resources, and resources of which nothing is shown', () => {
    expect(parseSelect('...a!b!inner(*),c!left()')).toEqual([
      {
        kind: 'embed',
        target: 'a',
        isSpread: true,
        hint: 'b',
        inner: true,
        items: [{ kind: 'star' }],
      },
      { kind: 'embed', target: 'c', inner: false, items: [] },
    ]);
    expect(parseSelect('')).toEqual([{ kind: 'star' }]);
  });

  it.each(['count()', 'total:count()', 'real_price.sum()', 'a->b::int.max()'])(
    'does not allow the aggregate %s',
    (text) => {
      expect(() => parseSelect(text)).toThrow(
        expect.objectContaining({ status: 400, code: 'PGRST123' }),
      );
    },
  );

  it.each([
    'data->>--34',
    'data->(a',
    'data->',
    'id::',
    'x:...a(b)',
    'a.median()',
    'id,',
    'id)',
    'categories(id',
    'a!x!y!z(id)',
    'id;drop',
    '"open',
  ])('cannot read %s', (text) => {
    expect(() => parseSelect(text)).toThrow(expect.objectContaining({ status: 400 }));
  });

  it('says where it stopped', () => {
    expect(() => parseSelect('id,(name)')).toThrow(
      '"failed to parse select parameter (id,(name))" (line 1, column 4)',
    );
  });
});
