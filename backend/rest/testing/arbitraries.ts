import fc from 'fast-check';
import type { Comparison, Filter, OrderTerm, ParsedQuery, SelectItem } from '../parse.ts';
import { COMPARISON_OPERATORS, IS_OPERATOR_VALUES, type FilterTest } from '../read-filter-test.ts';

/**
 * Returns a generator of parsed query parameters (`ParsedQuery`) of all kinds. Most names in a `ParsedQuery` are from
 * `names`; the others are random.
 */
export function arbitraryQuery(names: string[]): fc.Arbitrary<ParsedQuery> {
  const name = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: arbitraryText },
  );
  const order = fc.array(arbitraryTerm(name), { minLength: 1, maxLength: 3 });
  const embed = fc.record({ filter: arbitraryEquality(name), order }, { requiredKeys: ['order'] });
  return fc.record(
    {
      select: fc.array(arbitraryItem(name, true), { minLength: 1, maxLength: 3 }),
      filters: fc.array(arbitraryFilter(name), { maxLength: 3 }),
      order,
      limit: fc.nat(50),
      offset: fc.integer({ min: -5, max: 50 }),
      columns: fc.array(name, { minLength: 1, maxLength: 3 }),
      embedded: fc.array(fc.tuple(name, embed), { maxLength: 2 }).map((pairs) => new Map(pairs)),
    },
    { requiredKeys: ['select', 'filters', 'order', 'embedded'] },
  );
}

const SIGNS = Array.from('"\\\'.,:()!*->{}$% ;ab1\n\0');

/**
 * Generator of random texts: of any characters, or only of `SIGNS`. Most characters in `SIGNS` have a meaning in the
 * syntax of the URL.
 */
export const arbitraryText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 16 }),
);

const WORDS =
  'select order or and not eq in is like(any) fts(simple) cs ... * -> ->> :: ! !inner ( ) , . " \\ count() id products null desc nullsfirst';

export const arbitraryTokenSequence = fc
  .array(fc.oneof(fc.constantFrom(...WORDS.split(' ')), arbitraryText), { maxLength: 12 })
  .map((parts) => parts.join(''));

function arbitraryItem(name: fc.Arbitrary<string>, hasEmbeds: boolean): fc.Arbitrary<SelectItem> {
  const star = fc.constant<SelectItem>({ kind: 'star' });
  const column = fc.record(
    { kind: fc.constant('column' as const), name, alias: name },
    { requiredKeys: ['kind', 'name'] },
  );
  if (!hasEmbeds) return fc.oneof(column, star);
  const items = fc.array(arbitraryItem(name, false), { minLength: 1, maxLength: 2 });
  const hint = name.filter((word) => word !== 'inner' && word !== 'left');
  const embed = fc.record(
    { kind: fc.constant('embed' as const), target: name, items, alias: name, hint },
    { requiredKeys: ['kind', 'target', 'items'] },
  );
  return fc.oneof(column, star, embed);
}

function arbitraryFilter(name: fc.Arbitrary<string>): fc.Arbitrary<Filter> {
  const comparison = arbitraryComparison(name, arbitraryTest, fc.boolean());
  const group = fc.record({
    kind: fc.constantFrom('and' as const, 'or' as const),
    negated: fc.boolean(),
    comparisons: fc.array(comparison, { minLength: 1, maxLength: 3 }),
  });
  return fc.oneof(comparison, group);
}

function arbitraryEquality(name: fc.Arbitrary<string>) {
  const kind = fc.constant('compare' as const);
  const test = fc.record({ kind, operator: fc.constant('eq' as const), value: arbitraryText });
  return arbitraryComparison(name, test, fc.constant(false));
}

function arbitraryComparison(
  column: fc.Arbitrary<string>,
  test: fc.Arbitrary<FilterTest>,
  negated: fc.Arbitrary<boolean>,
): fc.Arbitrary<Comparison> {
  return fc.record({ kind: fc.constant('test' as const), column, negated, test });
}

const arbitraryTest: fc.Arbitrary<FilterTest> = fc.oneof(
  fc.record({
    kind: fc.constant('compare' as const),
    operator: fc.constantFrom(...keys(COMPARISON_OPERATORS)),
    value: arbitraryText,
  }),
  fc.record({
    kind: fc.constant('in' as const),
    // Leave out the list of one empty text, because the parser reads `in.("")` as the empty list.
    values: fc
      .array(arbitraryText, { maxLength: 4 })
      .filter((values) => values.join() !== '' || values.length !== 1),
  }),
  fc.record({
    kind: fc.constant('is' as const),
    value: fc.constantFrom(...keys(IS_OPERATOR_VALUES)),
  }),
);

function arbitraryTerm(column: fc.Arbitrary<string>): fc.Arbitrary<OrderTerm> {
  const direction = fc.constantFrom('asc' as const, 'desc' as const);
  const nulls = fc.constantFrom('first' as const, 'last' as const);
  return fc.record({ column, direction, nulls }, { requiredKeys: ['column'] });
}

function keys<T extends object>(record: T) {
  return Object.keys(record) as (keyof T)[]; // callers pass a constant: it has no other keys
}
