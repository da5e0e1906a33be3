import type { Catalogue, Column, Relation } from './catalogue.ts';
import { refuse, RestError, unknownColumn } from './errors.ts';
import type { Filter } from './parse-filter.ts';
import type { OrderTerm } from './parse-order.ts';
import type { Query } from './parse-query.ts';
import type { JsonStep } from './parse-json-path.ts';
import type { EmbedItem, SelectItem } from './parse-select.ts';
import type { Condition, Embed, Ordering, Output, ReadPlan } from './plan.ts';
import { placeRanges } from './resolve-ranges.ts';
import { locate, notEmbedded } from './resolve-path.ts';
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
  const { json, negated, test } = filter;
  const embed = isNullTest(filter) && plan.embeds.find(({ name }) => name === filter.column);
  if (embed) return { kind: 'embedded', embed, negated: !negated };
  return { kind: 'test', column: columnOf(plan, filter.column), json, negated, test };
}

/** `resource=is.null`: the rows that have none of it (PostgREST docs, Null filtering on Embedded Resources). */
function isNullTest({ json, test }: Extract<Filter, { kind: 'test' }>) {
  return json === undefined && test.kind === 'is' && test.value === 'null';
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
    else plan.outputs.push(resolveColumn(plan, item));
  }
  refuseSameNames(plan.embeds);
  return plan;
}

function resolveColumn(
  plan: ReadPlan,
  { name, json, cast, alias }: Extract<SelectItem, { kind: 'column' }>,
): Output {
  const column = columnOf(plan, name);
  return { kind: 'column', column, json, cast, name: alias ?? lastKey(json) ?? name };
}

function lastKey(json: JsonStep[] = []) {
  return json.flatMap((step) => ('key' in step ? [step.key] : [])).at(-1);
}

function resolveEmbed(
  catalogue: Catalogue,
  origin: Relation,
  item: EmbedItem,
  depth: number,
): Embed {
  const relationship = findRelationship(origin, item.target, item.hint);
  const relation = catalogue.relations.get(relationship.to);
  if (relation === undefined) throw new Error(`The catalogue lacks ${relationship.to}.`);
  const isSpread = item.isSpread === true;
  if (isSpread && isToMany(relationship))
    refuse(`Spread embedding of '${item.target}', a to-many resource, is not supported.`);
  const items = isSpread ? expandStars(relation, item.items) : item.items;
  const plan = resolveSelect(catalogue, relation, items, depth);
  return {
    name: item.alias ?? item.target,
    isToMany: isToMany(relationship),
    isSpread,
    isInner: item.inner,
    join: relationship.columns.map(([own, other]) => [
      columnOf({ relation: origin, label: origin.name }, own),
      columnOf(plan, other),
    ]),
    plan,
  };
}

function expandStars({ columns }: Relation, items: SelectItem[]) {
  return items.flatMap((item): SelectItem[] =>
    item.kind === 'star' ? [...columns.keys()].map((name) => ({ kind: 'column', name })) : [item],
  );
}

function refuseSameNames(embeds: Embed[]) {
  const names = embeds.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined)
    refuse(`Two embedded resources are named '${twice}'; give one an alias.`);
}

function resolveOrder(plan: ReadPlan, term: OrderTerm): Ordering {
  const { json, direction, nulls } = term;
  if (term.relation === undefined)
    return { column: columnOf(plan, term.column), json, direction, nulls };
  const embed = plan.embeds.find(({ name }) => name === term.relation);
  if (embed === undefined) throw notEmbedded(term.relation);
  if (embed.isToMany) throw orderOfMany(plan.relation.name, embed.name);
  const column = columnOf(embed.plan, term.column);
  const isSelected = embed.plan.outputs.some(
    (output) => output.kind === 'star' || (output.column === column && output.name === column.name),
  );
  if (!isSelected) refuse(`To order by '${embed.name}(${term.column})' select that column.`);
  return { column, json, embed, direction, nulls };
}

function orderOfMany(from: string, to: string) {
  const details = `'${from}' and '${to}' do not form a many-to-one or one-to-one relationship`;
  return new RestError(400, 'PGRST118', `A related order on '${to}' is not possible`, details);
}
