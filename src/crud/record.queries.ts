import type { Database } from '#data/database.types.ts';
import type { TableName } from '#data/permissions.ts';
import { anyRest } from '#data/rest-client.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { agreeing, recordText } from './area.ts';
import type { Area } from './area.ts';
import { listParams } from './list-search.ts';
import type { ListSearch, ParamsOf } from './list-search.ts';
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

/** An area whose requests follow from its columns. Its filters compare the columns of their names. */
export type ColumnsArea<
  T extends AreaTable,
  Column extends string,
  Listed extends string,
  S extends ListSearch,
> = Omit<Area, 'search'> & {
  search: S;
  table: T;
  /** The columns of a record besides id and version, and those of the list if it has fewer. */
  columns: readonly Column[];
  listed?: readonly Listed[];
};

/** The queries of an area's list and of one record, and the commands to save and to delete one; the same each time. */
export function recordQueries<
  T extends AreaTable,
  Column extends string,
  S extends ListSearch,
  Listed extends string = Column,
>(area: ColumnsArea<T, Column & keyof Tables[T]['Row'], Listed & Column, S>) {
  return columnQueries<T, Column, S, Listed>(area);
}

/** The same for any area, of which the caller does not know the columns. */
export function columnQueries<
  T extends AreaTable,
  Column extends string,
  S extends ListSearch,
  Listed extends string,
>(area: ColumnsArea<T, Column, Listed, S>) {
  type Made = ReturnType<typeof makeQueries<T, Column, S, Listed>>;
  // The map has for each area what was made of it.
  const queries = (made.get(area) as Made | undefined) ?? makeQueries(area);
  made.set(area, queries);
  return queries;
}

const made = new WeakMap<object, unknown>();

function makeQueries<
  T extends AreaTable,
  Column extends string,
  S extends ListSearch,
  Listed extends string,
>(area: ColumnsArea<T, Column, Listed, S>) {
  type P = ParamsOf<{ search: S }>;
  const { table } = area;
  const anyTable: TableName = table;
  const listed = withKeys(area.listed ?? area.columns);
  const { ordem } = listParams(area);
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
