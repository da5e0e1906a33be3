import type { Shape } from './accept.ts';
import { createDraft, type Draft } from './draft.ts';
import type { ReadPlan } from './plan.ts';
import { whereSql } from './sql-filter.ts';
import { rowsSql } from './sql-rows.ts';

/** A statement whose one row is `body` (JSON text), `rows` (of the body) and `total` (null unless counted). */
export type Statement = { text: string; values: (string | number)[] };

/** How all rows that match are counted: each of them, up to a number, or not at all. */
export type Counting = 'all' | 'none' | { upTo: number };

/** Where the root's rows come from: its own relation, or a common table expression before it; `extra` is one more column. */
export type Source = { sql: string; with?: string; extra?: string };

/** The rows as JSON that PostgreSQL builds, and how many match. */
export function readSql(plan: ReadPlan, shape: Shape | 'none', counting: Counting): Statement {
  const draft = createDraft();
  const source = { sql: plan.relation.sql };
  return { text: answerSql(plan, source, shape, counting, draft), values: draft.values };
}

/** How many rows the planner expects to match: `"QUERY PLAN"[0].Plan["Plan Rows"]`. */
export function explainSql(plan: ReadPlan): Statement {
  const draft = createDraft();
  const alias = draft.alias();
  const rows = `select 1 from ${plan.relation.sql} as ${alias}${whereSql(plan, alias, draft)}`;
  return { text: `explain (format json) ${rows}`, values: draft.values };
}

/** The same as readSql over another source; `draft` may hold values already. */
export function answerSql(
  plan: ReadPlan,
  source: Source,
  shape: Shape | 'none',
  counting: Counting,
  draft: Draft,
): string {
  const total = totalSql(plan, source, counting, draft);
  const rows = rowsSql(plan, source.sql, draft.alias(), draft);
  const prefix = source.with === undefined ? '' : `with ${source.with} `;
  const extra = source.extra === undefined ? '' : `, ${source.extra}`;
  return `${prefix}select ${BODIES[shape]} as body, count(*)::int as rows, ${total} as total${extra} from (${rows}) as _row`;
}

function totalSql(plan: ReadPlan, source: Source, counting: Counting, draft: Draft) {
  if (counting === 'none') return 'null::int';
  const alias = draft.alias();
  const matching = `from ${source.sql} as ${alias}${whereSql(plan, alias, draft)}`;
  return counting === 'all'
    ? `(select count(*)::int ${matching})`
    : `(select count(*)::int from (select 1 ${matching} limit ${counting.upTo}) as _counted)`;
}

/** Where one object is asked for there is one row, or the answer is an error. CSV has the text of PostgreSQL's row type. */
const BODIES: Record<Shape | 'none', string> = {
  array: "coalesce(json_agg(_row.*)::text, '[]')",
  'stripped-array': "coalesce(json_strip_nulls(json_agg(_row.*))::text, '[]')",
  object: 'min(row_to_json(_row.*)::text)',
  'stripped-object': 'min(json_strip_nulls(row_to_json(_row.*))::text)',
  csv: `(select coalesce(string_agg(_key, ','), '') from json_object_keys(json_agg(_row.*) -> 0) as _key) || chr(10)
    || coalesce(string_agg(substring(_row::text, 2, length(_row::text) - 2), chr(10)), '')`,
  none: "''",
};
