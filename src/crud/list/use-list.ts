import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryOptions, UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Area } from '../area.ts';
import type { Page } from '../rows.ts';
import type { ListParams } from './list-search.ts';
import type { RowCommands } from './row-commands.ts';

/**
 * Changes some parameters; whatever it is, except a page, leads back to the first page. Loosely typed,
 * since what is no sensible value counts as absent.
 */
export type SetListParams<P = ListParams> = (
  change: { [Name in keyof P]?: P[Name] extends number ? number : string },
  history?: 'replace',
) => void;

/** A list as `<ListPage>` and `<ListFilters>` need it, whatever filters the area adds. */
export type List<Row> = {
  area: Area;
  commands: RowCommands;
  params: ListParams;
  setParams: SetListParams;
  /** Asks already for what `setParams` is likely to be given next. */
  prefetch: SetListParams;
  query: Pick<UseQueryResult<Page<Row>>, 'isPlaceholderData' | 'isFetching' | 'refetch'>;
  page: { data: Page<Row> | undefined; failed: Error | undefined };
  clear: () => void;
  /** How many of the area's filters are set. */
  filters: number;
  /** There is a filter or a search. */
  isFiltered: boolean;
};

/** A list whose parameters live in the address, for `<ListPage>` and `<ListFilters>`; `commands` are those of its rows. */
export function useList<P extends ListParams, Row, Key extends readonly unknown[]>(
  area: Area<P>,
  options: (params: P) => UseQueryOptions<Page<Row>, Error, Page<Row>, Key>,
  commands: RowCommands,
) {
  // The route of the area's list has checked them: its validateSearch is area.search.
  const params = useSearch({ strict: false }) as unknown as P;
  const navigate = useNavigate();
  const client = useQueryClient();
  const query = useQuery(options(params));
  const setParams: SetListParams<P> = (change, history) => {
    // Back undoes a filter or a page, but not the letters of a search one by one.
    const replace = history === 'replace' || 'busca' in change;
    // On top of what the address is by now: a search may still be on its way when a filter is chosen.
    const search = (now: object) => ({ ...now, pagina: 1, ...change }) as never;
    void navigate({ to: '.', search, replace });
  };
  const prefetch: SetListParams<P> = (change) =>
    void client.prefetchQuery(options({ ...params, pagina: 1, ...change }));
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
    /** Forgets the search and the filters. */
    clear: () => setParams(none as never), // their empty values, busca among them
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
