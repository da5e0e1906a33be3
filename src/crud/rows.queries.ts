import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InferDataFromTag } from '@tanstack/react-query';
import type { TableName } from '#data/permissions.ts';
import { untypedRest } from '#data/rest-client.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { PlatformError, unwrap, unwrapCounted } from '#data/unwrap.ts';
import { createSearchPattern } from '#lib/text.ts';
import { isNumericId, isUuid } from '#lib/uuid.ts';
import type { ListParams } from './list-search.ts';

// Reads the rows of any area's table. Each area defines only its columns and filters.

/** The rows of one page and the total number of rows. If `more` is true, more than `total` rows exist. */
export type RowPage<Row> = {
  rows: Row[];
  total: number;
  more?: boolean;
  /** The most similar records, if a search has no match. */
  similar?: Row[];
};

/** The id and the name of a record. The labels of commands contain the name: 'Fruta 02' in 'Excluir Fruta 02'. */
export type NamedRow = { id: string | number; name: string };

type Answer<Row> = { data: Row[] | null; count: number | null; error: unknown; status: number };

/** The methods of the REST client's query builder that this file uses. */
export type QueryBuilder<Row> = {
  ilike(column: string, pattern: string): QueryBuilder<Row>;
  order(column: string, options?: { ascending?: boolean }): QueryBuilder<Row>;
  abortSignal(signal: AbortSignal): QueryBuilder<Row>;
  range(from: number, to: number): PromiseLike<Answer<Row>>;
};

/**
 * Returns a function that makes the query of a table's list from the URL parameters. `select` must select the `columns`
 * with `count: 'exact'` and add the area's filters. The query adds the search, the order and the page. `then` are the
 * tiebreaker columns of every order.
 */
export function listQuery<Table extends TableName, P extends ListParams, Row>(
  table: Table,
  columns: string,
  then: readonly string[],
  select: (params: P) => QueryBuilder<Row>,
) {
  const query = (params: P) =>
    queryOptions({
      queryKey: [table, 'list', params],
      queryFn: ({ signal }) => fetchRowPage(select(params), params, then, signal),
      placeholderData: keepPreviousData,
    });
  return Object.assign(query, { table, columns, select, last: then });
}

/** The type of every function that makes the query of a list. */
export type AnyListQuery = (params: never) => { queryKey: readonly unknown[] };

/** The row type of a `listQuery`. */
export type ListedRowOf<Q extends AnyListQuery> =
  InferDataFromTag<unknown, ReturnType<Q>['queryKey']> extends RowPage<infer Row> ? Row : never;

/**
 * Reads one page of rows and the total. After the last page, the result has no rows: if the offset is larger than the
 * total, PostgREST refuses the request (PGRST103), and the total is read from the details of the error.
 */
export async function fetchRowPage<Row>(
  select: QueryBuilder<Row>,
  { busca, ordem, pagina, por }: ListParams,
  then: readonly string[],
  signal: AbortSignal,
): Promise<RowPage<Row>> {
  const from = (pagina - 1) * por;
  try {
    const query = addOrder(addSearch(select, busca), buildColumnOrder(ordem, then))
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
export function addSearch<S extends { ilike(column: string, pattern: string): S }>(
  select: S,
  busca: string,
): S {
  return busca ? select.ilike('search_text', createSearchPattern(busca)) : select;
}

/** Returns the columns to sort by: the column of the URL, then the tiebreakers. A leading '-' means descending. */
export function buildColumnOrder(ordem: string, then: readonly string[]): string[] {
  return [ordem, ...then.filter((column) => stripDirection(column) !== stripDirection(ordem))];
}

export function addOrder<S extends { order(column: string, options: { ascending: boolean }): S }>(
  select: S,
  order: readonly string[],
): S {
  return order.reduce(
    (sorted, column) =>
      sorted.order(stripDirection(column), { ascending: column === stripDirection(column) }),
    select,
  );
}

/** Returns the column of an order without its direction. */
export function stripDirection(column: string): string {
  return column.replace(/^-/, '');
}

// Reads the total from the details of the error: 'An offset of 100 was requested, but there are only 90 rows.'
function totalIn(details: string): number {
  return Number(/only (\d+) rows/.exec(details)?.[1] ?? 0);
}

/**
 * Returns a function that makes the query of one record from the id in the URL. The data is null if the record does not
 * exist. If the id does not have the type of the table's ids, the query sends no request, because the platform would
 * refuse the id with an error.
 */
export function rowQuery<
  Request extends PromiseLike<{ data: unknown; error: unknown; status?: number }>,
>(table: keyof typeof storedAreas, read: (id: string) => Request) {
  const isId = storedAreas[table].id === 'uuid' ? isUuid : isNumericId;
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

/**
 * Returns the query that finds the ids of deleted records among `ids`. The query key begins with the table, so a
 * refetch of the table's queries includes this query.
 */
export function deletedIdsQuery(table: TableName, ids: readonly StoredRow['id'][]) {
  return queryOptions({
    queryKey: [table, 'gone', ids],
    queryFn: async ({ signal }) => {
      const rows = untypedRest.from(table).select('id').in('id', ids);
      const there = await unwrap(rows.abortSignal(signal));
      // Compare as text: the history stores every id as text, even if the table has numeric ids.
      return ids.filter((id) => !there.some((row) => String(row.id) === String(id)));
    },
    // Keep the previous result while the next one is loading.
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  });
}

/** The columns that the table of every area has. Each update increments `version`. */
export type StoredRow = { id: string | number; version: number };
