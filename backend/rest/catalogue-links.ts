import type { Relation, Relationship } from './catalogue.ts';

/** A primary key, unique or foreign key constraint. `target` is null outside the schema `public`. */
export type KeyRow = {
  name: string;
  kind: 'p' | 'u' | 'f';
  relation: string;
  target: string | null;
  columns: string[];
  targets: string[];
};

/** Gives every relation its primary key and both directions of every foreign key. */
export function linkRelations(relations: Map<string, Relation>, keys: KeyRow[]) {
  for (const key of keys) {
    const relation = relations.get(key.relation);
    const target = relations.get(key.target ?? '');
    if (relation && key.kind === 'p') relation.primaryKey = key.columns;
    if (relation && target && key.kind === 'f') link(relation, target, key, isUnique(key, keys));
  }
}

function link(relation: Relation, target: Relation, key: KeyRow, isOneToOne: boolean) {
  const pairs = key.columns.map((column, index): [string, string] => [
    column,
    key.targets[index] ?? '',
  ]);
  const common = { constraint: key.name, isSelf: relation === target };
  const forth: Relationship = {
    ...common,
    kind: isOneToOne ? 'one-to-one' : 'many-to-one',
    from: relation.name,
    to: target.name,
    columns: pairs,
  };
  const back: Relationship = {
    ...common,
    kind: isOneToOne ? 'one-to-one' : 'one-to-many',
    from: target.name,
    to: relation.name,
    columns: pairs.map(([own, other]) => [other, own]),
  };
  relation.relationships.push(forth);
  target.relationships.push(back);
}

/** A foreign key over the columns of a primary key or unique constraint points from at most one row. */
function isUnique(key: KeyRow, keys: KeyRow[]) {
  const columns = key.columns.toSorted().join();
  return keys.some(
    (other) =>
      other.kind !== 'f' &&
      other.relation === key.relation &&
      other.columns.toSorted().join() === columns,
  );
}
