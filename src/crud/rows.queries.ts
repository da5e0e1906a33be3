import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InferDataFromTag } from '@tanstack/react-query';
import type { TableName } from '#data/permissions.ts';
import { anyRest } from '#data/rest-client.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { PlatformError, unwrap, unwrapCounted } from '#data/unwrap.ts';
import { searchPattern } from '#lib/text.ts';
import { isRowNumber, isUuid } from '#lib/uuid.ts';
import type { ListParams } from './list-search.ts';

// Reads the rows of any area's table. Each area defines only its columns and filters.

/** The rows of one page and the total: exact, or with `more` a lower bound. */
export type Page<Row> = {
  rows: Row[];
  total: number;
  more?: boolean;
  /** The most similar records, if a search has no match. */
  similar?: Row[];
};

/** The id of a row, and the name that labels of commands show: 'Excluir Fruta 02'. */
export type NamedRow = { id: string | number; name: string };

type Answer<Row> = { data: Row[] | null; count: number | null; error: unknown; status: number };

/** The methods of the query builder that are used here. */
export type Select<Row> = {
  ilike(column: string, pattern: string): Select<Row>;
  order(column: string, options?: { ascending?: boolean }): Select<Row>;
  abortSignal(signal: AbortSignal): Select<Row>;
  range(from: number, to: number): PromiseLike<Answer<Row>>;
};

/**
 * Returns the query of a table's list, as a function of the URL's parameters. `select` selects the `columns` with `{
 * count: 'exact' }` and adds the area's filters; the search, the order and the page of the URL are added to it. `then`
 * are the tiebreaker columns of every order.
 */
export function listQuery<Table extends TableName, P extends ListParams, Row>(
  table: Table,
  columns: string,
  then: readonly string[],
  select: (params: P) => Select<Row>,
) {
  const query = (params: P) =>
    queryOptions({
      queryKey: [table, 'list', params],
      queryFn: ({ signal }) => readPage(select(params), params, then, signal),
      placeholderData: keepPreviousData,
    });
  return Object.assign(query, { table, columns, select, last: then });
}

/** The type of any list's query. */
export type AnyListQuery = (params: never) => { queryKey: readonly unknown[] };

/** The row type of a list's query. */
export type ListedOf<Q extends AnyListQuery> =
  InferDataFromTag<unknown, ReturnType<Q>['queryKey']> extends Page<infer Row> ? Row : never;

/**
 * Reads one page. A page beyond the last one has no rows. PostgREST refuses it (PGRST103) if it begins after the last
 * row: then the total is in the details of the error.
 */
export async function readPage<Row>(
  select: Select<Row>,
  { busca, ordem, pagina, por }: ListParams,
  then: readonly string[],
  signal: AbortSignal,
): Promise<Page<Row>> {
  const from = (pagina - 1) * por;
  try {
    const query = ordered(searched(select, busca), completeOrder(ordem, then))
      .abortSignal(signal)
      .range(from, from + por - 1);
    const { data, count } = await unwrapCounted(query);
    return { rows: data ?? [], total: count };
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'PGRST103')
      return { rows: [], total: totalIn(error.details) };
    throw error;
  }
}

/** Adds a search to a query; an empty search matches all rows. */
export function searched<S extends { ilike(column: string, pattern: string): S }>(
  select: S,
  busca: string,
): S {
  return busca ? select.ilike('search_text', searchPattern(busca)) : select;
}

/** Returns the columns of an order: the column of the URL, then the tiebreakers. '-' means descending. */
export function completeOrder(ordem: string, then: readonly string[]): string[] {
  return [ordem, ...then.filter((column) => withoutDirection(column) !== withoutDirection(ordem))];
}

export function ordered<S extends { order(column: string, options: { ascending: boolean }): S }>(
  select: S,
  order: readonly string[],
): S {
  return order.reduce(
    (sorted, column) =>
      sorted.order(withoutDirection(column), { ascending: column === withoutDirection(column) }),
    select,
  );
}

/** Returns the column of an order without its direction. */
export function withoutDirection(column: string): string {
  return column.replace(/^-/, '');
}

// Reads the total from the details of the error: 'An offset of 100 was requested, but there are only 90 rows.'
function totalIn(details: string): number {
  return Number(/only (\d+) rows/.exec(details)?.[1] ?? 0);
}

/**
 * Returns the query of one record by the id in the URL; its data is null if there is no such record. An id of another
 * type needs no request: no record has it, and the platform would refuse it with an error.
 */
export function rowQuery<
  Request extends PromiseLike<{ data: unknown; error: unknown; status?: number }>,
>(table: keyof typeof storedAreas, read: (id: string) => Request) {
  const isId = storedAreas[table].id === 'uuid' ? isUuid : isRowNumber;
  const readRow = async (
    id: string,
  ): Promise<Awaited<ReturnType<typeof unwrap<Awaited<Request>>>> | null> =>
    isId(id) ? unwrap(read(id)) : null;
  const query = (id: string) =>
    queryOptions({
      queryKey: [table, 'detail', id],
      queryFn: () => readRow(id),
    });
  return Object.assign(query, {
    /** Reads the record without the cache. */
    now: readRow,
  });
}

/** The row type of a `rowQuery`. */
export type RowOf<Q extends { now: (id: string) => Promise<unknown> }> = NonNullable<
  Awaited<ReturnType<Q['now']>>
>;

/** Returns the query for the ids of the deleted records among `ids`; it is refetched with the lists of the table. */
export function deletedIdsQuery(table: TableName, ids: readonly StoredRow['id'][]) {
  return queryOptions({
    queryKey: [table, 'gone', ids],
    queryFn: async ({ signal }) => {
      const rows = anyRest.from(table).select('id').in('id', ids);
      const there = await unwrap(rows.abortSignal(signal));
      // Compare as text: ids from the history are texts, also of a table with numeric ids.
      return ids.filter((id) => !there.some((row) => String(row.id) === String(id)));
    },
    // Keep the previous result while the next one is loading.
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  });
}

/** The columns that every record of a form has. */
export type StoredRow = { id: string | number; version: number };
