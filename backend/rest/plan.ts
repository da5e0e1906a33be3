import type { Column, Parameter, Relation, Routine } from './catalogue.ts';
import type { JsonStep } from './parse-json-path.ts';
import type { Test } from './parse-test.ts';

/** Rows to read, every name resolved against the catalogue. */
export type ReadPlan = {
  relation: Relation;
  /** How PostgREST calls the relation in the errors of unknown columns. */
  label: string;
  outputs: Output[];
  embeds: Embed[];
  where: Condition[];
  order: Ordering[];
  offset: number;
  limit?: number;
};

/** `name` is the alias, or else the last key of the JSON path, or else the column. */
export type Output =
  | { kind: 'star' }
  | { kind: 'column'; column: Column; json?: JsonStep[]; cast?: string; name: string };

/** Rows of another relation, as an object (to one) or an array (to many) under `name`. */
export type Embed = {
  name: string;
  isToMany: boolean;
  /** Whether its columns stand among those of the outer row, without an object around them. */
  isSpread: boolean;
  /** Whether rows without an embedded row are left out. */
  isInner: boolean;
  /** Pairs [column of the outer relation, column of the embedded one]. */
  join: [Column, Column][];
  plan: ReadPlan;
};

export type Condition =
  | { kind: 'test'; column: Column; json?: JsonStep[]; negated: boolean; test: Test }
  | { kind: 'embedded'; embed: Embed; negated: boolean }
  | { kind: 'and' | 'or'; negated: boolean; conditions: Condition[] };

/** `embed` is set when the order is by a column of an embedded to-one resource. */
export type Ordering = {
  column: Column;
  json?: JsonStep[];
  embed?: Embed;
  direction?: 'asc' | 'desc';
  nulls?: 'first' | 'last';
};

/** A change of rows; its representation is read by a ReadPlan from the rows that came out of it. */
export type WritePlan =
  | {
      kind: 'insert';
      relation: Relation;
      columns: Column[];
      body: Body;
      conflict?: Conflict;
    }
  | { kind: 'update'; relation: Relation; columns: Column[]; body: Body; where: Condition[] }
  | { kind: 'delete'; relation: Relation; where: Condition[] };

/** JSON text: one object or a list. What a row of it leaves out is null, or the column's default. */
export type Body = { text: string; isList: boolean; hasDefaults: boolean };

export type Conflict = { columns: Column[]; action: 'merge-duplicates' | 'ignore-duplicates' };

/** Arguments come as one JSON object (POST) or as text by name (GET). */
export type CallPlan = {
  routine: Routine;
  parameters: Parameter[];
  arguments: { kind: 'json'; body: string } | { kind: 'text'; values: string[] };
};
