import { contentType, isSingular, negotiateShape, type Shape } from './accept.ts';
import type { Catalogue } from './catalogue.ts';
import { notSingular, rangeNotSatisfiable, unknownTable } from './errors.ts';
import { parseQuery, type Placed, type Query } from './parse-query.ts';
import { appliedPreferences, readPreferences, type Count } from './preferences.ts';
import type { Answer, AnswerRow, Operation, Question } from './question.ts';
import { refuseIf } from './question.ts';
import { describeRange, readRange } from './range.ts';
import { resolveRead } from './resolve.ts';
import { explainSql, readSql, type Counting } from './sql-read.ts';

/** GET and HEAD of a table or view (PostgREST docs, Tables and Views). @throws RestError */
export function prepareRead(
  catalogue: Catalogue,
  table: string,
  question: Question,
  maxRows: number,
): Operation {
  const relation = findRelation(catalogue, table);
  const query = parseQuery(question.parameters);
  refuseIf(query.columns !== undefined, "The parameter 'columns' is");
  refuseIf(query.onConflict !== undefined, "The parameter 'on_conflict' is");
  const shape = negotiateShape(question.accept);
  const preferences = readPreferences(question.prefer);
  refuseIf(preferences.maxAffected !== undefined, "The preference 'max-affected' is");
  const range = rootRange(query, question, maxRows);
  const plan = { ...resolveRead(catalogue, relation, query, maxRows), ...range };
  const isHead = question.method === 'HEAD';
  const applied = appliedPreferences(preferences, []);
  return {
    statement: readSql(plan, isHead ? 'none' : shape, counting(preferences.count, maxRows)),
    isReadOnly: true,
    mayRollBack: false,
    ...(isEstimated(preferences.count)
      ? {
          estimate: {
            statement: explainSql(plan),
            isNeeded: (total) => total === null || total > maxRows,
          },
        }
      : {}),
    answer: (row) => answerRows(row, shape, range.offset, applied),
  };
}

/** An estimated count is exact up to the longest page: counting one row more tells whether it is longer. */
function counting(count: Count | undefined, maxRows: number): Counting {
  if (count === 'exact') return 'all';
  return count === 'estimated' ? { upTo: maxRows + 1 } : 'none';
}

function isEstimated(count: Count | undefined) {
  return count === 'planned' || count === 'estimated';
}

export function findRelation(catalogue: Catalogue, name: string) {
  const relation = catalogue.relations.get(name);
  if (relation === undefined) throw unknownTable(name);
  return relation;
}

/** Limit and offset of the root, from the parameters and the Range header. */
export function rootRange(query: Query, question: Question, maxRows: number) {
  return readRange(
    query.limits.find(atRoot)?.value,
    query.offsets.find(atRoot)?.value ?? 0,
    question.range,
    maxRows,
  );
}

function atRoot({ path }: Placed<number>) {
  return path.length === 0;
}

/** Rows with their Content-Range; exactly one where an object is asked for. @throws RestError PGRST116, PGRST103 */
export function answerRows(
  row: AnswerRow,
  shape: Shape,
  offset: number,
  applied: string | undefined,
): Answer {
  if (isSingular(shape) && row.rows !== 1) throw notSingular(row.rows);
  const { status, contentRange } = describeRange(offset, row.rows, row.total);
  if (status === 416) {
    throw rangeNotSatisfiable(
      `An offset of ${offset} was requested, but there are only ${row.total} rows.`,
    );
  }
  return {
    status,
    headers: {
      'content-type': contentType(shape),
      'content-range': contentRange,
      ...(applied === undefined ? {} : { 'preference-applied': applied }),
    },
    body: row.body,
  };
}
