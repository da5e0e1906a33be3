import type { Database } from '#data/database.types.ts';
import type { TableName } from '#data/permissions.ts';
import { anyRest } from '#data/rest-client.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { agreeing, recordText } from './area.ts';
import type { Area } from './area.ts';
import type { ListParams } from './list-search.ts';
import { deleteMutation, saveMutation } from './row-mutations.queries.ts';
import { bare, listQuery, rowQuery } from './rows.queries.ts';
import type { Select, StoredRow } from './rows.queries.ts';

type Tables = Database['public']['Tables'];
type AreaTable = keyof typeof storedAreas;
type RowWith<T extends AreaTable, Column> = Pick<
  Tables[T]['Row'],
  (Column | 'id' | 'version') & keyof Tables[T]['Row']
> &
  StoredRow;

/** An area whose requests follow from its columns. Each of its filters compares the column of the same name. */
export type ColumnsArea<
  T extends AreaTable,
  Column extends string,
  Listed extends string,
  P extends ListParams,
> = Area<P> & {
  table: T;
  /** The columns of a record, without id and version. */
  columns: readonly Column[];
  /** The columns of the list, if it has fewer. */
  listed?: readonly Listed[];
};

/**
 * Returns the queries of an area's list and of one record, and the mutations that save and delete a record. Each call
 * for the same area returns the same object.
 */
export function recordQueries<
  T extends AreaTable,
  Column extends string,
  P extends ListParams,
  Listed extends string = Column,
>(area: ColumnsArea<T, Column & keyof Tables[T]['Row'], Listed & Column, P>) {
  return columnQueries<T, Column, P, Listed>(area);
}

/** The same as `recordQueries`, for an area whose columns the caller does not know. */
export function columnQueries<
  T extends AreaTable,
  Column extends string,
  P extends ListParams,
  Listed extends string,
>(area: ColumnsArea<T, Column, Listed, P>) {
  type Queries = ReturnType<typeof makeQueries<T, Column, P, Listed>>;
  // The entry of an area in the cache was made from that area.
  const queries = (cache.get(area) as Queries | undefined) ?? makeQueries(area);
  cache.set(area, queries);
  return queries;
}

const cache = new WeakMap<object, unknown>();

function makeQueries<
  T extends AreaTable,
  Column extends string,
  P extends ListParams,
  Listed extends string,
>(area: ColumnsArea<T, Column, Listed, P>) {
  const { table, search } = area;
  const anyTable: TableName = table;
  const listed = withKeys(area.listed ?? area.columns);
  const { ordem } = search({});
  const last = [ordem, ordem === bare(ordem) ? 'id' : '-id'];
  const list = listQuery(table, listed, last, (params: P) => {
    const { ordem: _order, busca: _search, pagina: _page, por: _size, ...filters } = params;
    const rows = Object.entries<unknown>(filters).reduce(
      (query, [name, value]) => (value ? query.eq(name, value) : query),
      anyRest.from(anyTable).select(listed, { count: 'exact' }),
    );
    // The response has the columns of `listed`.
    return rows as Select<RowWith<T, Listed>>;
  });
  const one = rowQuery(table, (id) => {
    const row = anyRest.from(anyTable).select(withKeys(area.columns)).eq('id', id).maybeSingle();
    // The response has the columns of the area.
    return row as PromiseLike<{ data: RowWith<T, Column> | null; error: unknown; status: number }>;
  });
  const [noun, nouns] = area.count;
  const done = (word: string) => `${area.one} ${agreeing(area, word)}`;
  const save = saveMutation<T, typeof list, RowWith<T, Column>>(list, one, {
    missing: `${done('não encontrado')}.`,
    created: `${done('criado')} com sucesso!`,
    updated: `${done('atualizado')} com sucesso!`,
    failure: (message) => `Falha ao salvar ${noun}: ${message}`,
  });
  const remove = deleteMutation(table, {
    picture: storedAreas[table].picture ?? undefined,
    question: `Tem certeza que deseja excluir ${recordText(area).this}?`,
    success: `${done('excluído')} com sucesso!`,
    many: `${nouns} ${agreeing(area, 'excluídos')}`,
    failure: (message) => `Falha ao excluir ${noun}: ${message}`,
  });
  return { list, one, save, remove };
}

function withKeys(columns: readonly string[]): string {
  return ['id', ...columns, 'version'].join(', ');
}
