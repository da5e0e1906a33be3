import { mutationOptions } from '@tanstack/react-query';
import type { Database } from '#data/database.types.ts';
import type { TableName } from '#data/permissions.ts';
import { untypedRest } from '#data/rest-client.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { adaptToGender, getRecordPhrases } from './area.ts';
import type { Area } from './area.ts';
import { parseListParams } from './list-search.ts';
import type { ListParamsDefinition, ParamsOf } from './list-search.ts';
import {
  makeDeleteMeta,
  deleteRow,
  requirePermission,
  makeSaveMeta,
  saveRow,
} from './row-mutations.queries.ts';
import type { DeleteTexts, SaveEffects, SaveVariables } from './row-mutations.queries.ts';
import { listQuery, rowQuery, stripDirection } from './rows.queries.ts';
import type { AnyListQuery, QueryBuilder, StoredRow } from './rows.queries.ts';

type Tables = Database['public']['Tables'];
type AreaTable = keyof typeof storedAreas;
type RowWith<T extends AreaTable, Column> = Pick<
  Tables[T]['Row'],
  (Column | 'id' | 'version') & keyof Tables[T]['Row']
> &
  StoredRow;

/** An area whose requests are derived from its columns. By default, a filter compares the column of the same name. */
export type ColumnBasedArea<
  T extends AreaTable,
  Column extends string,
  Listed extends string,
  S extends ListParamsDefinition,
> = Omit<Area, 'search'> & {
  search: S;
  table: T;
  /** The columns of a record, without id and version. */
  columns: Column;
  /** The columns of the list, if they differ from `columns`. */
  listed?: Listed;
};

/** An area's own filters and texts. They replace the defaults, which are derived from the area's columns and nouns. */
export type RecordQueryOverrides<S extends ListParamsDefinition> = {
  /** The filters that do not compare the column of the same name, keyed by URL parameter. */
  filters?: { [Name in keyof ParamsOf<{ search: S }>]?: Filter };
  save?: Partial<SaveEffects & { missing: string }>;
  remove?: Partial<DeleteTexts>;
};

type Filter = (query: Rows, value: string) => Rows;

/** The methods of the REST client's query builder that filters use. */
type Rows = {
  eq(column: string, value: unknown): Rows;
  is(column: string, value: null): Rows;
};

/** The union of the names in a list: 'titulo' | 'status' for 'titulo, status'. */
type NamesIn<Columns extends string> = Columns extends `${infer Name}, ${infer Others}`
  ? Name | NamesIn<Others>
  : Columns;

/** `Columns` itself, if each name in the list is a column of the table; otherwise `never`. */
type Stored<T extends AreaTable, Columns extends string> =
  NamesIn<Columns> extends keyof Tables[T]['Row'] ? Columns : never;

/**
 * Returns the queries of an area's list (`list`) and of one record (`one`), and the mutations that save and delete a
 * record. Each call for the same area returns the same object.
 */
export function makeRecordQueries<
  T extends AreaTable,
  const Column extends string,
  S extends ListParamsDefinition,
  const Listed extends string = Column,
>(
  area: ColumnBasedArea<T, Stored<T, Column>, Stored<T, Listed>, S>,
  own?: RecordQueryOverrides<S>,
) {
  return makeUncheckedRecordQueries<T, Column, S, Listed>(area, own);
}

/** Like `makeRecordQueries`, but TypeScript does not check the column names. Code that works with any area uses it. */
export function makeUncheckedRecordQueries<
  T extends AreaTable,
  Column extends string,
  S extends ListParamsDefinition,
  Listed extends string,
>(area: ColumnBasedArea<T, Column, Listed, S>, own: RecordQueryOverrides<S> = {}) {
  type Queries = ReturnType<typeof makeQueries<T, Column, S, Listed>>;
  // The cast is safe: the cached queries were made from this area.
  const queries = (cache.get(area) as Queries | undefined) ?? makeQueries(area, own);
  cache.set(area, queries);
  return queries;
}

const cache = new WeakMap<object, unknown>();

function makeQueries<
  T extends AreaTable,
  Column extends string,
  S extends ListParamsDefinition,
  Listed extends string,
>(area: ColumnBasedArea<T, Column, Listed, S>, own: RecordQueryOverrides<S>) {
  type P = ParamsOf<{ search: S }>;
  const { table } = area;
  const anyTable: TableName = table;
  const listed = withKeys(area.listed ?? area.columns);
  const { ordem } = parseListParams(area);
  const ownFilters: Partial<Record<string, Filter>> = own.filters ?? {};
  const last = [ordem, ordem === stripDirection(ordem) ? 'id' : '-id'];
  const list = listQuery(table, listed, last, (params: P) => {
    const { ordem: _order, busca: _search, pagina: _page, por: _size, ...filters } = params;
    // The cast is safe: the values of filters are texts.
    const rows = Object.entries(filters as Record<string, string>).reduce<Rows>(
      (query, [name, value]) => {
        if (!value) return query;
        return ownFilters[name]?.(query, value) ?? query.eq(name, value);
      },
      untypedRest.from(anyTable).select(listed, { count: 'exact' }) as unknown as Rows,
    );
    // The cast is safe: the response has the columns of `listed`.
    return rows as unknown as QueryBuilder<RowWith<T, NamesIn<Listed>>>;
  });
  const one = rowQuery(table, (id) => {
    const row = untypedRest
      .from(anyTable)
      .select(withKeys(area.columns))
      .eq('id', id)
      .maybeSingle();
    // The cast is safe: the response has the columns of the area.
    return row as PromiseLike<{
      data: RowWith<T, NamesIn<Column>> | null;
      error: null;
      status: number;
    }>;
  });
  return { list, one, ...makeRecordMutations(area, list, one, own) };
}

/** Returns the mutations that save and delete a record, with the area's nouns in their texts. */
export function makeRecordMutations<
  T extends AreaTable,
  Q extends AnyListQuery,
  Row extends StoredRow,
>(
  area: Pick<Area, 'one' | 'adding' | 'count'>,
  list: Q & { table: T; columns: string },
  one: { now: (id: string) => Promise<Row | null> },
  own: Pick<RecordQueryOverrides<ListParamsDefinition>, 'save' | 'remove'> = {},
) {
  const { table } = list;
  const [noun, nouns] = area.count;
  const done = (word: string) => `${area.one} ${adaptToGender(area, word)}`;
  // `missing` is the error text of a save if another user has deleted the record meanwhile.
  const { missing = `${done('não encontrado')}.`, ...ownTexts } = own.save ?? {};
  const save = mutationOptions({
    mutationFn: (saving: SaveVariables<Partial<Tables[T]['Update']>>) =>
      saveRow(list, saving, one.now, missing),
    meta: makeSaveMeta(list, {
      created: `${done('criado')} com sucesso!`,
      updated: `${done('atualizado')} com sucesso!`,
      failure: (message) => `Falha ao salvar ${noun}: ${message}`,
      ...ownTexts,
    }),
  });
  const remove = mutationOptions({
    // A missing record counts as deleted, unless the user lost the permission and row-level security hides it.
    async mutationFn(id: StoredRow['id']) {
      const end = await deleteRow(table, id, storedAreas[table].picture);
      if (end === 'missing') await requirePermission(table, id);
      return end;
    },
    meta: makeDeleteMeta(table, {
      question: `Tem certeza que deseja excluir ${getRecordPhrases(area).this}?`,
      success: `${done('excluído')} com sucesso!`,
      many: `${nouns} ${adaptToGender(area, 'excluídos')}`,
      failure: (message) => `Falha ao excluir ${noun}: ${message}`,
      ...own.remove,
    }),
  });
  return { save, remove };
}

function withKeys(columns: string): string {
  return `id, ${columns}, version`;
}
