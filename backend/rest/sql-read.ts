import type { Shape } from './accept.ts';
import { quote } from './catalogue.ts';
import type { Embed, Ordering, Output, ReadPlan } from './plan.ts';
import { columnSql, conditionSql, createDraft, type Draft } from './sql-filter.ts';

/** A statement whose one row is `body` (JSON text), `rows` (of the body) and `total` (null unless counted). */
export type Statement = { text: string; values: (string | number)[] };

/** Where the root's rows come from: its own relation, or a common table expression before it; `extra` is one more column. */
export type Source = { sql: string; with?: string; extra?: string };

/** The rows as JSON that PostgreSQL builds, with the exact count of all that match when asked for. */
export function readSql(plan: ReadPlan, shape: Shape | 'none', isCounted: boolean): Statement {
  const draft = createDraft();
  const source = { sql: plan.relation.sql };
  return { text: answerSql(plan, source, shape, isCounted, draft), values: draft.values };
}

/** The same over another source; `draft` may hold values already. */
export function answerSql(
  plan: ReadPlan,
  source: Source,
  shape: Shape | 'none',
  isCounted: boolean,
  draft: Draft,
): string {
  const alias = draft.alias();
  const where = whereSql(plan, alias, draft);
  const total = isCounted
    ? `(select count(*)::int from ${source.sql} as ${alias}${where})`
    : 'null::int';
  const rows = `select ${outputSql(plan, alias, draft)} from ${source.sql} as ${alias}${where}${tailSql(plan, alias, draft)}`;
  const prefix = source.with === undefined ? '' : `with ${source.with} `;
  const extra = source.extra === undefined ? '' : `, ${source.extra}`;
  return `${prefix}select ${BODIES[shape]} as body, count(*)::int as rows, ${total} as total${extra} from (${rows}) as _row`;
}

const BODIES: Record<Shape | 'none', string> = {
  array: "coalesce(json_agg(_row.*)::text, '[]')",
  object: 'min(row_to_json(_row.*)::text)', // there is one row, or the answer is an error
  none: "''",
};

function outputSql(plan: ReadPlan, alias: string, draft: Draft): string {
  const columns = plan.outputs.map((output) => columnOutput(output, alias));
  const embeds = plan.embeds.map(
    (embed) => `${embedSql(embed, alias, draft)} as ${quote(embed.name)}`,
  );
  return [...columns, ...embeds].join(', ');
}

function columnOutput(output: Output, alias: string) {
  if (output.kind === 'star') return `${alias}.*`;
  return `${columnSql(alias, output.column)}${output.alias === undefined ? '' : ` as ${quote(output.alias)}`}`;
}

/**
 * A subquery in the select list, not a join: PostgreSQL evaluates it after the limit, for the rows of
 * the page only.
 */
function embedSql(embed: Embed, outer: string, draft: Draft): string {
  const { plan } = embed;
  const alias = draft.alias();
  const output = outputSql(plan, alias, draft);
  const joined = `${output} from ${plan.relation.sql} as ${alias}${joinSql(embed, outer, alias, draft)}`;
  const rows = `(select ${joined}${tailSql(plan, alias, draft)}) as _row`;
  if (embed.isToMany) return `coalesce((select json_agg(_row.*) from ${rows}), '[]'::json)`;
  return `(select row_to_json(_row.*) from ${rows})`;
}

/** The condition that binds an embedded row to its outer row, and those of the embedded plan itself. */
function joinSql(embed: Embed, outer: string, alias: string, draft: Draft): string {
  const joins = embed.join.map(
    ([own, other]) => `${columnSql(alias, other)} = ${columnSql(outer, own)}`,
  );
  return ` where ${[...joins, ...conditions(embed.plan, alias, draft)].join(' and ')}`;
}

function whereSql(plan: ReadPlan, alias: string, draft: Draft): string {
  const all = conditions(plan, alias, draft);
  return all.length > 0 ? ` where ${all.join(' and ')}` : '';
}

function conditions(plan: ReadPlan, alias: string, draft: Draft): string[] {
  const own = plan.where.map((condition) => conditionSql(condition, alias, draft));
  const inner = plan.embeds
    .filter(({ isInner }) => isInner)
    .map((embed) => existsSql(embed, alias, draft));
  return [...own, ...inner];
}

function existsSql(embed: Embed, outer: string, draft: Draft): string {
  const alias = draft.alias();
  return `exists (select from ${embed.plan.relation.sql} as ${alias}${joinSql(embed, outer, alias, draft)})`;
}

function tailSql(plan: ReadPlan, alias: string, draft: Draft): string {
  const terms = plan.order.map((ordering) => orderingSql(ordering, alias, draft));
  const order = terms.length > 0 ? ` order by ${terms.join(', ')}` : '';
  // The limit is written, not bound: plans depend on it, and there are few of them.
  const limit = plan.limit === undefined ? '' : ` limit ${plan.limit}`;
  const offset = plan.offset > 0 ? ` offset ${draft.bind(plan.offset)}` : '';
  return `${order}${limit}${offset}`;
}

function orderingSql(
  { column, embed, direction, nulls }: Ordering,
  outer: string,
  draft: Draft,
): string {
  const suffix = `${direction === undefined ? '' : ` ${direction}`}${nulls === undefined ? '' : ` nulls ${nulls}`}`;
  if (embed === undefined) return `${columnSql(outer, column)}${suffix}`;
  const alias = draft.alias();
  const from = `${embed.plan.relation.sql} as ${alias}${joinSql(embed, outer, alias, draft)}`;
  return `(select ${columnSql(alias, column)} from ${from})${suffix}`;
}
