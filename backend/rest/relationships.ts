import { refuseUnsupported, RestError, createUnknownRelationshipError } from './errors.ts';

/** One direction of a foreign key, or a many-to-many relationship, as seen from the relation `from`. */
export type Relationship = {
  kind: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many';
  /** The name of the foreign key, or of the junction table of a many-to-many relationship. */
  name: string;
  from: string;
  to: string;
  /** Pairs [column of `from`, column of `to`]; none for a many-to-many relationship. */
  columns: [string, string][];
  /** The description that PostgREST shows when several relationships match. */
  described: string;
};

/** A relation with its relationships. */
export type LinkedRelation = {
  name: string;
  /** PostgreSQL's kind: table, view, materialized view, foreign table. */
  kind: string;
  relationships: Relationship[];
};

/**
 * A primary key, unique or foreign key constraint. `target` is the relation that a foreign key references. It is null
 * for other constraints, and if that relation is outside the schema `public`.
 */
export type ConstraintRow = {
  name: string;
  kind: 'p' | 'u' | 'f';
  relation: string;
  target: string | null;
  columns: string[];
  targets: string[];
};

/**
 * Finds the foreign key that a request names with `target` or `target!hint`, as seen from `origin` (PostgREST docs,
 * Foreign Key Joins):
 * - The target is a table. To embed the parent row of a table that references itself, the target is instead the
 *   constraint or its column.
 * - The hint is a constraint, or the column of a foreign key that has only one column.
 * @throws RestError PGRST200 for no foreign key, PGRST201 for several foreign keys, PGRST127 for an unsupported request
 */
export function findRelationship(
  origin: LinkedRelation,
  target: LinkedRelation | undefined,
  name: string,
  hint: string | undefined,
): Relationship {
  if (target === undefined) {
    const parent = origin.relationships.find((each) => isParent(each) && isTarget(each, name));
    if (parent) return parent;
    const isOther = origin.relationships.some((each) => isTarget(each, name));
    if (isOther) refuseUnsupported(`'${name}' names a foreign key; name the table.`);
    throw createUnknownRelationshipError(origin.name, name, hint);
  }
  for (const { kind, name: view } of [origin, target])
    if (kind !== 'table')
      refuseUnsupported(`Embedding in or of '${view}', a ${kind}, is not supported.`);
  const all = origin.relationships.filter(({ to }) => to === name);
  const found = all.filter((each) => isNamedBy(each, hint));
  const [first] = found;
  if (first === undefined) throw createUnknownRelationshipError(origin.name, name, hint);
  if (found.length > 1) throw ambiguous(origin.name, name, found);
  if (first.kind === 'many-to-many')
    refuseUnsupported(`'${name}' is related by the table '${first.name}' between; embed that.`);
  return first;
}

/** Adds the relationships to every relation: both directions of each foreign key, and many-to-many relationships. */
export function linkRelations(relations: Map<string, LinkedRelation>, keys: ConstraintRow[]) {
  const foreign = keys.filter((key) => key.kind === 'f' && relations.has(key.target ?? ''));
  for (const key of foreign) {
    const kind = isUnique(key, keys) ? 'one-to-one' : undefined;
    add(relations, toRelationship(key, kind ?? 'many-to-one'));
    add(relations, inverse(toRelationship(key, kind ?? 'one-to-many')));
  }
  for (const one of foreign) {
    for (const other of foreign) {
      const [way] = between(one, other, keys);
      if (way !== undefined) add(relations, way);
    }
  }
}

function isNamedBy({ kind, name, from, to, columns }: Relationship, hint: string | undefined) {
  const [[own, other] = []] = columns.length === 1 ? columns : [];
  // The name of a table that references itself selects the child rows.
  if (from === to) return kind === 'one-to-many' && (hint === undefined || hint === other);
  if (hint === undefined || hint === name) return true;
  return kind !== 'many-to-many' && (hint === own || hint === other);
}

/**
 * Whether the relationship leads to the parent row of a table that references itself. To embed the parent row, a
 * request names the foreign key (`isTarget`), because the name of the table selects the child rows.
 */
function isParent({ kind, from, to }: Relationship) {
  return kind === 'many-to-one' && from === to;
}

/**
 * Whether `target` is the constraint, or the column of a foreign key of one column. PostgREST accepts both instead of a
 * table, but plans to remove this feature.
 */
function isTarget({ kind, name, columns }: Relationship, target: string) {
  if (kind === 'many-to-many') return false;
  return name === target || (columns.length === 1 && columns[0]?.[0] === target);
}

function ambiguous(from: string, to: string, found: Relationship[]) {
  const hints = found.map(({ name }) => `'${to}!${name}'`).join(', ');
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${from}' and '${to}'`,
    found.map(({ kind, described }) => ({
      cardinality: kind,
      embedding: `${from} with ${to}`,
      relationship: described,
    })),
    `Try changing '${to}' to one of the following: ${hints}. Find the desired relationship in the 'details' key.`,
  );
}

function add(relations: Map<string, LinkedRelation>, relationship: Relationship) {
  relations.get(relationship.from)?.relationships.push(relationship);
}

function toRelationship(key: ConstraintRow, kind: Relationship['kind']): Relationship {
  const columns = key.columns.map((column, index): [string, string] => [
    column,
    key.targets[index] ?? '',
  ]);
  return describe({ kind, name: key.name, from: key.relation, to: key.target ?? '', columns });
}

function inverse({ kind, name, from, to, columns }: Relationship): Relationship {
  const swapped = columns.map(([own, other]): [string, string] => [other, own]);
  return describe({ kind, name, from: to, to: from, columns: swapped });
}

function describe(relationship: Omit<Relationship, 'described'>): Relationship {
  const { name, from, to, columns } = relationship;
  const own = columns.map(([column]) => column).join(', ');
  const other = columns.map(([, column]) => column).join(', ');
  return { ...relationship, described: `${name} using ${from}(${own}) and ${to}(${other})` };
}

/**
 * Returns a list with the many-to-many relationship between the targets of two foreign keys of the same table. The list
 * is empty unless the primary key of the table has all columns of both keys, and neither key is unique.
 */
function between(one: ConstraintRow, other: ConstraintRow, keys: ConstraintRow[]): Relationship[] {
  const { relation } = one;
  if (one === other || relation !== other.relation) return [];
  const primary = keys.find((key) => key.kind === 'p' && key.relation === relation);
  const isInside = [...one.columns, ...other.columns].every((column) =>
    primary?.columns.includes(column),
  );
  if (!isInside || isUnique(one, keys) || isUnique(other, keys)) return [];
  return [
    {
      kind: 'many-to-many',
      name: relation,
      from: one.target ?? '',
      to: other.target ?? '',
      columns: [],
      described: `${relation} using ${one.name}(${one.columns.join(', ')}) and ${other.name}(${other.columns.join(', ')})`,
    },
  ];
}

/**
 * Whether at most one row can reference a target row: the columns of the foreign key are exactly the columns of a
 * primary key or unique constraint.
 */
function isUnique(key: ConstraintRow, keys: ConstraintRow[]) {
  const columns = key.columns.toSorted().join();
  return keys.some(
    (other) =>
      other.kind !== 'f' &&
      other.relation === key.relation &&
      other.columns.toSorted().join() === columns,
  );
}
