import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryOptions, UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Area } from '../area.ts';
import type { RowPage, StoredRow } from '../rows.queries.ts';
import type { ListFilter, ListState } from '../views/filters.ts';
import { parseListParams, omitViewParams } from '../list-search.ts';
import type { ListParams, ParamsOf, SetListParams, ViewParams } from '../list-search.ts';
import { saveListSetting, useHiddenColumns } from '../views/list-choices.queries.ts';
import type { RowCommands } from './row-commands.ts';

/** The state and commands of a list, for `<ListPage>` and `<ListFilters>`. The type does not depend on the filters. */
export type ListController<Row extends Pick<StoredRow, 'id'>> = ListState & {
  commands: RowCommands<Row>;
  /** Prefetches the rows for a change of parameters that the user will probably make. */
  prefetch: SetListParams;
  setSize: (rows: number) => void;
  query: Pick<UseQueryResult<RowPage<Row>>, 'isPlaceholderData' | 'isFetching' | 'refetch'>;
  page: { data: RowPage<Row> | undefined; failed: Error | undefined };
};

/**
 * Returns the state and commands of a list whose parameters are in the URL, for `<ListPage>` and `<ListFilters>`.
 * `options` makes the query from the parameters, and `offered` are the filters with their labels.
 */
export function useList<
  A extends Area,
  Row extends Pick<StoredRow, 'id'>,
  Key extends readonly unknown[],
>(
  area: A,
  options: (params: ParamsOf<A>) => UseQueryOptions<RowPage<Row>, Error, RowPage<Row>, Key>,
  commands: RowCommands<Row>,
  offered: readonly ListFilter<Exclude<keyof ParamsOf<A>, keyof ListParams> & string>[] = [],
) {
  type P = ParamsOf<A>;
  // The route of the area's list has validated the parameters: see `parseListSearch`.
  const address = useSearch({ strict: false }) as unknown as P & ViewParams;
  const params = omitViewParams(address);
  const navigate = useNavigate();
  const client = useQueryClient();
  const query = useQuery(options(params));
  const change = (some: object, history?: 'push' | 'replace') => {
    // A search replaces the history entry: otherwise Back would undo the search letter by letter.
    const replace = history === undefined ? 'busca' in some : history === 'replace';
    // Change the latest URL, because the navigation of a search can be pending when a filter is set. The cast is safe:
    // the route of the list validates the parameters.
    const search = (now: object) => ({ ...now, pagina: 1, ...some }) as never;
    void navigate({ to: '.', search, replace });
  };
  const setParams: SetListParams<P> = change;
  const prefetch: SetListParams<P> = (some) =>
    void client.prefetchQuery(options({ ...params, pagina: 1, ...some }));
  const { mutate: keepSetting } = useMutation(saveListSetting);
  const keep = (setting: { hidden_columns?: string; page_size?: number }) =>
    keepSetting({ area: area.table, ...setting });
  /** Whether a view is open: then hidden columns and page size change only the URL, not the user's list settings. */
  const isView = address.visao !== '';
  const { ordem: _order, pagina: _page, por: _size, ...none } = parseListParams(area);
  const set = Object.keys(none).filter((name) => params[name as keyof P] !== none[name as 'busca']);
  return {
    area,
    commands,
    params,
    setParams,
    prefetch,
    query,
    page: useTrustedPage(query, JSON.stringify(params)),
    /** Resets the search and the filters; Back restores them. */
    clear: () => change(none, 'push'), // the empty values of all filters, and of busca
    offered,
    hidden: useHiddenColumns(area.table, address),
    setHidden(names: readonly string[]) {
      const hidden_columns = names.join('.');
      if (isView) change({ ocultas: hidden_columns, pagina: params.pagina }, 'replace');
      else keep({ hidden_columns });
    },
    setSize(page_size: number) {
      change({ por: page_size });
      if (!isView) keep({ page_size });
    },
    shown: { visao: address.visao, ocultas: address.ocultas },
    isFiltered: set.length > 0,
  };
}

/**
 * Returns the page to show (`data`), or the error of the query (`failed`) if there is no page to show. While a page
 * loads, `data` is the previous or cached page, or undefined if there is none. After a failed refetch, for example on
 * window focus, returns the rows that were loaded for the same parameters since the list mounted. Cached rows from an
 * earlier visit are not shown after a failure.
 */
function useTrustedPage<Row>(
  { data, error, ...state }: UseQueryResult<RowPage<Row>>,
  paramsKey: string,
) {
  const [trusted, setTrusted] = useState<string>();
  const isFresh = !!data && !state.isPlaceholderData && !state.isError;
  if (isFresh && !state.isStale && trusted !== paramsKey) setTrusted(paramsKey);
  const failed = error && trusted !== paramsKey ? error : undefined;
  return { data: failed ? undefined : data, failed };
}
