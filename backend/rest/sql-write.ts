import type { Shape } from './accept.ts';
import type { Column } from './catalogue.ts';
import type { Conflict, Output, ReadPlan, WritePlan } from './plan.ts';
import { createDraft, type Draft } from './draft.ts';
import { emptyRowsSql, recordsSql } from './sql-body.ts';
import { conditionSql } from './sql-filter.ts';
import { answerSql, type Statement } from './sql-read.ts';

/**
 * The change and what it answers: the representation that `read` describes, or just the number of rows.
 * An upsert that merges has one more column, `inserted`: how many of the rows are new.
 */
export function writeSql(write: WritePlan, read: ReadPlan | undefined, shape: Shape): Statement {
  const draft = createDraft();
  const isMerge = write.kind === 'insert' && write.conflict?.action === 'merge-duplicates';
  const representation = read && { ...read, outputs: expandStars(read) };
  const returned = representation ? returnedColumns(representation) : [];
  const returning = [
    ...returned.map((column) => `_t.${column.sql}`),
    ...(isMerge ? ['_t.xmax = 0 as _inserted'] : []),
  ];
  const change = `${changeSql(write, draft)} returning ${returning.length > 0 ? returning.join(', ') : '1'}`;
  const source = {
    sql: '_w',
    with: `_w as (${change})`,
    ...(isMerge ? { extra: '(select count(*)::int from _w where _inserted) as inserted' } : {}),
  };
  const text = representation
    ? answerSql(representation, source, shape, 'none', draft)
    : `with ${source.with} select '' as body, (select count(*)::int from _w) as rows${source.extra ? `, ${source.extra}` : ''}`;
  return { text, values: draft.values };
}

function expandStars(plan: ReadPlan): Output[] {
  return plan.outputs.flatMap((output): Output[] =>
    output.kind === 'column'
      ? [output]
      : [...plan.relation.columns.values()].map((column) => ({
          kind: 'column',
          column,
          name: column.name,
        })),
  );
}

/** Every column that the representation shows, is ordered by, or joins other rows with. */
function returnedColumns(plan: ReadPlan) {
  const shown = plan.outputs.flatMap((output) => (output.kind === 'column' ? [output.column] : []));
  const ordered = plan.order.flatMap(({ column, embed }) => (embed ? [] : [column]));
  const joined = plan.embeds.flatMap(({ join }) => join.map(([own]) => own));
  return [...new Set([...shown, ...ordered, ...joined])];
}

function changeSql(write: WritePlan, draft: Draft) {
  const target = `${write.relation.sql} as _t`;
  if (write.kind === 'insert') return `insert into ${target} ${insertSql(write, draft)}`;
  if (write.kind === 'delete') return `delete from ${target}${whereSql(write, draft)}`;
  const columns = write.columns.map((column) => `${column.sql} = _b.${column.sql}`).join(', ');
  return `update ${target} set ${columns} from ${recordsSql(write.body, write.columns, draft)}${whereSql(write, draft)}`;
}

function whereSql(write: Extract<WritePlan, { kind: 'update' | 'delete' }>, draft: Draft) {
  return ` where ${write.where.map((condition) => conditionSql(condition, '_t', draft)).join(' and ')}`;
}

function insertSql(write: Extract<WritePlan, { kind: 'insert' }>, draft: Draft) {
  const conflict = write.conflict === undefined ? '' : conflictSql(write.conflict, write.columns);
  if (write.columns.length === 0)
    return `select from ${emptyRowsSql(write.body, draft)}${conflict}`;
  const names = write.columns.map((column) => column.sql).join(', ');
  const values = write.columns.map((column) => `_b.${column.sql}`).join(', ');
  return `(${names}) select ${values} from ${recordsSql(write.body, write.columns, draft)}${conflict}`;
}

function conflictSql({ columns, action }: Conflict, written: Column[]) {
  const target = ` on conflict (${columns.map((column) => column.sql).join(', ')})`;
  if (action === 'ignore-duplicates' || written.length === 0) return `${target} do nothing`;
  return `${target} do update set ${written.map((column) => `${column.sql} = excluded.${column.sql}`).join(', ')}`;
}
