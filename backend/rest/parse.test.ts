import { describe, expect, it } from 'vitest';
import { parseQuery } from './parse.ts';
import { COMPARISON_OPERATORS } from './read-filter-test.ts';

const parse = (text: string) => parseQuery(new URLSearchParams(text));
const select = (text: string) => parseQuery([['select', text]]).select;
const order = (text: string) => parseQuery([['order', text]]).order;
const filter = (text: string) => parseQuery([['id', text]]).filters[0];
const either = (text: string) => parseQuery([['or', text]]).filters[0];

describe('select', () => {
  it('reads columns, aliases and the star', () => {
    expect(select('*, id,nome:name,"a b\\"c"')).toEqual([
      { kind: 'star' },
      { kind: 'column', name: 'id' },
      { kind: 'column', name: 'name', alias: 'nome' },
      { kind: 'column', name: 'a b"c' },
    ]);
    expect(select('')).toEqual([{ kind: 'star' }]);
  });

  it('reads embedded resources with alias and hint', () => {
    expect(select('id,categoria:categories!products_category_id_fkey(id,*)')).toEqual([
      { kind: 'column', name: 'id' },
      {
        kind: 'embed',
        target: 'categories',
        alias: 'categoria',
        hint: 'products_category_id_fkey',
        items: [{ kind: 'column', name: 'id' }, { kind: 'star' }],
      },
    ]);
  });

  it.each(['count()', 'total:count()', 'real_price.sum()', 'b::int.max()'])(
    'does not allow the aggregate %s',
    (text) => {
      expect(() => select(text)).toThrow(
        expect.objectContaining({ status: 400, code: 'PGRST123' }),
      );
    },
  );

  it.each(['x:...a(b)', 'a.median()', 'id,', 'id)', 'a(id', 'id;drop', '"open', 'id,(name)'])(
    'cannot read %s',
    (text) => {
      expect(() => select(text)).toThrow(
        expect.objectContaining({ status: 400, code: 'PGRST100' }),
      );
    },
  );

  it('reports the position of a syntax error', () => {
    expect(() => select('id,(name)')).toThrow(
      '"failed to parse select parameter (id,(name))" (line 1, column 4)',
    );
  });
});

describe('order', () => {
  it('reads several terms with direction and nulls', () => {
    expect(order('name, real_price.desc,sku.asc.nullsfirst,id.nullslast')).toEqual([
      { column: 'name' },
      { column: 'real_price', direction: 'desc' },
      { column: 'sku', direction: 'asc', nulls: 'first' },
      { column: 'id', nulls: 'last' },
    ]);
  });

  it.each(['', 'name.up', 'name.desc.nullslasttt', 'name desc;', 'name,'])(
    'cannot read %s',
    (text) => {
      expect(() => order(text)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST100' }));
    },
  );
});

describe('filters', () => {
  it.each(Object.keys(COMPARISON_OPERATORS))('reads %s', (operator) => {
    expect(filter(`${operator}.a.b,(c)"`)).toEqual({
      kind: 'test',
      column: 'id',
      negated: false,
      test: { kind: 'compare', operator, value: 'a.b,(c)"' },
    });
  });

  it('reads negation', () => {
    expect(filter('not.eq.1')).toMatchObject({ negated: true, test: { value: '1' } });
  });

  it.each([
    ['in.(1,2)', ['1', '2']],
    ['in.("a,b",c"d)', ['a,b', 'c"d']],
    ['in.("a\\"b\\\\c")', ['a"b\\c']],
    ['in.()', []],
    ['in.( )', []],
    ['in.( 1, 2)', ['1', ' 2']],
    ['in. ( 1 ) ', ['1 ']],
    ['in.("")', []],
    ['in.(,)', ['', '']],
  ])('reads the list %s', (text, values) => {
    expect(filter(text)).toMatchObject({ test: { kind: 'in', values } });
  });

  it.each(['null', 'NULL', 'not_null', 'true', 'False', 'unknown'])('reads is.%s', (text) => {
    expect(filter(`is.${text}`)).toMatchObject({
      test: { kind: 'is', value: text.toLowerCase() },
    });
  });

  it.each(
    ['', '1', 'eq', 'noop.0', 'not.not.eq.1', 'is.nothing', 'is.nullx', 'in.1,2', 'in.(1'].concat([
      'in.(1)x',
      'in.(1))',
      'EQ.1',
      'eq().1',
      'in(any).(1)',
      'constructor.1',
    ]),
  )('cannot read %s', (text) => {
    expect(() => filter(text)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST100' }));
  });

  it('reports an unknown operator with the message of PostgREST', () => {
    expect(() => filter('noop.0')).toThrow('"failed to parse filter (noop.0)" (line 1, column 1)');
  });
});

describe('groups of filters', () => {
  it('reads negations and quoted values', () => {
    const text = '(name.ilike.*a*, sku.not.is.null,"x y".eq."a,)b",tags.eq.{a,b},id.in.(1,2))';
    const is = (column: string, test: object, negated = false) => ({
      kind: 'test',
      column,
      negated,
      test,
    });
    expect(parse(`not.or=${text}`).filters).toEqual([
      {
        kind: 'or',
        negated: true,
        comparisons: [
          is('name', { kind: 'compare', operator: 'ilike', value: '*a*' }),
          is('sku', { kind: 'is', value: 'null' }, true),
          is('x y', { kind: 'compare', operator: 'eq', value: 'a,)b' }),
          is('tags', { kind: 'compare', operator: 'eq', value: '{a,b}' }),
          is('id', { kind: 'in', values: ['1', '2'] }),
        ],
      },
    ]);
  });

  it.each(['', '()', '(id.eq.1', '(id.eq.1))', 'id.eq.1', '(xor(id.eq.1))', '(id.in.1,2)'])(
    'cannot read %s',
    (text) => {
      expect(() => either(text)).toThrow(
        expect.objectContaining({ status: 400, code: 'PGRST100' }),
      );
    },
  );
});

describe('the parameters of a URL', () => {
  it('places filters and orders at the root or at embedded resources', () => {
    const query = parse(
      'select=id,images(url)&name=eq.a&images.is_main=eq.true&images.order=position&order=name&limit=10&offset=20',
    );
    expect(query.filters).toMatchObject([{ column: 'name' }]);
    expect([...query.embedded]).toMatchObject([
      ['images', { filter: { column: 'is_main' }, order: [{ column: 'position' }] }],
    ]);
    expect(query).toMatchObject({ limit: 10, offset: 20, order: [{ column: 'name' }] });
  });

  it('reads the columns of a bulk insert', () => {
    expect(parse('columns="id","a,b"').columns).toEqual(['id', 'a,b']);
  });

  it('reads a quoted name as a column, whatever its name', () => {
    const { filters, embedded } = parse('"order"=eq.1&images."limit"=eq.2');
    expect(filters).toMatchObject([{ column: 'order' }]);
    expect(embedded.get('images')).toMatchObject({ filter: { column: 'limit' } });
  });

  it.each(['foo', 'foo=', 'limit=ten', 'limit=1.5', 'a..b=eq.1', '=eq.1', 'x.select=id'])(
    'never ignores %s',
    (text) => {
      expect(() => parse(text)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST100' }));
    },
  );

  it('refuses a negative limit with status 416, like PostgREST', () => {
    expect(() => parse('limit=-1')).toThrow(
      expect.objectContaining({ status: 416, code: 'PGRST103' }),
    );
  });
});
