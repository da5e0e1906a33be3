import { quote } from './catalogue.ts';
import type { Draft } from './draft.ts';
import type { Embed, Ordering, Output, ReadPlan } from './plan.ts';
import { joinSql, whereSql } from './sql-filter.ts';
import { fieldSql } from './sql-test.ts';

/** The rows that a plan describes, read from `from` (its relation, or what stands for it) under `alias`. */
export function rowsSql(plan: ReadPlan, from: string, alias: string, draft: Draft): string {
  const output = outputSql(plan, alias, draft);
  return `select ${output} from ${from} as ${alias}${whereSql(plan, alias, draft)}${tailSql(plan, alias, draft)}`;
}

function outputSql(plan: ReadPlan, alias: string, draft: Draft): string {
  return leaves(plan, draft)
    .map(({ name, sql }) => `${sql(alias)}${name === undefined ? '' : ` as ${quote(name)}`}`)
    .join(', ');
}

/** One column of the answer, read from the rows of an alias; a star has no name. */
type Leaf = { name?: string; sql(alias: string): string };

function leaves(plan: ReadPlan, draft: Draft): Leaf[] {
  const columns = plan.outputs.map((output) => columnLeaf(output, draft));
  const embeds = plan.embeds.flatMap((embed): Leaf[] => {
    if (embed.isSpread) return spreadLeaves(embed, draft);
    if (showsNothing(embed.plan)) return [];
    return [{ name: embed.name, sql: (outer) => embedSql(embed, outer, draft) }];
  });
  return [...columns, ...embeds];
}

/** An embedded resource with an empty list is there to be filtered by. */
function showsNothing(plan: ReadPlan): boolean {
  return plan.outputs.length === 0 && plan.embeds.every((embed) => showsNothing(embed.plan));
}

function columnLeaf(output: Output, draft: Draft): Leaf {
  if (output.kind === 'star') return { sql: (alias) => `${alias}.*` };
  const { cast, name } = output;
  return {
    name,
    sql(alias) {
      const field = fieldSql(alias, output, draft);
      return cast === undefined ? field : `cast(${field} as ${cast})`;
    },
  };
}

/**
 * A subquery in the select list, not a join: PostgreSQL evaluates it after the limit, for the rows of
 * the page only.
 */
function embedSql(embed: Embed, outer: string, draft: Draft): string {
  const alias = draft.alias();
  const rows = `(${embeddedSql(embed, outer, alias, outputSql(embed.plan, alias, draft), draft)}) as _row`;
  if (embed.isToMany) return `coalesce((select json_agg(_row.*) from ${rows}), '[]'::json)`;
  return `(select row_to_json(_row.*) from ${rows})`;
}

/** Each column of a to-one resource as a subquery of its own, under its own name. */
function spreadLeaves(embed: Embed, draft: Draft): Leaf[] {
  return leaves(embed.plan, draft).map(({ name, sql }) => ({
    name,
    sql(outer) {
      const alias = draft.alias();
      return `(${embeddedSql(embed, outer, alias, sql(alias), draft)})`;
    },
  }));
}

function embeddedSql(embed: Embed, outer: string, alias: string, output: string, draft: Draft) {
  const { plan } = embed;
  return `select ${output} from ${plan.relation.sql} as ${alias}${joinSql(embed, outer, alias, draft)}${tailSql(plan, alias, draft)}`;
}

function tailSql(plan: ReadPlan, alias: string, draft: Draft): string {
  const terms = plan.order.map((ordering) => orderingSql(ordering, alias, draft));
  const order = terms.length > 0 ? ` order by ${terms.join(', ')}` : '';
  // The limit is written, not bound: plans depend on it, and there are few of them.
  const limit = plan.limit === undefined ? '' : ` limit ${plan.limit}`;
  const offset = plan.offset > 0 ? ` offset ${draft.bind(plan.offset)}` : '';
  return `${order}${limit}${offset}`;
}

function orderingSql(ordering: Ordering, outer: string, draft: Draft): string {
  const { embed, direction, nulls } = ordering;
  const suffix = `${direction === undefined ? '' : ` ${direction}`}${nulls === undefined ? '' : ` nulls ${nulls}`}`;
  if (embed === undefined) return `${fieldSql(outer, ordering, draft)}${suffix}`;
  const alias = draft.alias();
  const from = `${embed.plan.relation.sql} as ${alias}${joinSql(embed, outer, alias, draft)}`;
  return `(select ${fieldSql(alias, ordering, draft)} from ${from})${suffix}`;
}
