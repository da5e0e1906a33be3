import { isSingular, negotiateShape, type Shape } from './accept.ts';
import type { Catalogue, Parameter, Relation, Routine, RoutineResult } from './catalogue.ts';
import {
  maxAffectedOfNoSet,
  refuse,
  RestError,
  tooManyAffected,
  unknownFunction,
} from './errors.ts';
import { parseQuery, type Query } from './parse-query.ts';
import type { CallPlan } from './plan.ts';
import { appliedPreferences, readPreferences } from './preferences.ts';
import { keysOf, readJson, refuseIf, type Operation, type Question } from './question.ts';
import { answerRows, rootRange } from './read.ts';
import { resolveRead } from './resolve.ts';
import { callSql } from './sql-call.ts';

/** `/rpc/name` by POST with a JSON object, or by GET and HEAD for functions that change nothing (PostgREST docs, Functions as RPC). @throws RestError */
export function prepareCall(
  catalogue: Catalogue,
  name: string,
  question: Question,
  maxRows: number,
): Operation {
  const overloads = catalogue.functions.get(name) ?? [];
  const isPost = question.method === 'POST';
  const { call, query } = isPost
    ? planPost(overloads, name, question)
    : planGet(overloads, name, question);
  if (!isPost && call.routine.isVolatile) {
    throw new RestError(405, 'PGRST101', `Cannot use the ${question.method} method on RPC`);
  }
  const shape = negotiateShape(question.accept);
  const preferences = readPreferences(question.prefer);
  refuseIf(
    query.columns !== undefined || query.onConflict !== undefined,
    'columns and on_conflict are',
  );
  const { result } = call.routine;
  if (result.kind !== 'rows') refuseQuestionsOfRows(question, query, shape);
  const { maxAffected = Infinity } = preferences;
  if (maxAffected < Infinity && !returnsSet(result)) throw maxAffectedOfNoSet();
  const range = rootRange(query, question, maxRows);
  const relation = result.kind === 'rows' ? result.relation : NO_ROWS;
  const read = { ...resolveRead(catalogue, relation, query, maxRows), ...range };
  const applied = appliedPreferences(preferences, ['max-affected']);
  const isCounted = preferences.count === 'exact' || preferences.count === 'estimated';
  return {
    statement: callSql(call, read, question.method === 'HEAD' ? 'none' : shape, isCounted),
    isReadOnly: !call.routine.isVolatile,
    mayRollBack: (isSingular(shape) || maxAffected < Infinity) && call.routine.isVolatile,
    answer(row) {
      const answer = answerRows(row, shape, range.offset, applied);
      if (row.rows > maxAffected) throw tooManyAffected(row.rows);
      if (result.kind !== 'void') return answer;
      const { 'content-type': _none, ...headers } = answer.headers;
      return { status: 204, headers };
    },
  };
}

/** PostgREST would take such a parameter for a filter, not for an argument. */
const LOOKS_LIKE_FILTER = /^(not\.)?[a-z]+(\([a-z_]*\))?\./;

const NO_ROWS: Relation = {
  sql: '',
  name: '',
  columns: new Map(),
  primaryKey: [],
  relationships: [],
  changes: { insert: false, update: false, delete: false },
};

function returnsSet(result: RoutineResult) {
  return result.kind !== 'void' && result.isSet;
}

function planPost(
  overloads: Routine[],
  name: string,
  question: Question,
): { call: CallPlan; query: Query } {
  const body = question.body.trim() === '' ? '{}' : question.body;
  const keys =
    keysOf(readJson({ ...question, body })) ??
    refuse('The arguments of a function are one JSON object.');
  const routine = chooseRoutine(overloads, name, keys, true);
  const call = {
    routine,
    parameters: given(routine, keys),
    arguments: { kind: 'json' as const, body },
  };
  return { call, query: parseQuery(question.parameters) };
}

/** In an address, what is named like a parameter of the function is an argument, all else a question about its rows. */
function planGet(
  overloads: Routine[],
  name: string,
  question: Question,
): { call: CallPlan; query: Query } {
  const known = new Set(
    overloads.flatMap(({ parameters }) => parameters.map((parameter) => parameter.name)),
  );
  const isArgument = ([key]: [string, string]) => known.has(key);
  const pairs = question.parameters.filter(isArgument);
  const keys = pairs.map(([key]) => key);
  if (new Set(keys).size < keys.length) refuse('An argument is given twice.');
  const filter = pairs.find(([, value]) => LOOKS_LIKE_FILTER.test(value));
  if (filter !== undefined)
    refuse(`The argument '${filter[0]}' reads like a filter; call the function by POST.`);
  const routine = chooseRoutine(overloads, name, keys, false);
  const values = new Map(pairs);
  const parameters = given(routine, keys);
  const texts = parameters.map((parameter) => values.get(parameter.name) ?? '');
  const others = question.parameters.filter((pair) => !isArgument(pair));
  return {
    call: { routine, parameters, arguments: { kind: 'text', values: texts } },
    query: parseQuery(others),
  };
}

/** @throws RestError PGRST202 when no overload takes exactly these arguments, PGRST203 when several do */
function chooseRoutine(overloads: Routine[], name: string, keys: string[], isPost: boolean) {
  const fitting = overloads.filter(({ parameters }) => fits(parameters, keys));
  const [routine] = fitting;
  if (routine === undefined) throw unknownFunction(name, keys, isPost);
  if (fitting.length > 1) throw ambiguous(fitting);
  return routine;
}

function fits(parameters: Parameter[], keys: string[]) {
  const isKnown = keys.every((key) => parameters.some((parameter) => parameter.name === key));
  return (
    isKnown &&
    parameters.every((parameter) => !parameter.isRequired || keys.includes(parameter.name))
  );
}

function given(routine: Routine, keys: string[]) {
  return routine.parameters.filter((parameter) => keys.includes(parameter.name));
}

function ambiguous(routines: Routine[]) {
  const signatures = routines.map(({ name, parameters }) => {
    return `public.${name}(${parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(', ')})`;
  });
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    null,
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  );
}

function refuseQuestionsOfRows(question: Question, query: Query, shape: Shape) {
  const asksForRows =
    query.filters.length + query.orders.length + query.limits.length + query.offsets.length > 0;
  const selects = question.parameters.some(([key, value]) => key === 'select' && value !== '*');
  refuseIf(
    asksForRows || selects || shape === 'csv' || question.range !== undefined,
    'select, filters, order, limit, offset, Range and CSV on a function without rows are',
  );
}
