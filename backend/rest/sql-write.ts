import type { Column, Relation } from './catalogue.ts';
import type { Condition, Output } from './resolve.ts';
import {
  binder,
  countSql,
  listSql,
  outputSql,
  ROW,
  whereSql,
  type Bind,
  type Statement,
} from './sql-read.ts';

/** A change of rows. `body` is JSON text: one object or a list; what a row of it leaves out is null. */
export type Change =
  | { kind: 'insert'; relation: Relation; columns: Column[]; body: string; isList: boolean }
  | { kind: 'update'; relation: Relation; columns: Column[]; body: string; where: Condition[] }
  | { kind: 'delete'; relation: Relation; where: Condition[] };

/** The change and what it answers: the rows that came out of it, or just their number. */
export function changeSql(change: Change, outputs: Output[] | undefined): Statement {
  const values: unknown[] = [];
  const statement = statementSql(change, binder(values));
  const returning = outputs?.map((output) => outputSql(output, '_t')).join(', ') ?? '1';
  const answer = outputs ? listSql('_changed', ROW) : countSql('_changed');
  return { text: `with _changed as (${statement} returning ${returning}) ${answer}`, values };
}

function statementSql(change: Change, bind: Bind) {
  const target = `${change.relation.sql} as _t`;
  if (change.kind === 'delete') return `delete from ${target}${whereSql(change.where, '_t', bind)}`;
  if (change.kind === 'insert') return `insert into ${target} ${insertSql(change, bind)}`;
  const columns = change.columns.map(({ sql }) => `${sql} = _b.${sql}`).join(', ');
  const record = recordsSql(change.body, false, change.columns, bind);
  return `update ${target} set ${columns} from ${record}${whereSql(change.where, '_t', bind)}`;
}

function insertSql(change: Extract<Change, { kind: 'insert' }>, bind: Bind) {
  const { columns, body, isList } = change;
  if (columns.length === 0) {
    const json = `${bind(body)}::json`;
    return isList
      ? `select from json_array_elements(${json})`
      : `select from (select ${json}) as _b`;
  }
  const names = columns.map(({ sql }) => sql).join(', ');
  const values = columns.map(({ sql }) => `_b.${sql}`).join(', ');
  return `(${names}) select ${values} from ${recordsSql(body, isList, columns, bind)}`;
}

/** The rows of the body, each value of its column's type. */
function recordsSql(body: string, isList: boolean, columns: Column[], bind: Bind) {
  const typed = columns.map(({ sql, type }) => `${sql} ${type}`).join(', ');
  return `json_to_record${isList ? 'set' : ''}(${bind(body)}::json) as _b(${typed})`;
}
