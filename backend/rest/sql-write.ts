import type { Column, Relation } from './catalogue.ts';
import type { Condition, Embed, Output } from './resolve.ts';
import {
  createBind,
  countSql,
  embedSql,
  listSql,
  outputSql,
  ROW_TO_JSON_SQL,
  whereSql,
  type Bind,
  type Statement,
} from './sql-read.ts';

/** A change of rows. `body` is JSON text: one object, or a list for an insert. A missing key means null. */
export type Change =
  | { kind: 'insert'; relation: Relation; columns: Column[]; body: string; isList: boolean }
  | { kind: 'update'; relation: Relation; columns: Column[]; body: string; where: Condition[] }
  | { kind: 'delete'; relation: Relation; where: Condition[] };

/** The columns and related rows to return for the changed rows. */
type Shown = { outputs: Output[]; embeds: Embed[] };

/** Returns the statement of a change. With `shown`, the statement returns the changed rows; otherwise, their number. */
export function buildChangeSql(
  change: Change,
  maxRows: number,
  shown: Shown | undefined,
): Statement {
  const values: unknown[] = [];
  const bind = createBind(values);
  const statement = statementSql(change, bind);
  if (!shown)
    return { text: `with _changed as (${statement} returning 1) ${countSql('_changed')}`, values };
  // Find related rows by the values of the columns after the change, as PostgREST does.
  const returned = [
    ...shown.outputs.map((output) => outputSql(output, '_t')),
    ...shown.embeds.map((embed) => embedSql(embed, '_t', maxRows, bind)),
  ];
  const changed = `with _changed as (${statement} returning ${returned.join(', ')})`;
  return { text: `${changed} ${listSql('_changed', ROW_TO_JSON_SQL)}`, values };
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

/** Returns SQL for the rows of the body, with each value cast to the type of its column. */
function recordsSql(body: string, isList: boolean, columns: Column[], bind: Bind) {
  const typed = columns.map(({ sql, type }) => `${sql} ${type}`).join(', ');
  return `json_to_record${isList ? 'set' : ''}(${bind(body)}::json) as _b(${typed})`;
}
