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
    ['...categories(name)', 'Spread embedding'],
    ['data->key', 'JSON paths'],
    ['id::text', 'Casts'],
    ['real_price.sum()', 'Aggregate functions'],
    ['count()', 'Aggregate functions'],
    ['', 'empty select'],
    ['categories()', 'empty select'],
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

  it.each(['id,', 'id)', 'categories(id', 'a!x!y!z(id)', 'id;drop', '"open'])(
    'cannot read %s',
    (text) => {
      expect(() => parseSelect(text)).toThrow(expect.objectContaining({ status: 400 }));
    },
  );

  it('says where it stopped', () => {
    expect(() => parseSelect('id,(name)')).toThrow(
      '"failed to parse select parameter (id,(name))" (line 1, column 4)',
    );
  });
});
