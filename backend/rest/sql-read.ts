import { quoteIdentifier, type Column } from './catalogue.ts';
import { REST_LIMITS } from './limits.ts';
import { COMPARISON_OPERATORS, IS_OPERATOR_VALUES } from './read-filter-test.ts';
import type {
  ResolvedComparison,
  ResolvedFilter,
  EmbedPlan,
  ResolvedOrderTerm,
  OutputColumn,
  ReadPlan,
} from './resolve.ts';

/** A statement with its values. It returns one row: a `ResultRow`. */
export type Statement = { text: string; values: unknown[] };

export type RowRange = { offset: number; limit: number };

/** A function that binds a value and returns its placeholder. PostgreSQL infers the type from the context. */
export type ValueBinder = (value: unknown) => string;

/**
 * Returns the statement of a read: PostgreSQL builds the JSON of the rows. With `head`, the statement only counts the
 * rows. With `counted`, it also returns the total.
 */
export function buildReadSql(
  plan: ReadPlan,
  { offset, limit }: RowRange,
  maxRows: number,
  is: { head: boolean; counted: boolean },
): Statement {
  const values: unknown[] = [];
  const bind = createValueBinder(values);
  const from = `${plan.relation.sql} as _r`;
  const total = is.counted
    ? `(select count(*)::int from ${from}${buildWhereSql(plan.where, '_r', bind)})`
    : 'null::int';
  const outputs = [
    ...plan.outputs.map((output) => buildOutputSql(output, '_r')),
    ...plan.embeds.map((embed) => buildEmbedSql(embed, '_r', maxRows, bind)),
  ];
  const where = buildWhereSql(plan.where, '_r', bind);
  // Write the limit as a literal, not as a parameter, because PostgreSQL's query plan depends on it. Few different
  // limits occur, so there are few different statements.
  const page = ` limit ${limit}${offset > 0 ? ` offset ${bind(offset)}` : ''}`;
  const rows = `(select ${outputs.join(', ')} from ${from}${where}${orderSql(plan.order, '_r')}${page})`;
  return {
    text: is.head ? buildCountSql(rows, total) : buildListSql(rows, ROW_TO_JSON_SQL, total),
    values,
  };
}

/** SQL that converts a row of `_row` to JSON. */
export const ROW_TO_JSON_SQL = 'row_to_json(_row.*)::text';

/**
 * Returns SQL that builds one JSON list of the rows of `source`. The SQL expression `json` converts a row to JSON text.
 * If the rows are longer than `REST_LIMITS.responseBytes` bytes, `is_long` is true and the last rows are left out, so
 * neither PostgreSQL nor this process holds a longer list.
 */
export function buildListSql(source: string, json: string, total = 'null::int') {
  return `select '[' || coalesce(string_agg(json, E', \\n ') filter (where until <= ${REST_LIMITS.responseBytes}), '') || ']' as body, count(*)::int as rows, ${total} as total, max(until) > ${REST_LIMITS.responseBytes} as is_long from ${measuredSql(source, json)}`;
}

/**
 * Returns SQL for the rows of `source` as JSON; `until` is the length of this row and all rows before it, in bytes.
 * `offset 0` prevents the planner from flattening the subquery: otherwise, PostgreSQL would convert each row twice.
 */
function measuredSql(source: string, json: string) {
  const written = `select ${json} as json from ${source} as _row offset 0`;
  return `(select json, sum(octet_length(json)) over (rows unbounded preceding) as until from (${written}) as _written) as _list`;
}

/** Returns SQL that counts the rows of `source`, for a response without a body. */
export function buildCountSql(source: string, total = 'null::int') {
  return `select '' as body, count(*)::int as rows, ${total} as total, false as is_long from ${source} as _row`;
}

export function createValueBinder(values: unknown[]): ValueBinder {
  return (value) => `$${values.push(value)}`;
}

/** Returns one item of a select list: all columns of the rows named `alias`, or one column under its requested name. */
export function buildOutputSql(output: OutputColumn, alias: string) {
  return output.kind === 'star'
    ? `${alias}.*`
    : `${columnSql(alias, output.column)} as ${quoteIdentifier(output.name)}`;
}

/** Returns the where clause; an empty text if there are no conditions. */
export function buildWhereSql(conditions: ResolvedFilter[], alias: string, bind: ValueBinder) {
  if (conditions.length === 0) return '';
  return ` where ${conditions.map((each) => conditionSql(each, alias, bind)).join(' and ')}`;
}

/**
 * Returns SQL that selects the related rows of a row named `alias`, as a column with the name of the embed. It is a
 * subquery in the select list, not a join: PostgreSQL evaluates it after the limit, only for the rows of the page.
 */
export function buildEmbedSql(embed: EmbedPlan, alias: string, maxRows: number, bind: ValueBinder) {
  const { relation, outputs, join, filter } = embed;
  const conditions = join.map(
    ([own, other]) => `${columnSql('_e', other)} = ${columnSql(alias, own)}`,
  );
  if (filter) conditions.push(testSql(filter, '_e', bind));
  const select = outputs.map((output) => buildOutputSql(output, '_e')).join(', ');
  const limit = embed.isToMany ? ` limit ${maxRows}` : '';
  const rows = `(select ${select} from ${relation.sql} as _e where ${conditions.join(' and ')}${orderSql(embed.order, '_e')}${limit})`;
  const name = quoteIdentifier(embed.name);
  if (!embed.isToMany) return `(select row_to_json(_row.*) from ${rows} as _row) as ${name}`;
  // Include the row that exceeds the maximum length: it makes the outer row too long, so the response is refused.
  return `(select '[' || coalesce(string_agg(json, E', \\n ') filter (where until - octet_length(json) <= ${REST_LIMITS.responseBytes}), '') || ']' from ${measuredSql(rows, ROW_TO_JSON_SQL)})::json as ${name}`;
}

function orderSql(order: ResolvedOrderTerm[], alias: string) {
  if (order.length === 0) return '';
  const terms = order.map(({ column, direction, nulls }) => {
    const suffix = `${direction === undefined ? '' : ` ${direction}`}${nulls === undefined ? '' : ` nulls ${nulls}`}`;
    return `${columnSql(alias, column)}${suffix}`;
  });
  return ` order by ${terms.join(', ')}`;
}

function conditionSql(condition: ResolvedFilter, alias: string, bind: ValueBinder): string {
  if (condition.kind === 'test') return testSql(condition, alias, bind);
  const parts = condition.conditions.map((part) => testSql(part, alias, bind));
  return `${condition.negated ? 'not ' : ''}(${parts.join(` ${condition.kind} `)})`;
}

function testSql(
  { column, negated, test }: ResolvedComparison,
  alias: string,
  bind: ValueBinder,
): string {
  const field = `${negated ? 'not ' : ''}${columnSql(alias, column)}`;
  switch (test.kind) {
    case 'is':
      return `${field} is ${IS_OPERATOR_VALUES[test.value]}`;
    case 'in':
      return `${field} = any (${bind(arrayLiteral(test.values))})`;
    case 'compare': {
      const isPattern = test.operator === 'like' || test.operator === 'ilike';
      const value = isPattern ? test.value.replaceAll('*', '%') : test.value;
      return `${field} ${COMPARISON_OPERATORS[test.operator]} ${bind(value)}`;
    }
  }
}

function columnSql(alias: string, column: Column) {
  return `${alias}.${column.sql}`;
}

/** Returns a text that PostgreSQL reads as an array of the column's type. */
function arrayLiteral(list: string[]) {
  return `{${list.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
