import type { Column, Relation } from './catalogue.ts';
import type { ResolvedFilter, EmbedPlan, OutputColumn } from './resolve.ts';
import {
  createValueBinder,
  buildCountSql,
  buildEmbedSql,
  buildListSql,
  buildOutputSql,
  ROW_TO_JSON_SQL,
  buildWhereSql,
  type ValueBinder,
  type Statement,
} from './sql-read.ts';

/** A change of rows. `body` is JSON text: one object, or a list for an insert. A missing key means null. */
export type RowChange =
  | { kind: 'insert'; relation: Relation; columns: Column[]; body: string; isList: boolean }
  | { kind: 'update'; relation: Relation; columns: Column[]; body: string; where: ResolvedFilter[] }
  | { kind: 'delete'; relation: Relation; where: ResolvedFilter[] };

/** The columns and related rows to return for the changed rows. */
type Shown = { outputs: OutputColumn[]; embeds: EmbedPlan[] };

/** Returns the statement of a change. With `shown`, the statement returns the changed rows; otherwise, their number. */
export function buildChangeSql(
  change: RowChange,
  maxRows: number,
  shown: Shown | undefined,
): Statement {
  const values: unknown[] = [];
  const bind = createValueBinder(values);
  const statement = statementSql(change, bind);
  if (!shown)
    return {
      text: `with _changed as (${statement} returning 1) ${buildCountSql('_changed')}`,
      values,
    };
  // Find related rows by the values of the columns after the change, as PostgREST does.
  const returned = [
    ...shown.outputs.map((output) => buildOutputSql(output, '_t')),
    ...shown.embeds.map((embed) => buildEmbedSql(embed, '_t', maxRows, bind)),
  ];
  const changed = `with _changed as (${statement} returning ${returned.join(', ')})`;
  return { text: `${changed} ${buildListSql('_changed', ROW_TO_JSON_SQL)}`, values };
}

function statementSql(change: RowChange, bind: ValueBinder) {
  const target = `${change.relation.sql} as _t`;
  if (change.kind === 'delete')
    return `delete from ${target}${buildWhereSql(change.where, '_t', bind)}`;
  if (change.kind === 'insert') return `insert into ${target} ${insertSql(change, bind)}`;
  const columns = change.columns.map(({ sql }) => `${sql} = _b.${sql}`).join(', ');
  const record = recordsSql(change.body, false, change.columns, bind);
  return `update ${target} set ${columns} from ${record}${buildWhereSql(change.where, '_t', bind)}`;
}

function insertSql(change: Extract<RowChange, { kind: 'insert' }>, bind: ValueBinder) {
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
function recordsSql(body: string, isList: boolean, columns: Column[], bind: ValueBinder) {
  const typed = columns.map(({ sql, type }) => `${sql} ${type}`).join(', ');
  return `json_to_record${isList ? 'set' : ''}(${bind(body)}::json) as _b(${typed})`;
}
