import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InferDataFromTag } from '@tanstack/react-query';
import type { Database } from '#data/database.types.ts';
import type { TableName } from '#data/permissions.ts';
import type { StoredPicture } from '#data/pictures.ts';
import type { ListedRow, Undoable } from '#data/query-client.ts';
import { anyRest } from '#data/rest-client.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { removeUnusedPictures } from '#data/unused-pictures.ts';
import { PlatformError, unwrap, unwrapAs, unwrapCounted } from '#data/unwrap.ts';
import { isNumber, listOf, objectOf } from '#lib/shape.ts';
import type { Shape } from '#lib/shape.ts';
import { formatCount, searchPattern } from '#lib/text.ts';
import { isRowNumber, isUuid } from '#lib/uuid.ts';
import { insertOnce, newCreation } from './creation.queries.ts';
import type { Creation } from './creation.queries.ts';
import type { ListParams } from './list-search.ts';

// Reads and writes the rows of any area's table. Each area defines only its columns and texts.

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
type Select<Row> = {
  ilike(column: string, pattern: string): Select<Row>;
  order(column: string, options?: { ascending?: boolean }): Select<Row>;
  abortSignal(signal: AbortSignal): Select<Row>;
  range(from: number, to: number): PromiseLike<Answer<Row>>;
};

/**
 * The list of a table, as a query: `select` reads its `columns` (with `{ count: 'exact' }`) and adds its filters; then
 * the search, the order and the page of the URL apply. `then` are the tiebreaker columns of every order.
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

type AnyListQuery = (params: never) => { queryKey: readonly unknown[] };

/** The row type of a list's query. */
export type ListedOf<Q extends AnyListQuery> =
  InferDataFromTag<unknown, ReturnType<Q>['queryKey']> extends Page<infer Row> ? Row : never;

/** Checks that `meta.listed` is a complete row of a list: the platform's response, with the columns of the list. */
export function listedRow<List extends AnyListQuery & { table: string }>(
  { table }: List,
  row: NoInfer<ListedOf<List>> & Pick<StoredRow, 'id'>,
): ListedRow {
  return { list: [table, 'list'], row };
}

/** `meta.listed` of a save: the row of its response. */
export function savedRow<List extends AnyListQuery & { table: string }>(list: List) {
  return (result: SaveResult<unknown, ListedOf<List> & StoredRow>) =>
    result.status === 'saved' ? listedRow(list, result.listed) : undefined;
}

/**
 * Reads one page. A page beyond the last one has no rows and the total 0 or more, also where PostgREST responds with an
 * error (PGRST103).
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

/** The column of the URL, then the tiebreakers; '-' means descending. */
export function completeOrder(ordem: string, then: readonly string[]): string[] {
  return [ordem, ...then.filter((column) => bare(column) !== bare(ordem))];
}

export function ordered<S extends { order(column: string, options: { ascending: boolean }): S }>(
  select: S,
  order: readonly string[],
): S {
  return order.reduce(
    (sorted, column) => sorted.order(bare(column), { ascending: column === bare(column) }),
    select,
  );
}

/** The column of an order without its direction. */
export function bare(column: string): string {
  return column.replace(/^-/, '');
}

// The message: 'An offset of 100 was requested, but there are only 90 rows.'
function totalIn(details: string): number {
  return Number(/only (\d+) rows/.exec(details)?.[1] ?? 0);
}

/**
 * One record by the id of a URL, as a query; null when there is none. The type of the id is checked first: the platform
 * would refuse an invalid id, and no record has one.
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

/** The row of a `rowQuery`. */
export type RowOf<Q extends { now: (id: string) => Promise<unknown> }> = NonNullable<
  Awaited<ReturnType<Q['now']>>
>;

/** A query for the ids of the deleted records among `ids`; it is refetched with the lists of the table. */
export function goneQuery(table: TableName, ids: readonly StoredRow['id'][]) {
  return queryOptions({
    queryKey: [table, 'gone', ids],
    queryFn: async ({ signal }) => {
      const rows = anyRest.from(table).select('id').in('id', ids);
      const there = await unwrap(rows.abortSignal(signal));
      return ids.filter((id) => !there.some((row) => row.id === id));
    },
    // Keep the previous result while the next one is loading.
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  });
}

/** The columns that every record of a form has. */
export type StoredRow = { id: string | number; version: number };

/** The variables of the mutation that saves a form. */
export type Saving<Values> = {
  /** The record that was read; absent for a new one. */
  stored: StoredRow | undefined;
  /** For a new record: the idempotency key of all attempts of one submit. */
  creation?: Creation;
  values: Values;
  /** Each list of pictures, in order. */
  pictures: Record<string, StoredPicture[]>;
};

/**
 * `saved`: `listed` is the row of the area's list. `conflict`: another user saved meanwhile, and `row` is their
 * version.
 */
export type SaveResult<Row, Listed extends StoredRow = StoredRow> =
  | { status: 'saved'; listed: Listed }
  | { status: 'conflict'; row: Row };

type Tables = Database['public']['Tables'];

/**
 * Inserts a record, or updates the version that was read; returns it as a row of its list. A list of pictures is stored
 * in the column of its name: the first picture, or null. If an update matches no row, another user saved or deleted the
 * record: `read` loads its current version, or throws the error `missing`. Pictures that no record uses any more are
 * deleted.
 */
export async function saveRow<
  Table extends keyof typeof storedAreas,
  List extends AnyListQuery,
  Row extends StoredRow,
>(
  { table, columns }: List & { table: Table; columns: string },
  { stored, creation = newCreation(), values, pictures }: Saving<Partial<Tables[Table]['Update']>>,
  read: (id: string) => Promise<Row | null>,
  missing: string,
): Promise<SaveResult<Row, ListedOf<List> & StoredRow>> {
  // The response has the columns of the list's query.
  type Listed = ListedOf<List> & StoredRow;
  const anyTable: TableName = table;
  const fields: Record<string, unknown> = { ...values };
  for (const [column, [first]] of Object.entries(pictures)) fields[column] = first?.url ?? null;
  if (!stored) {
    const { listed, isSame } = await insertOnce(
      table,
      columns,
      isListed<Listed>(),
      fields,
      creation,
    );
    const row = isSame ? null : await read(String(listed.id));
    return row === null ? { status: 'saved', listed } : { status: 'conflict', row };
  }
  const { id, version } = stored;
  const updated = anyRest.from(anyTable).update(fields).match({ id, version }).select(columns);
  const [listed] = await unwrapAs(updated, listOf(isListed<Listed>()));
  if (listed) {
    // The stored row is complete: it has the columns of the pictures.
    const before: Record<string, unknown> = { ...stored };
    removeUnusedPictures(Object.keys(pictures).map((column) => before[column]));
    return { status: 'saved', listed };
  }
  const row = await read(String(id));
  if (row === null) throw new Error(missing);
  return { status: 'conflict', row };
}

/** Checks a written row for the columns that the caches need; the query of the list selects all others. */
function isListed<Listed extends StoredRow>(): Shape<Listed> {
  return objectOf<Listed>({ version: isNumber });
}

/** The message of a save: 'criado' or 'atualizado'; none while a conflict is open. */
export function savedText(created: string, updated: string) {
  return ({ status }: SaveResult<unknown>, { stored }: Saving<unknown>) =>
    status === 'saved' ? (stored ? updated : created) : undefined;
}

/** The undo that the message after a save offers. */
export function savedUndo(table: TableName) {
  return (result: SaveResult<unknown>): Undoable | undefined =>
    result.status === 'saved'
      ? { table, id: result.listed.id, version: result.listed.version }
      : undefined;
}

/** The undo that the message after a deletion offers. */
export function deletedUndo(table: TableName) {
  return (_done: unknown, id: string | number): Undoable => ({ table, id });
}

/** The second line of that message after several deletions: '3 produtos excluídos'. */
export function deletedTogether(many: string) {
  return (ids: readonly unknown[]) => (ids.length > 1 ? `${formatCount(ids.length)} ${many}` : '');
}

/** The undo that the message after a copy offers. */
export function copiedUndo(table: TableName) {
  return ({ id }: { id: string | number }): Undoable => ({ table, id, version: 1 });
}

/**
 * Deletes a record, then the picture of its `picture` column unless another record uses it. False when the record does
 * not exist.
 */
export async function deleteRow(
  table: TableName,
  id: string | number,
  picture?: string,
): Promise<boolean> {
  const column = picture ?? 'id';
  const deleted = anyRest.from(table).delete().eq('id', id).select(column);
  const gone = await unwrapAs(deleted, listOf(objectOf<Record<string, unknown>>({})));
  if (picture) removeUnusedPictures(gone.map((row) => row[column]));
  return gone.length > 0;
}
