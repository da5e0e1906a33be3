import { contentType, isSingular, negotiateShape } from './accept.ts';
import type { Catalogue, Column, Relation } from './catalogue.ts';
import {
  invalidBody,
  notSingular,
  refuse,
  RestError,
  tooManyAffected,
  unknownPayloadColumn,
} from './errors.ts';
import { parseQuery, type Query } from './parse-query.ts';
import type { Conflict, WritePlan } from './plan.ts';
import { appliedPreferences, readPreferences, type Preferences } from './preferences.ts';
import type { Answer, AnswerRow, Operation, Question } from './question.ts';
import { keysOf, readJson, refuseIf } from './question.ts';
import { findRelation } from './read.ts';
import { columnOf, resolveFilter, resolveRead } from './resolve.ts';
import { writeSql } from './sql-write.ts';

/** POST, PATCH and DELETE of a table (PostgREST docs, Insert, Update, Upsert, Delete). @throws RestError */
export function prepareWrite(catalogue: Catalogue, table: string, question: Question): Operation {
  const relation = findRelation(catalogue, table);
  const query = parseQuery(question.parameters);
  const preferences = readPreferences(question.prefer);
  const shape = negotiateShape(question.accept);
  refuseIf(query.limits.length > 0 || query.offsets.length > 0, 'limit and offset are');
  const write = planWrite(relation, query, question, preferences);
  refuseIf(
    write.kind === 'insert' && preferences.maxAffected !== undefined,
    "The preference 'max-affected' is",
  );
  // The root's filters chose the rows to change; what came out of the change is shown whole.
  const nested = { ...query, filters: query.filters.filter(({ path }) => path.length > 0) };
  const read = resolveRead(catalogue, relation, nested, undefined);
  return {
    statement: writeSql(write, preferences.representation ? read : undefined, shape),
    isReadOnly: false,
    mayRollBack: isSingular(shape) || preferences.maxAffected !== undefined,
    answer(row) {
      if (isSingular(shape) && row.rows !== 1) throw notSingular(row.rows);
      if (row.rows > (preferences.maxAffected ?? Infinity)) throw tooManyAffected(row.rows);
      return answerWrite(write.kind, row, preferences, contentType(shape));
    },
  };
}

function planWrite(
  relation: Relation,
  query: Query,
  question: Question,
  preferences: Preferences,
): WritePlan {
  const isInsert = question.method === 'POST';
  if (isInsert) return planInsert(relation, query, question, preferences);
  refuseIf(query.onConflict !== undefined, "The parameter 'on_conflict' is");
  const root = { relation, label: relation.name, embeds: [] };
  const where = query.filters
    .filter(({ path }) => path.length === 0)
    .map(({ value }) => resolveFilter(root, value));
  if (question.method === 'DELETE') {
    refuseIf(query.columns !== undefined, "The parameter 'columns' is");
    refuseWithoutFilter(where.length, 'DELETE');
    return { kind: 'delete', relation, where };
  }
  refuseWithoutFilter(where.length, 'UPDATE');
  const own = keysOf(readJson(question)) ?? refuse('The body of an update is one JSON object.');
  const keys = query.columns ?? own;
  if (keys.length === 0) refuse('An update names at least one column.');
  return {
    kind: 'update',
    relation,
    columns: payloadColumns(relation, keys),
    body: { text: question.body, isList: false, hasDefaults: preferences.hasDefaults },
    where,
  };
}

function planInsert(
  relation: Relation,
  query: Query,
  question: Question,
  preferences: Preferences,
): WritePlan {
  refuseIf(
    query.filters.some(({ path }) => path.length === 0),
    'Filters on an insert are',
  );
  const payload = readJson(question);
  const keys = query.columns ?? payloadKeys(payload);
  return {
    kind: 'insert',
    relation,
    columns: payloadColumns(relation, keys),
    body: {
      text: question.body,
      isList: Array.isArray(payload),
      hasDefaults: preferences.hasDefaults,
    },
    conflict: readConflict(relation, query, preferences),
  };
}

/** Every object of the body has the same keys, unless `columns` says which count. @throws RestError PGRST102 */
function payloadKeys(payload: unknown) {
  const [keys = [], ...others] = Array.isArray(payload)
    ? payload.map(keysOf)
    : [keysOf(payload) ?? invalidBody('Empty or invalid json')];
  const canonical = keys.toSorted().join('\n');
  if (others.some((other) => other?.toSorted().join('\n') !== canonical))
    invalidBody('All object keys must match');
  return keys;
}

function payloadColumns(relation: Relation, keys: string[]): Column[] {
  return [...new Set(keys)].map((key) => {
    const column = relation.columns.get(key);
    if (column === undefined) throw unknownPayloadColumn(relation.name, key);
    return column;
  });
}

function readConflict(
  relation: Relation,
  { onConflict }: Query,
  { resolution }: Preferences,
): Conflict | undefined {
  if (resolution === undefined) {
    refuseIf(
      onConflict !== undefined,
      "The parameter 'on_conflict' without a preference 'resolution' is",
    );
    return undefined;
  }
  const names = onConflict ?? relation.primaryKey;
  if (names.length === 0) refuse(`'${relation.name}' has no primary key to resolve conflicts on.`);
  return {
    action: resolution,
    columns: names.map((name) => columnOf({ relation, label: relation.name }, name)),
  };
}

/** The hosted platform loads `safeupdate` for this protocol: nobody changes a whole table by leaving the filter out. */
function refuseWithoutFilter(filters: number, command: string) {
  if (filters === 0) throw new RestError(400, '21000', `${command} requires a WHERE clause`);
}

const MEANINGFUL: Record<WritePlan['kind'], readonly string[]> = {
  insert: ['resolution', 'missing', 'return'],
  update: ['missing', 'return', 'max-affected'],
  delete: ['return', 'max-affected'],
};

function answerWrite(
  kind: WritePlan['kind'],
  row: AnswerRow,
  preferences: Preferences,
  type: string,
): Answer {
  const applied = appliedPreferences(preferences, MEANINGFUL[kind]);
  // The rows of a change are at hand: only a planned count, which would not look at them, has no total.
  const isCounted = preferences.count === 'exact' || preferences.count === 'estimated';
  const total = isCounted ? row.rows : '*';
  const headers = {
    'content-range': `${kind === 'update' && row.rows > 0 ? `0-${row.rows - 1}` : '*'}/${total}`,
    ...(applied === undefined ? {} : { 'preference-applied': applied }),
  };
  if (preferences.representation) {
    return {
      status: statusOf(kind, row, true),
      headers: { ...headers, 'content-type': type },
      body: row.body,
    };
  }
  return { status: statusOf(kind, row, false), headers };
}

function statusOf(kind: WritePlan['kind'], row: AnswerRow, hasBody: boolean) {
  if (kind === 'insert') return row.inserted === 0 ? 200 : 201;
  return hasBody ? 200 : 204;
}
