import { rest } from '#data/rest-client.ts';
import { createShrinkingStepRunner } from '#data/shrinking-steps.ts';
import { unwrap, unwrapCounted } from '#data/unwrap.ts';
import { parseListParams } from '../list-search.ts';
import type { ParamsOf } from '../list-search.ts';
import type { Area } from '../area.ts';
import { stripDirection, buildColumnOrder, addOrder, addSearch } from '../rows.queries.ts';
import type { AreaExport, ExportScope } from './export-menu.tsx';
import { createSheetCell } from './sheet-cell.ts';
import type { ExportColumn } from './sheet-cell.ts';

/**
 * The query of an area's list: `select` selects the rows that match the filters in `params`, and `last` has the
 * tiebreaker columns of every order.
 */
export type ListExportQuery<P> = { select: (params: P) => unknown; last: readonly string[] };

/**
 * Returns the columns and rows of an area's export. The rows are in the order of the list. The filters of the list
 * apply only to the export of the visible list. `rows` records each step in the activity (`note_export`). It uses
 * keyset pagination: each step continues after the last row of the previous step, so that concurrent inserts and
 * deletions neither repeat nor skip other rows.
 */
export function createListExport<A extends Area>(
  area: A,
  request: ListExportQuery<ParamsOf<A>>,
  columns: readonly ExportColumn[],
  params: ParamsOf<A>,
): AreaExport {
  return {
    columns,
    async *rows(what, signal) {
      const wanted = what === 'shown' ? params : parseListParams(area, { ordem: params.ordem });
      const order = buildColumnOrder(wanted.ordem, request.last);
      const names = [
        ...new Set(['id', ...order.map(stripDirection), ...columns.map(({ name }) => name)]),
      ];
      // Makes a new query builder for each request, because `filter`, `order` and `limit` change the builder. Cast: the
      // client has no type for an arbitrary table.
      const select = () =>
        addSearch(request.select(wanted) as Builder, wanted.busca).select(names.join(', '));
      let isFirst = true;
      for await (const rows of steps(() => chosen(select(), what), order, signal)) {
        const exportedRows = onlySelected(what, rows);
        const note = { area: area.table, amount: exportedRows.length, continues: !isFirst };
        await unwrap(rest.rpc('note_export', note).abortSignal(signal));
        isFirst = false;
        yield exportedRows.map((row) => columns.map((column) => createSheetCell(column, row)));
      }
    },
  };
}

type Value = string | number | boolean | null;
type Row = Record<string, Value>;

/** The methods of the query builder that are used here. */
type Builder = {
  select(columns: string): Builder;
  ilike(column: string, pattern: string): Builder;
  in(column: string, values: readonly unknown[]): Builder;
  filter(column: string, operator: string, value: unknown): Builder;
  order(column: string, options: { ascending: boolean }): Builder;
  limit(rows: number): Builder;
  abortSignal(signal: AbortSignal): PromiseLike<{ data: Row[]; error: null; count: number | null }>;
};

/** The maximum number of ids in a URL. For a larger selection, the browser reads and filters all rows. */
const maxIdsInUrl = 100;

function chosen(select: Builder, what: ExportScope): Builder {
  const few = typeof what === 'object' && 'ids' in what && what.ids.length <= maxIdsInUrl;
  return few ? select.in('id', what.ids) : select;
}

function onlySelected(what: ExportScope, rows: Row[]): Row[] {
  if (typeof what !== 'object' || !('ids' in what) || what.ids.length <= maxIdsInUrl) return rows;
  const ids = new Set(what.ids.map(String));
  return rows.filter(({ id }) => ids.has(String(id)));
}

async function* steps(select: () => Builder, order: readonly string[], signal: AbortSignal) {
  const run = createShrinkingStepRunner(1000);
  let parts: ColumnFilter[][] = [[]];
  for (;;) {
    const from = parts;
    const { rows, isFull } = await run(async (size) => {
      const read: Row[] = [];
      let isCut = false;
      for (const part of from) {
        const left = size - read.length;
        if (left === 0 || isCut) break;
        const filtered = part.reduce((query, filter) => query.filter(...filter), select());
        const query = addOrder(filtered, order).limit(left).abortSignal(signal);
        const { data, count } = await unwrapCounted(query);
        read.push(...data);
        // Whether more rows match than the response contains: because of `left`, or because the platform limits a
        // response to fewer rows.
        isCut = data.length < count;
      }
      return { rows: read, isFull: read.length === size || isCut };
    });
    yield rows;
    const last = rows.at(-1);
    if (!isFull || !last) return;
    parts = makeFiltersAfterRow(order, last);
  }
}

export type ColumnFilter = [column: string, operator: string, value: Value];

/**
 * Returns the filters of successive queries for the rows after `row` in the order `order`. The first query finds the
 * rows that equal `row` in all columns but the last, and follow `row` in the last column. The next query finds the rows
 * that equal `row` in all columns but the last two, and follow `row` in the last but one, and so on.
 * - Ascending order sorts null last. If an ascending column other than `id` has a value in `row`, one more query finds
 *   the rows with null in this column.
 * - Descending order sorts null first. If a descending column is null in `row`, the query of this column finds the rows
 *   with any value in it.
 */
export function makeFiltersAfterRow(order: readonly string[], row: Row): ColumnFilter[][] {
  return order
    .flatMap((column, place) => {
      const alike = order.slice(0, place).map((before) => same(stripDirection(before), row));
      return beyond(column, row[stripDirection(column)] ?? null).map((filter) => ({
        place,
        filter,
        alike,
      }));
    })
    .toSorted((one, other) => other.place - one.place)
    .map(({ alike, filter }) => [...alike, filter]);
}

function same(column: string, row: Row): ColumnFilter {
  const value = row[column] ?? null;
  return value === null ? [column, 'is', 'null'] : [column, 'eq', value];
}

function beyond(column: string, value: Value): ColumnFilter[] {
  const name = stripDirection(column);
  const descends = name !== column;
  if (value === null) return descends ? [[name, 'not.is', 'null']] : [];
  if (descends) return [[name, 'lt', value]];
  return name === 'id'
    ? [[name, 'gt', value]]
    : [
        [name, 'gt', value],
        [name, 'is', 'null'],
      ];
}
