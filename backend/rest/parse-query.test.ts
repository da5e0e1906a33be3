import { describe, expect, it } from 'vitest';
import { parseOrder } from './parse-order.ts';
import { parseQuery } from './parse-query.ts';

function parse(text: string) {
  return parseQuery(new URLSearchParams(text));
}

describe('order', () => {
  it('reads several terms with direction, nulls and related columns', () => {
    expect(
      parseOrder('name, real_price.desc,sku.asc.nullsfirst,id.nullslast,categories(name).desc'),
    ).toEqual([
      { column: 'name' },
      { column: 'real_price', direction: 'desc' },
      { column: 'sku', direction: 'asc', nulls: 'first' },
      { column: 'id', nulls: 'last' },
      { column: 'name', relation: 'categories', direction: 'desc' },
    ]);
  });

  it.each(['', 'name.up', 'name.desc.nullslasttt', 'name desc;', 'categories(name', 'name,'])(
    'cannot read %s',
    (text) => {
      expect(() => parseOrder(text)).toThrow(
        expect.objectContaining({ status: 400, code: 'PGRST100' }),
      );
    },
  );

  it('reads JSON paths, of related columns too', () => {
    expect(parseOrder('data->a->>b.desc,other(data->0).nullslast')).toEqual([
      {
        column: 'data',
        json: [
          { arrow: '->', key: 'a' },
          { arrow: '->>', key: 'b' },
        ],
        direction: 'desc',
      },
      // PostgREST takes a number before a parenthesis for a key.
      { column: 'data', json: [{ arrow: '->', key: '0' }], relation: 'other', nulls: 'last' },
    ]);
  });

  it('refuses too many terms', () => {
    const text = Array.from({ length: 11 }, () => 'a').join(',');
    expect(() => parseOrder(text)).toThrow(expect.objectContaining({ code: 'PGRST127' }));
  });
});

describe('the parameters of an address', () => {
  it('places filters, orders and ranges at the root or at embedded resources', () => {
    const query = parse(
      'select=id,images(url)&name=eq.a&images.is_main=is.true&images.order=position&images.limit=1&order=name&limit=10&offset=20&images.or=(a.eq.1,b.eq.2)&not.or=(c.eq.3)',
    );
    expect(query.filters.map(({ path, value }) => [path, value.kind, value.negated])).toEqual([
      [[], 'test', false],
      [['images'], 'test', false],
      [['images'], 'or', false],
      [[], 'or', true],
    ]);
    expect(query.orders.map(({ path }) => path)).toEqual([['images'], []]);
    expect(query.limits).toEqual([
      { path: ['images'], value: 1 },
      { path: [], value: 10 },
    ]);
    expect(query.offsets).toEqual([{ path: [], value: 20 }]);
  });

  it('reads the columns of a bulk insert and of a conflict', () => {
    expect(parse('columns="id","a,b"&on_conflict=id,sku')).toMatchObject({
      columns: ['id', 'a,b'],
      onConflict: ['id', 'sku'],
    });
  });

  it('takes what is in quotes or has a JSON path for a column, whatever its name', () => {
    const filters = parse('"order"=eq.1&images."limit"=eq.2&or->>x=eq.3').filters;
    expect(filters.map(({ path, value }) => [path, value])).toMatchObject([
      [[], { column: 'order' }],
      [['images'], { column: 'limit' }],
      [[], { column: 'or', json: [{ arrow: '->>', key: 'x' }] }],
    ]);
  });

  it.each(['select=id&select=name', 'limit=1&limit=2', 'order=a&order=b'])(
    'refuses %s, given twice',
    (text) => {
      expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'PGRST127' }));
    },
  );

  it.each([
    'foo',
    'foo=',
    'limit=ten',
    'limit=1.5',
    'offset=-1',
    'a..b=eq.1',
    '=eq.1',
    'x.select=id',
  ])('never ignores %s', (text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST100' }));
  });

  it('answers a negative limit with 416, as PostgREST does', () => {
    expect(() => parse('limit=-1')).toThrow(
      expect.objectContaining({ status: 416, code: 'PGRST103' }),
    );
  });

  it('refuses more filters than a page could ever need', () => {
    expect(() => parse(Array.from({ length: 101 }, () => 'id=eq.1').join('&'))).toThrow(
      expect.objectContaining({ code: 'PGRST127' }),
    );
  });
});
