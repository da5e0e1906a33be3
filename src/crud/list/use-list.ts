import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryOptions, UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Area } from '../area.ts';
import type { Page, StoredRow } from '../rows.ts';
import type { Filter } from '../views/filters.ts';
import { askedOf } from '../views/list-address.ts';
import type { ListState, Shown } from '../views/list-address.ts';
import { setList, useHiddenColumns } from '../views/list-choices.ts';
import type { ListParams, SetListParams } from '../list-search.ts';
import type { RowCommands } from './row-commands.ts';

/** A list as `<ListPage>` and `<ListFilters>` need it, whatever filters the area adds. */
export type List<Row extends Pick<StoredRow, 'id'>> = ListState & {
  commands: RowCommands<Row>;
  /** Asks already for what `setParams` is likely to be given next. */
  prefetch: SetListParams;
  setSize: (rows: number) => void;
  query: Pick<UseQueryResult<Page<Row>>, 'isPlaceholderData' | 'isFetching' | 'refetch'>;
  page: { data: Page<Row> | undefined; failed: Error | undefined };
};

/**
 * A list whose parameters live in the address, for `<ListPage>` and `<ListFilters>`; `commands` are those of its rows,
 * `offered` the filters of its address in words.
 */
export function useList<
  P extends ListParams,
  Row extends Pick<StoredRow, 'id'>,
  Key extends readonly unknown[],
>(
  area: Area<P>,
  options: (params: P) => UseQueryOptions<Page<Row>, Error, Page<Row>, Key>,
  commands: RowCommands<Row>,
  offered: readonly Filter<Exclude<keyof P, keyof ListParams> & string>[] = [],
) {
  // The route of the area's list has checked them: see listAddress.
  const address = useSearch({ strict: false }) as unknown as P & Shown;
  const params = askedOf(address);
  const navigate = useNavigate();
  const client = useQueryClient();
  const query = useQuery(options(params));
  const setParams: SetListParams<P> = (change, history) => {
    // Back undoes a filter or a page, but not the letters of a search one by one.
    const replace = history === undefined ? 'busca' in change : history === 'replace';
    // On top of what the address is by now: a search may still be on its way when a filter is chosen.
    const search = (now: object) => ({ ...now, pagina: 1, ...change }) as never;
    void navigate({ to: '.', search, replace });
  };
  const prefetch: SetListParams<P> = (change) =>
    void client.prefetchQuery(options({ ...params, pagina: 1, ...change }));
  const { mutate: keepSetting } = useMutation(setList);
  const keep = (setting: { hidden_columns?: string; page_size?: number }) =>
    keepSetting({ area: area.table, ...setting });
  /** Of a view they are a part, else how this person wants the list. */
  const isView = address.visao !== '';
  const { ordem: _order, pagina: _page, por: _size, ...none } = area.search({});
  const set = Object.keys(none).filter((name) => params[name as keyof P] !== none[name as 'busca']);
  return {
    area,
    commands,
    params,
    setParams,
    prefetch,
    query,
    page: useTrustedPage(query, JSON.stringify(params)),
    /** Forgets the search and the filters, which Back undoes. */
    clear: () => setParams(none as never, 'push'), // their empty values, busca among them
    offered,
    hidden: useHiddenColumns(area.table, address),
    setHidden(names: readonly string[]) {
      const hidden_columns = names.join('.');
      if (isView) setParams({ ocultas: hidden_columns, pagina: params.pagina } as never, 'replace');
      else keep({ hidden_columns });
    },
    setSize(page_size: number) {
      setParams({ por: page_size } as never);
      if (!isView) keep({ page_size });
    },
    shown: { visao: address.visao, ocultas: address.ocultas },
    filters: set.filter((name) => name !== 'busca').length,
    isFiltered: set.length > 0,
  };
}

/**
 * What to show of a page: its rows, or why there are none. A refresh that fails (the window has the focus
 * again) takes nothing away from rows that were read for this very question on this visit; rows that are
 * only left from an earlier visit are no answer when the reading of this one fails.
 */
function useTrustedPage<Row>(
  { data, error, ...state }: UseQueryResult<Page<Row>>,
  question: string,
) {
  const [trusted, setTrusted] = useState<string>();
  const isFresh = !!data && !state.isPlaceholderData && !state.isError;
  if (isFresh && !state.isStale && trusted !== question) setTrusted(question);
  const failed = error && trusted !== question ? error : undefined;
  return { data: failed ? undefined : data, failed };
}
