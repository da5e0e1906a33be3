import fc from 'fast-check';
import { limits } from '../limits.ts';
import type { Filter } from '../parse-filter.ts';
import type { JsonStep } from '../parse-json-path.ts';
import type { OrderTerm } from '../parse-order.ts';
import type { Placed, Query } from '../parse-query.ts';
import type { SelectItem } from '../parse-select.ts';
import type { IsValue, Test } from '../parse-test.ts';

/** Questions of every shape over the given names, and over names and values that nobody would give. */
export function arbitraryQuery(names: string[]): fc.Arbitrary<Query> {
  const name = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: text },
  );
  const path = fc.array(fc.constantFrom(...names), { maxLength: 2 });
  const at = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Placed<T>> => fc.record({ path, value });
  const once = <T>(value: fc.Arbitrary<T>) =>
    fc.uniqueArray(at(value), { maxLength: 2, selector: (placed) => placed.path.join('\n') });
  return fc.record(
    {
      select: fc
        .array(arbitraryItem(name, 0), { minLength: 1, maxLength: 3 })
        .filter((items) => countEmbeds(items) <= limits.embeds),
      filters: fc.array(at(arbitraryFilter(name, 0)), { maxLength: 3 }),
      orders: once(fc.array(arbitraryTerm(name), { minLength: 1, maxLength: 3 })),
      limits: once(fc.nat(50)),
      offsets: once(fc.nat(50)),
      columns: fc.array(name, { minLength: 1, maxLength: 3 }),
      onConflict: fc.array(name, { minLength: 1, maxLength: 2 }),
    },
    { requiredKeys: ['select', 'filters', 'orders', 'limits', 'offsets'] },
  );
}

const SIGNS = Array.from('"\\\'.,:()!*->{}$% ;ab1\n\0');

/** Text of the characters that mean something, of words that do, and of any others. */
export const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 16 }),
);
export const nonsense = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'select order or and not eq in is like(any) fts(simple) cs ... * -> ->> :: ! !inner ( ) , . " \\ count() id products null desc nullsfirst'.split(
          ' ',
        ),
      ),
      text,
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

function arbitraryItem(name: fc.Arbitrary<string>, depth: number): fc.Arbitrary<SelectItem> {
  const column = fc.record(
    {
      kind: fc.constant('column' as const),
      name,
      json: arbitraryJson(depth === 0),
      cast: fc.constantFrom('text', 'int', 'double precision'),
      alias: name,
    },
    { requiredKeys: ['kind', 'name'] },
  );
  const star = fc.constant<SelectItem>({ kind: 'star' });
  if (depth >= 3) return fc.oneof(column, star);
  const items = fc.array(arbitraryItem(name, depth + 1), { maxLength: 2 });
  const common = { kind: fc.constant('embed' as const), target: name, inner: fc.boolean(), items };
  const requiredKeys = ['kind', 'target', 'inner', 'items'] as const;
  const embed = fc.record(
    { ...common, alias: name, hint: name },
    { requiredKeys: [...requiredKeys] },
  );
  const spread = fc.record(
    { ...common, isSpread: fc.constant(true as const), hint: name },
    { requiredKeys: [...requiredKeys, 'isSpread'] },
  );
  return fc.oneof(column, star, embed, spread);
}

function countEmbeds(items: SelectItem[]): number {
  const embeds = items.filter((item) => item.kind === 'embed');
  return embeds.reduce((total, embed) => total + 1 + countEmbeds(embed.items), 0);
}

/** A number is an index only where no parenthesis follows it. */
function arbitraryJson(hasIndexes: boolean): fc.Arbitrary<JsonStep[]> {
  const arrow = fc.constantFrom('->' as const, '->>' as const);
  const key: fc.Arbitrary<JsonStep> = fc.record({ arrow, key: text });
  const index: fc.Arbitrary<JsonStep> = fc.record({ arrow, index: fc.integer().map(String) });
  return fc.array(hasIndexes ? fc.oneof(key, index) : key, { minLength: 1, maxLength: 3 });
}

function arbitraryFilter(name: fc.Arbitrary<string>, depth: number): fc.Arbitrary<Filter> {
  const test = fc.record(
    {
      kind: fc.constant('test' as const),
      column: name,
      json: arbitraryJson(true),
      negated: fc.boolean(),
      test: arbitraryTest,
    },
    { requiredKeys: ['kind', 'column', 'negated', 'test'] },
  );
  if (depth >= 3) return test;
  const group = fc.record({
    kind: fc.constantFrom('and' as const, 'or' as const),
    negated: fc.boolean(),
    filters: fc.array(arbitraryFilter(name, depth + 1), { minLength: 1, maxLength: 3 }),
  });
  return fc.oneof(test, group);
}

const arbitraryTest: fc.Arbitrary<Test> = fc.oneof(
  fc.record({
    kind: fc.constant('compare' as const),
    operator: fc.constantFrom('neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'),
    value: text,
  }),
  fc.record(
    {
      kind: fc.constant('compare' as const),
      operator: fc.constantFrom(
        ...(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'] as const),
      ),
      quantifier: fc.constantFrom('any' as const, 'all' as const),
      value: text,
    },
    { requiredKeys: ['kind', 'operator', 'value'] },
  ),
  fc.record({
    kind: fc.constant('in' as const),
    // A list of one empty text is written like the empty list, and read as that.
    values: fc
      .array(text, { maxLength: 4 })
      .filter((values) => values.join() !== '' || values.length !== 1),
  }),
  fc.record({
    kind: fc.constant('is' as const),
    value: fc.constantFrom<IsValue>('null', 'not_null', 'true', 'false', 'unknown'),
  }),
  fc.record({ kind: fc.constant('distinct' as const), value: text }),
  fc.record(
    {
      kind: fc.constant('search' as const),
      operator: fc.constantFrom(
        'fts' as const,
        'plfts' as const,
        'phfts' as const,
        'wfts' as const,
      ),
      language: fc.constantFrom('portuguese', 'simple'),
      value: text,
    },
    { requiredKeys: ['kind', 'operator', 'value'] },
  ),
);

function arbitraryTerm(name: fc.Arbitrary<string>): fc.Arbitrary<OrderTerm> {
  const direction = fc.constantFrom('asc' as const, 'desc' as const);
  const nulls = fc.constantFrom('first' as const, 'last' as const);
  const common = { column: name, direction, nulls };
  return fc.oneof(
    fc.record({ ...common, json: arbitraryJson(true) }, { requiredKeys: ['column'] }),
    fc.record(
      { ...common, json: arbitraryJson(false), relation: name },
      { requiredKeys: ['column', 'relation'] },
    ),
  );
}
