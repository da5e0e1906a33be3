import type { Draft } from './draft.ts';
import type { Condition, Embed, ReadPlan } from './plan.ts';
import { columnSql, fieldSql, testSql } from './sql-test.ts';

/** One condition on the rows named `alias`, as SQL. */
export function conditionSql(condition: Condition, alias: string, draft: Draft): string {
  const not = condition.negated ? 'not ' : '';
  if (condition.kind === 'test') {
    const type = condition.json === undefined ? condition.column.type : 'json';
    return `${not}${testSql(condition.test, fieldSql(alias, condition, draft), type, draft)}`;
  }
  if (condition.kind === 'embedded') return `${not}${existsSql(condition.embed, alias, draft)}`;
  const parts = condition.conditions.map((part) => conditionSql(part, alias, draft));
  return `${not}(${parts.join(` ${condition.kind} `)})`;
}

/** The plan's own conditions, as a clause or nothing. */
export function whereSql(plan: ReadPlan, alias: string, draft: Draft): string {
  const all = conditions(plan, alias, draft);
  return all.length > 0 ? ` where ${all.join(' and ')}` : '';
}

/** The condition that binds an embedded row to its outer row, and those of the embedded plan itself. */
export function joinSql(embed: Embed, outer: string, alias: string, draft: Draft): string {
  const joins = embed.join.map(
    ([own, other]) => `${columnSql(alias, other)} = ${columnSql(outer, own)}`,
  );
  return ` where ${[...joins, ...conditions(embed.plan, alias, draft)].join(' and ')}`;
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
