import {
  answerRows,
  takeOwnAnswer,
  type Answer,
  type AnswerRow,
  type Operation,
} from './answer.ts';
import { isJson, quote, type Catalogue, type Parameter, type Routine } from './catalogue.ts';
import {
  closedToAnonymous,
  refuse,
  refuseIf,
  RestError,
  unknownFunction,
  wrongMethodOfFunction,
} from './errors.ts';
import { keysOf, parametersOf, readJson, refuseTooDeep, type Question } from './question.ts';
import { binder, countSql, listSql, ROW, type Bind } from './sql-read.ts';

/**
 * `/rpc/name` by POST with a JSON object, or by GET and HEAD for functions that change nothing (PostgREST docs,
 * Functions as RPC).
 * @throws RestError
 */
export function prepareCall(
  catalogue: Catalogue,
  name: string,
  question: Question,
  maxRows: number,
): Operation {
  const overloads = catalogue.functions.get(name) ?? [];
  const { routine, source } = question.isRead
    ? readGet(overloads, name, question)
    : readPost(overloads, name, question);
  if (question.isRead && routine.isVolatile) throw wrongMethodOfFunction(question.method);
  refuseIf(question.preferences.isCounted, 'A count is');
  refuseIf(question.range !== undefined, 'Range is');
  const values: unknown[] = [];
  return {
    statement: { text: callSql(routine, source(binder(values)), question, maxRows), values },
    isReadOnly: !routine.isVolatile,
    seesRequest: question.isRead,
    // The result may be too long, or have more than one row.
    mayRollBack: routine.isVolatile && routine.result !== 'void',
    patterns: 0,
    embeds: [],
    closed: routine.isOpen ? undefined : closedToAnonymous('function', name),
    answer: (row) => takeOwnAnswer(row, answerCall(routine, row, question)),
  };
}

/** @throws RestError */
function answerCall({ result }: Routine, row: AnswerRow, question: Question): Answer {
  const isOne = result === 'value' || result === 'row';
  if (result === 'void') return { status: 204, headers: { 'content-range': '0-0/*' } };
  const answer = answerRows(row, question, 0);
  if (!isOne || question.isSingular || answer.body === undefined) return answer;
  return { ...answer, body: answer.body.slice(1, -1) };
}

/** The function call as a source of rows. */
type Call = { routine: Routine; source(bind: Bind): string };

function readPost(overloads: Routine[], name: string, question: Question): Call {
  refuseIf(parametersOf(question.address).length > 0, 'Parameters in the address are');
  const body = question.body.trim() === '' ? '{}' : question.body;
  const keys =
    keysOf(readJson({ ...question, body })) ??
    refuse('The arguments of a function are one JSON object.');
  const routine = chooseRoutine(overloads, name, keys, true);
  const given = routine.parameters.filter((parameter) => keys.includes(parameter.name));
  return { routine, source: (bind) => jsonCall(routine, given, body, bind) };
}

/**
 * In a URL every parameter is an argument. PostgREST treats parameters that read like filters as filters of the rows.
 */
function readGet(overloads: Routine[], name: string, question: Question): Call {
  const pairs = parametersOf(question.address);
  const keys = pairs.map(([key]) => key);
  if (new Set(keys).size < keys.length) refuse('An argument is given twice.');
  const other = pairs.find(([key, value]) => OF_ROWS.test(key) || LOOKS_LIKE_FILTER.test(value));
  if (other !== undefined)
    refuse(`'${other[0]}' asks about the rows of a function, which is not supported.`);
  const routine = chooseRoutine(overloads, name, keys, false);
  return {
    routine,
    source(bind) {
      const given = pairs.map(([key, value]) => {
        const type = routine.parameters.find((parameter) => parameter.name === key)?.type ?? '';
        if (isJson(type)) refuseTooDeep(value);
        return `${quote(key)} := ${bind(value)}::${type}`;
      });
      return `${routine.sql}(${given.join(', ')})`;
    },
  };
}

const OF_ROWS = /(^|\.)(select|order|limit|offset|and|or)$|^(columns|on_conflict)$/;
const LOOKS_LIKE_FILTER =
  /^(not|eq|neq|gte?|lte?|i?like|i?match|in|is|isdistinct|cs|cd|ov|sl|sr|nxr|nxl|adj|(pl|ph|w)?fts)(\([^)]*\))?\./;

/** @throws RestError PGRST202 when no overload takes exactly these arguments, PGRST203 when several do */
function chooseRoutine(overloads: Routine[], name: string, keys: string[], isPost: boolean) {
  const named = overloads.filter(({ parameters }) => fits(parameters, keys));
  // PostgREST passes the whole body to a function with one unnamed parameter of JSON.
  const unnamed = overloads.filter(({ parameters }) => parameters[0]?.name === '');
  const fitting = named.length > 0 || !isPost ? named : unnamed;
  const [routine] = fitting;
  if (routine === undefined) throw unknownFunction(name, keys, isPost);
  if (fitting.length > 1) throw ambiguous(fitting);
  if (routine.refused !== null) refuse(`${routine.refused} is not supported.`);
  return routine;
}

function fits(parameters: Parameter[], keys: string[]) {
  return (
    keys.every((key) => parameters.some(({ name }) => name === key)) &&
    parameters.every(({ name, isRequired }) => !isRequired || keys.includes(name))
  );
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

/** The SQL of a call that reads its arguments from a JSON body, each cast to its declared type. */
function jsonCall({ sql }: Routine, given: Parameter[], body: string, bind: Bind) {
  if (given.length === 0) return `${sql}()`;
  const record = given.map(({ name, type }) => `${quote(name)} ${type}`).join(', ');
  const list = given.map(({ name }) => `${quote(name)} := _a.${quote(name)}`).join(', ');
  return `json_to_record(${bind(body)}::json) as _a(${record}), lateral ${sql}(${list})`;
}

/**
 * The function's result as a list, and the settings for the response. The subquery has an aggregate, so PostgreSQL
 * reads the settings after the function has run.
 */
function callSql({ result }: Routine, source: string, { method }: Question, maxRows: number) {
  const hasColumns = result === 'row' || result === 'rows';
  const rows = `(select _f.* from ${source} as _f${hasColumns ? '' : '(value)'} limit ${maxRows})`;
  const list =
    method === 'HEAD' || result === 'void'
      ? countSql(rows)
      : listSql(rows, hasColumns ? ROW : "coalesce(to_json(_row.value)::text, 'null')");
  return `select _answer.*, ${OWN_SETTINGS} from (${list}) as _answer`;
}

const OWN_SETTINGS =
  "nullif(current_setting('response.status', true), '') as own_status, nullif(current_setting('response.headers', true), '') as own_headers";
