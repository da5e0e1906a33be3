import type { Catalogue, Column, Relation } from './catalogue.ts';
import { refuse, RestError, unknownColumn } from './errors.ts';
import type { Filter } from './parse-filter.ts';
import type { OrderTerm } from './parse-order.ts';
import type { Placed, Query } from './parse-query.ts';
import type { SelectItem } from './parse-select.ts';
import type { Condition, Embed, Ordering, ReadPlan } from './plan.ts';
import { findRelationship, isToMany } from './relationships.ts';

/**
 * The rows a question asks for, its names resolved: the root's own limit and offset are left to the caller.
 * @param maxRows rows of every embedded list; undefined for the representation of a change, which has no limits
 * @throws RestError
 */
export function resolveRead(
  catalogue: Catalogue,
  relation: Relation,
  query: Query,
  maxRows: number | undefined,
): ReadPlan {
  const root = resolveSelect(catalogue, relation, query.select, 0);
  for (const { path, value } of query.filters) {
    const plan = locate(root, path);
    plan.where.push(resolveFilter(plan, value));
  }
  for (const { path, value } of query.orders) {
    const plan = locate(root, path);
    plan.order = value.map((term) => resolveOrder(plan, term));
  }
  placeRanges(root, query, maxRows);
  return root;
}

/** A filter whose names are columns of the plan's relation. @throws RestError 42703 */
export function resolveFilter(
  plan: Pick<ReadPlan, 'relation' | 'label' | 'embeds'>,
  filter: Filter,
): Condition {
  if (filter.kind !== 'test') {
    const { kind, negated } = filter;
    return { kind, negated, conditions: filter.filters.map((part) => resolveFilter(plan, part)) };
  }
  const { negated, test } = filter;
  if (plan.embeds.some(({ name }) => name === filter.column)) {
    refuse(
      `A filter on the embedded resource '${filter.column}' itself is not supported; use !inner.`,
    );
  }
  return { kind: 'test', column: columnOf(plan, filter.column), negated, test };
}

/** @throws RestError 42703, as PostgreSQL words it */
export function columnOf(
  { relation, label }: Pick<ReadPlan, 'relation' | 'label'>,
  name: string,
): Column {
  const column = relation.columns.get(name);
  if (column === undefined) throw unknownColumn(`column ${label}.${name} does not exist`);
  return column;
}

function resolveSelect(
  catalogue: Catalogue,
  relation: Relation,
  items: SelectItem[],
  depth: number,
): ReadPlan {
  const label = depth === 0 ? relation.name : `${relation.name}_${depth}`;
  const plan: ReadPlan = {
    relation,
    label,
    outputs: [],
    embeds: [],
    where: [],
    order: [],
    offset: 0,
  };
  for (const item of items) {
    if (item.kind === 'star') plan.outputs.push({ kind: 'star' });
    else if (item.kind === 'embed')
      plan.embeds.push(resolveEmbed(catalogue, relation, item, depth + 1));
    else
      plan.outputs.push({ kind: 'column', column: columnOf(plan, item.name), alias: item.alias });
  }
  refuseSameNames(plan.embeds);
  return plan;
}

type EmbedItem = Extract<SelectItem, { kind: 'embed' }>;

function resolveEmbed(
  catalogue: Catalogue,
  origin: Relation,
  item: EmbedItem,
  depth: number,
): Embed {
  const relationship = findRelationship(origin, item.target, item.hint);
  const relation = catalogue.relations.get(relationship.to);
  if (relation === undefined) throw new Error(`The catalogue lacks ${relationship.to}.`);
  const plan = resolveSelect(catalogue, relation, item.items, depth);
  return {
    name: item.alias ?? item.target,
    isToMany: isToMany(relationship),
    isInner: item.inner,
    join: relationship.columns.map(([own, other]) => [
      columnOf({ relation: origin, label: origin.name }, own),
      columnOf(plan, other),
    ]),
    plan,
  };
}

function refuseSameNames(embeds: Embed[]) {
  const names = embeds.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined)
    refuse(`Two embedded resources are named '${twice}'; give one an alias.`);
}

/** The plan at the end of a path of output names. @throws RestError PGRST108 */
function locate(root: ReadPlan, path: string[]) {
  return path.reduce((plan, name) => {
    const embed = plan.embeds.find((candidate) => candidate.name === name);
    if (embed === undefined) throw notEmbedded(name);
    return embed.plan;
  }, root);
}

function notEmbedded(name: string) {
  return new RestError(
    400,
    'PGRST108',
    `'${name}' is not an embedded resource in this request`,
    null,
    `Verify that '${name}' is included in the 'select' query parameter.`,
  );
}

function resolveOrder(plan: ReadPlan, term: OrderTerm): Ordering {
  const { direction, nulls } = term;
  if (term.relation === undefined) return { column: columnOf(plan, term.column), direction, nulls };
  const embed = plan.embeds.find(({ name }) => name === term.relation);
  if (embed === undefined) throw notEmbedded(term.relation);
  if (embed.isToMany) throw orderOfMany(plan.relation.name, embed.name);
  const column = columnOf(embed.plan, term.column);
  const isSelected = embed.plan.outputs.some(
    (output) => output.kind === 'star' || output.column === column,
  );
  if (!isSelected) refuse(`To order by '${embed.name}(${term.column})' select that column.`);
  return { column, embed, direction, nulls };
}

function orderOfMany(from: string, to: string) {
  const details = `'${from}' and '${to}' do not form a many-to-one or one-to-one relationship`;
  return new RestError(400, 'PGRST118', `A related order on '${to}' is not possible`, details);
}

function placeRanges(root: ReadPlan, query: Query, maxRows = Infinity) {
  if (maxRows < Infinity) {
    for (const embed of allEmbeds(root)) if (embed.isToMany) embed.plan.limit = maxRows;
  }
  for (const { path, value } of query.limits.filter(isNested))
    locate(root, path).limit = Math.min(value, maxRows);
  for (const { path, value } of query.offsets.filter(isNested)) locate(root, path).offset = value;
  const cut = allEmbeds(root).find(
    ({ isInner, plan }) => isInner && (plan.offset > 0 || plan.limit === 0),
  );
  if (cut) refuse(`An offset or a limit of 0 on '${cut.name}!inner' is not supported.`);
}

function isNested({ path }: Placed<number>) {
  return path.length > 0;
}

function allEmbeds(plan: ReadPlan): Embed[] {
  return plan.embeds.flatMap((embed) => [embed, ...allEmbeds(embed.plan)]);
}
