import { isSingular, type Shape } from './accept.ts';
import type { CallPlan, ReadPlan } from './plan.ts';
import { quote } from './catalogue.ts';
import { createDraft, type Draft } from './draft.ts';
import { answerSql, type Statement } from './sql-read.ts';

/** A call and its result as JSON: nothing (void), a value, values, or the rows that `read` describes. */
export function callSql(
  call: CallPlan,
  read: ReadPlan,
  shape: Shape | 'none',
  isCounted: boolean,
): Statement {
  const draft = createDraft();
  const from = callSource(call, draft);
  const text = resultSql(call, from, read, shape, isCounted, draft);
  return { text, values: draft.values };
}

function resultSql(
  { routine: { result } }: CallPlan,
  from: string,
  read: ReadPlan,
  shape: Shape | 'none',
  isCounted: boolean,
  draft: Draft,
) {
  if (result.kind === 'void') return voidSql(from, isCounted);
  if (result.kind === 'scalar' && !result.isSet) return scalarSql(from, shape, isCounted);
  if (result.kind === 'scalar') return listSql(from, shape, isCounted, read.limit);
  const source = { sql: '_w', with: `_w as (select _f.* from ${from} as _f)` };
  const asked = result.isSet ? shape : toOne(shape);
  return answerSql(read, source, asked, isCounted ? 'all' : 'none', draft);
}

/** A function that returns one row answers with an object, not a list. */
function toOne(shape: Shape | 'none') {
  if (shape === 'array') return 'object';
  return shape === 'stripped-array' ? 'stripped-object' : shape;
}

/** The function with its arguments by name, each of its declared type. */
function callSource({ routine, parameters, arguments: given }: CallPlan, draft: Draft) {
  if (parameters.length === 0) return `${routine.sql}()`;
  if (given.kind === 'text') {
    const list = parameters.map(
      ({ name, type }, index) =>
        `${quote(name)} := ${draft.bind(given.values[index] ?? '')}::${type}`,
    );
    return `${routine.sql}(${list.join(', ')})`;
  }
  const record = parameters.map(({ name, type }) => `${quote(name)} ${type}`).join(', ');
  const list = parameters.map(({ name }) => `${quote(name)} := _a.${quote(name)}`).join(', ');
  return `json_to_record(${draft.bind(given.body)}::json) as _a(${record}), lateral ${routine.sql}(${list})`;
}

function voidSql(from: string, isCounted: boolean) {
  return `select '' as body, 1 as rows, ${totalOfOne(isCounted)} as total from ${from} as _f`;
}

function scalarSql(from: string, shape: Shape | 'none', isCounted: boolean) {
  return `select coalesce(${strip('to_json(_f.value)', shape)}::text, 'null') as body, 1 as rows, ${totalOfOne(isCounted)} as total from ${from} as _f(value)`;
}

function listSql(
  from: string,
  shape: Shape | 'none',
  isCounted: boolean,
  limit: number | undefined,
) {
  const total = isCounted ? '(select count(*)::int from _w)' : 'null::int';
  const body =
    shape !== 'none' && isSingular(shape)
      ? `min(${strip('to_json(value)', shape)}::text)`
      : `coalesce(${strip('json_agg(value)', shape)}::text, '[]')`;
  const rows = `select value from _w${limit === undefined ? '' : ` limit ${limit}`}`;
  return `with _w as (select _f.value from ${from} as _f(value)) select ${body} as body, count(*)::int as rows, ${total} as total from (${rows}) as _row`;
}

function strip(json: string, shape: Shape | 'none') {
  return shape.startsWith('stripped') ? `json_strip_nulls(${json})` : json;
}

function totalOfOne(isCounted: boolean) {
  return isCounted ? '1' : 'null::int';
}
