import { isJsonType, type SchemaCache, type Column, type Relation } from './catalogue.ts';
import {
  createAggregatesNotAllowedError,
  refuseUnsupported,
  RestError,
  createUnknownColumnError,
  createUnknownTableError,
} from './errors.ts';
import type { Comparison, Filter, OrderTerm, ParsedQuery, SelectItem } from './parse.ts';
import type { FilterTest } from './read-filter-test.ts';
import { refuseTooDeepJson } from './request.ts';
import { findRelationship } from './relationships.ts';

/** A request for rows, with every name looked up in the catalogue. */
export type ReadPlan = RowsPlan & { embeds: EmbedPlan[]; where: ResolvedFilter[] };

type RowsPlan = { relation: Relation; outputs: OutputColumn[]; order: ResolvedOrderTerm[] };

/** A selected column with its name or alias, or all columns. */
export type OutputColumn = { kind: 'star' } | { kind: 'column'; column: Column; name: string };

/** Rows of a related relation that are embedded under `name`: an object (to one) or an array (to many). */
export type EmbedPlan = RowsPlan & {
  name: string;
  foreignKey: string;
  isToMany: boolean;
  /** Pairs [column of the outer relation, column of the embedded one]. */
  join: [Column, Column][];
  filter: ResolvedComparison | undefined;
};

export type ResolvedComparison = {
  kind: 'test';
  column: Column;
  negated: boolean;
  test: FilterTest;
};
export type ResolvedFilter =
  | ResolvedComparison
  | { kind: 'and' | 'or'; negated: boolean; conditions: ResolvedComparison[] };

export type ResolvedOrderTerm = Omit<OrderTerm, 'column'> & { column: Column };

/**
 * Finds a table or view.
 * @throws RestError PGRST205 for an unknown name, PGRST127 for an unsupported relation
 */
export function findRelation({ relations }: SchemaCache, name: string): Relation {
  const relation = relations.get(name);
  if (relation === undefined) throw createUnknownTableError(name);
  return known(relation);
}

/**
 * Looks up the names of a request for rows.
 * @throws RestError
 */
export function resolveRead(
  catalogue: SchemaCache,
  relation: Relation,
  query: ParsedQuery,
): ReadPlan {
  const label = relation.name;
  const embeds = query.select.flatMap((item) =>
    item.kind === 'embed' ? [resolveEmbed(catalogue, relation, item, query.embedded)] : [],
  );
  const outputs = resolveOutputs(relation, label, query.select);
  refuseTwice([...names(outputs), ...embeds.map(({ name }) => name)]);
  for (const isToMany of [true, false])
    refuseTwice(embeds.filter((each) => each.isToMany === isToMany).map((each) => each.foreignKey));
  const unknown = [...query.embedded.keys()].find(
    (name) => !embeds.some((embed) => embed.name === name),
  );
  if (unknown !== undefined) {
    const message = `'${unknown}' is not an embedded resource in this request`;
    const hint = `Verify that '${unknown}' is included in the 'select' query parameter.`;
    throw new RestError(400, 'PGRST108', message, null, hint);
  }
  return {
    relation,
    outputs,
    embeds,
    where: query.filters.map((filter) => resolveFilter(relation, filter, embeds)),
    order: resolveOrder(relation, label, query.order),
  };
}

/**
 * Looks up the columns of a filter.
 * @throws RestError 42703 for an unknown column, PGRST127 for the name of an embedded resource
 */
export function resolveFilter(
  relation: Relation,
  filter: Filter,
  embeds: EmbedPlan[] = [],
): ResolvedFilter {
  const comparisons = filter.kind === 'test' ? [filter] : filter.comparisons;
  const tested = comparisons.find(({ column }) => embeds.some(({ name }) => name === column));
  if (tested)
    refuseUnsupported(`Filtering by whether there is a '${tested.column}' is not supported.`);
  if (filter.kind === 'test') return resolveTest(relation, relation.name, filter);
  const { kind, negated } = filter;
  const conditions = comparisons.map((each) => resolveTest(relation, relation.name, each));
  return { kind, negated, conditions };
}

function resolveTest(relation: Relation, label: string, filter: Comparison): ResolvedComparison {
  const column = columnOf(relation, label, filter.column);
  if (isJsonType(column.type) && filter.test.kind !== 'is')
    valuesOf(filter.test).forEach(refuseTooDeepJson);
  return { kind: 'test', column, negated: filter.negated, test: filter.test };
}

function valuesOf(test: Exclude<FilterTest, { kind: 'is' }>) {
  return test.kind === 'in' ? test.values : [test.value];
}

/**
 * Returns the column with this name.
 * @param label the name of the relation in the error message, as in PostgREST's statement
 * @throws RestError 42703
 */
function columnOf({ columns }: Relation, label: string, name: string): Column {
  const column = columns.get(name);
  if (column === undefined) throw createUnknownColumnError(label, name);
  return column;
}

/** Refuses a name that is not a column but has a meaning in PostgREST: an aggregate, or a function of the row. */
function refuseComputed({ columns, rowFunctions }: Relation, name: string) {
  if (columns.has(name)) return;
  if (name === 'count') throw createAggregatesNotAllowedError();
  if (rowFunctions.includes(name))
    refuseUnsupported(`'${name}', a function as a column, is not supported.`);
}

function resolveOutputs(relation: Relation, label: string, items: SelectItem[]): OutputColumn[] {
  const outputs = items.flatMap((item): OutputColumn[] => {
    if (item.kind === 'embed') return [];
    if (item.kind === 'star') return [item];
    refuseComputed(relation, item.name);
    const column = columnOf(relation, label, item.name);
    return [{ kind: 'column', column, name: item.alias ?? item.name }];
  });
  refuseTwice(
    outputs.flatMap((output) =>
      output.kind === 'star' ? [...relation.columns.keys()] : [output.column.name],
    ),
  );
  return outputs;
}

/**
 * Refuses a column, an output name or a foreign key that is selected twice. Otherwise, a row of the response could
 * repeat the same data many times.
 */
function refuseTwice(given: string[]) {
  const twice = given.find((name, index) => given.indexOf(name) < index);
  if (twice !== undefined) refuseUnsupported(`'${twice}' is selected twice.`);
}

function names(outputs: OutputColumn[]) {
  return outputs.flatMap((output) => (output.kind === 'column' ? [output.name] : []));
}

function resolveEmbed(
  { relations }: SchemaCache,
  origin: Relation,
  item: Extract<SelectItem, { kind: 'embed' }>,
  embedded: ParsedQuery['embedded'],
): EmbedPlan {
  const target = relations.get(item.target);
  if (!target && origin.rowFunctions.includes(item.target))
    refuseUnsupported(`'${item.target}', a function as a relation, is not supported.`);
  const relationship = findRelationship(origin, target, item.target, item.hint);
  const relation = known(target ?? origin);
  const label = `${relation.name}_1`;
  const name = item.alias ?? item.target;
  const { filter, order = [] } = embedded.get(name) ?? {};
  const outputs = resolveOutputs(relation, label, item.items);
  refuseTwice(names(outputs));
  return {
    relation,
    outputs,
    order: resolveOrder(relation, label, order),
    name,
    foreignKey: relationship.name,
    isToMany: relationship.kind === 'one-to-many',
    join: relationship.columns.map(([own, other]) => [
      columnOf(origin, origin.name, own),
      columnOf(relation, label, other),
    ]),
    filter: filter && resolveTest(relation, label, filter),
  };
}

function resolveOrder(relation: Relation, label: string, terms: OrderTerm[]): ResolvedOrderTerm[] {
  return terms.map((term) => ({ ...term, column: columnOf(relation, label, term.column) }));
}

function known(relation: Relation) {
  if (relation.hasRepresentations)
    refuseUnsupported(
      `'${relation.name}' has columns of a domain with casts, which is not supported.`,
    );
  return relation;
}
