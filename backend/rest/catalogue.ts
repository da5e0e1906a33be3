/** What of the schema `public` the dialect may name. */
export type Catalogue = { relations: Map<string, Relation>; functions: Map<string, Routine[]> };

export type Relation = {
  /** Quoted, with its schema, ready for SQL; empty for the rows of a function that returns no table. */
  sql: string;
  name: string;
  columns: Map<string, Column>;
  primaryKey: string[];
  relationships: Relationship[];
  /** The changes that a table takes, and that a view takes if it is simple enough. */
  changes: { insert: boolean; update: boolean; delete: boolean };
};

/** `default` is SQL; generated columns have none. */
export type Column = { name: string; sql: string; type: string; default?: string };

/** One direction of a foreign key, seen from the relation that lists it. */
export type Relationship = {
  kind: 'many-to-one' | 'one-to-many' | 'one-to-one';
  constraint: string;
  from: string;
  to: string;
  /** Pairs [own column, column of the other]. */
  columns: [string, string][];
  isSelf: boolean;
};

export type Parameter = { name: string; type: string; isRequired: boolean };

export type Routine = {
  name: string;
  sql: string;
  parameters: Parameter[];
  isVolatile: boolean;
  result: RoutineResult;
};

export type RoutineResult =
  | { kind: 'void' }
  | { kind: 'scalar'; isSet: boolean }
  | { kind: 'rows'; isSet: boolean; relation: Relation };

/** Quotes a name of the catalogue for SQL. */
export function quote(name: string) {
  return `"${name.replaceAll('"', '""')}"`;
}
