import { refuse } from './errors.ts';
import type { Placed, Query } from './parse-query.ts';
import type { Condition, Embed, ReadPlan } from './plan.ts';
import { locate } from './resolve-path.ts';

/** Limits and offsets of embedded resources. @throws RestError PGRST108, PGRST127 */
export function placeRanges(root: ReadPlan, query: Query, maxRows = Infinity) {
  if (maxRows < Infinity) {
    for (const embed of allEmbeds(root)) if (embed.isToMany) embed.plan.limit = maxRows;
  }
  for (const { path, value } of query.limits.filter(isNested))
    locate(root, path).limit = Math.min(value, maxRows);
  for (const { path, value } of query.offsets.filter(isNested)) locate(root, path).offset = value;
  const filtering = new Set(filteringEmbeds(root));
  const cut = allEmbeds(root).find(
    (embed) => filtering.has(embed) && (embed.plan.offset > 0 || embed.plan.limit === 0),
  );
  if (cut) refuse(`An offset or a limit of 0 on '${cut.name}', which filters, is not supported.`);
}

function isNested({ path }: Placed<number>) {
  return path.length > 0;
}

/** Those whose rows decide whether the outer row is shown. */
function filteringEmbeds(plan: ReadPlan): Embed[] {
  const inner = plan.embeds.filter(({ isInner }) => isInner);
  const tested = plan.where.flatMap(testedEmbeds);
  return [...inner, ...tested, ...plan.embeds.flatMap((embed) => filteringEmbeds(embed.plan))];
}

function testedEmbeds(condition: Condition): Embed[] {
  if (condition.kind === 'embedded') return [condition.embed];
  return condition.kind === 'test' ? [] : condition.conditions.flatMap(testedEmbeds);
}

function allEmbeds(plan: ReadPlan): Embed[] {
  return plan.embeds.flatMap((embed) => [embed, ...allEmbeds(embed.plan)]);
}
