import type { Column } from './catalogue.ts';
import type { Comparison, IsValue, Test } from './parse-filter.ts';
import type { Condition } from './plan.ts';

/**
 * A statement being written: `bind` takes a value and gives its placeholder, whose type comes from what
 * it is compared with; `alias` gives every use of a relation a name of its own, so that a subquery can
 * reach what encloses it.
 */
export type Draft = {
  values: (string | number)[];
  bind(value: string | number): string;
  alias(): string;
};

export function createDraft(): Draft {
  const values: (string | number)[] = [];
  let aliases = 0;
  return {
    values,
    bind(value) {
      values.push(value);
      return `$${values.length}`;
    },
    alias() {
      aliases += 1;
      return `_${aliases}`;
    },
  };
}

/** One condition on the rows named `alias`, as SQL. */
export function conditionSql(condition: Condition, alias: string, draft: Draft): string {
  const not = condition.negated ? 'not ' : '';
  if (condition.kind === 'test')
    return `${not}${testSql(condition.test, columnSql(alias, condition.column), draft)}`;
  const parts = condition.conditions.map((part) => conditionSql(part, alias, draft));
  return `${not}(${parts.join(` ${condition.kind} `)})`;
}

export function columnSql(alias: string, column: Column) {
  return `${alias}.${column.sql}`;
}

const OPERATORS: Record<Comparison, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
};

const IS: Record<IsValue, string> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
};

function testSql(test: Test, column: string, draft: Draft) {
  if (test.kind === 'is') return `${column} is ${IS[test.value]}`;
  if (test.kind === 'in') return `${column} = any (${draft.bind(arrayLiteral(test.values))})`;
  const isPattern = test.operator === 'like' || test.operator === 'ilike';
  const value = isPattern ? test.value.replaceAll('*', '%') : test.value;
  return `${column} ${OPERATORS[test.operator]} ${draft.bind(value)}`;
}

/** One text value that PostgreSQL reads as an array of the column's type. */
function arrayLiteral(list: string[]) {
  return `{${list.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
