import type { Column } from './catalogue.ts';
import type { Draft } from './draft.ts';
import { COMPARISONS, SEARCHES } from './operators.ts';
import type { JsonStep } from './parse-json-path.ts';
import type { IsValue, Test } from './parse-test.ts';

/** A column of the rows named `alias`. */
export function columnSql(alias: string, column: Column) {
  return `${alias}.${column.sql}`;
}

/** The same, or what a JSON path finds in it; what is no JSON is read as JSON. */
export function fieldSql(
  alias: string,
  { column, json = [] }: { column: Column; json?: JsonStep[] },
  draft: Draft,
) {
  const sql = columnSql(alias, column);
  if (json.length === 0) return sql;
  const isJson = column.type === 'json' || column.type === 'jsonb';
  const steps = json.map((step) =>
    'key' in step
      ? `${step.arrow}${draft.bind(step.key)}::text`
      : `${step.arrow}${draft.bind(step.index)}::int`,
  );
  return `(${isJson ? sql : `to_jsonb(${sql})`}${steps.join('')})`;
}

const IS: Record<IsValue, string> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
};

/** What a test asks of `field`, whose type decides how the bound values are read. */
export function testSql(test: Test, field: string, type: string, draft: Draft): string {
  switch (test.kind) {
    case 'is':
      return `${field} is ${IS[test.value]}`;
    case 'in':
      return `${field} = any (${draft.bind(arrayLiteral(test.values))})`;
    case 'distinct':
      return `${field} is distinct from ${draft.bind(test.value)}`;
    case 'search':
      return searchSql(test, field, type, draft);
    case 'compare':
      return comparisonSql(test, field, draft);
  }
}

function comparisonSql(
  { operator, quantifier, value }: Extract<Test, { kind: 'compare' }>,
  field: string,
  draft: Draft,
) {
  const isPattern = operator === 'like' || operator === 'ilike';
  const bound = draft.bind(isPattern ? value.replaceAll('*', '%') : value);
  const operand = quantifier === undefined ? bound : `${quantifier} (${bound})`;
  return `${field} ${COMPARISONS[operator]} ${operand}`;
}

/** Text and JSON are made searchable in the language of the question; a `tsvector` is so already. */
function searchSql(
  { operator, language, value }: Extract<Test, { kind: 'search' }>,
  field: string,
  type: string,
  draft: Draft,
) {
  const config = language === undefined ? '' : `${draft.bind(language)}::regconfig, `;
  const document = type === 'tsvector' ? field : `to_tsvector(${config}${field})`;
  return `${document} @@ ${SEARCHES[operator]}(${config}${draft.bind(value)})`;
}

/** One text value that PostgreSQL reads as an array of the column's type. */
function arrayLiteral(list: string[]) {
  return `{${list.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
