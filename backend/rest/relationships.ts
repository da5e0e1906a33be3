import type { Relation, Relationship } from './catalogue.ts';
import { RestError, unknownRelationship } from './errors.ts';

/**
 * The one relationship that `target!hint` names, seen from `origin`. A target is a table, a foreign key
 * constraint or a column of a foreign key of one column; a hint is one of the latter two
 * (PostgREST docs, Foreign Key Joins and Disambiguation).
 * @throws RestError PGRST200 when there is none, PGRST201 when there are several
 */
export function findRelationship(origin: Relation, target: string, hint: string | undefined) {
  const found = origin.relationships.filter((relationship) => isNamed(relationship, target, hint));
  const [first] = found;
  if (first === undefined) throw unknownRelationship(origin.name, target, hint);
  if (found.length > 1) throw ambiguous(origin.name, target, found);
  return first;
}

export function isToMany(relationship: Relationship) {
  return relationship.kind === 'one-to-many';
}

function isNamed(relationship: Relationship, target: string, hint: string | undefined) {
  const [own, other] = singleColumns(relationship);
  if (relationship.isSelf) return isNamedOnItself(relationship, target, hint);
  if (hint === undefined) {
    return target === relationship.to || target === relationship.constraint || target === own;
  }
  return target === relationship.to && [relationship.constraint, own, other].includes(hint);
}

/** A table that points to itself: its name means the children, the column's name means the parent. */
function isNamedOnItself(relationship: Relationship, target: string, hint: string | undefined) {
  const [own, other] = singleColumns(relationship);
  const isChildren = relationship.kind === 'one-to-many' && target === relationship.to;
  if (hint !== undefined) return isChildren && hint === other;
  return isChildren || (relationship.kind === 'many-to-one' && target === own);
}

function singleColumns({ columns }: Relationship): [string | undefined, string | undefined] {
  const [first] = columns;
  return columns.length === 1 && first ? first : [undefined, undefined];
}

function ambiguous(from: string, to: string, found: Relationship[]) {
  const hints = found
    .map((relationship) => `'${relationship.to}!${relationship.constraint}'`)
    .join(', ');
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${from}' and '${to}'`,
    found.map(describe),
    `Try changing '${to}' to one of the following: ${hints}. Find the desired relationship in the 'details' key.`,
  );
}

function describe({ kind, from, to, constraint, columns }: Relationship) {
  const own = columns.map(([column]) => column).join(', ');
  const other = columns.map(([, column]) => column).join(', ');
  return {
    embedding: `${from} with ${to}`,
    cardinality: kind,
    relationship: `${constraint} using ${from}(${own}) and ${to}(${other})`,
  };
}
