import { useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import type { Page } from '#data/fetch-page.ts';
import { useListParams } from './list-params.ts';
import type { ListParams, ListSearch, SetListParams } from './list-params.ts';

/** A list whose parameters live in the address, in parts for `<ListPage>`, `<ListFilters>`, `<Table>`. */
export function useList<P extends ListParams, Row, Key extends readonly unknown[]>(
  search: ListSearch<P>,
  options: (params: P) => UseQueryOptions<Page<Row>, Error, Page<Row>, Key>,
) {
  const [params, setParams] = useListParams(search);
  const query = useQuery(options(params));
  // Whatever filters an area adds, its parameters include those of every list.
  const set = setParams as SetListParams;
  const sorting = { sort: params.ordem, onSort: (ordem: string) => set({ ordem }) };
  const { ordem: _order, pagina: _page, por: _size, ...everything } = search({});
  // Object.keys forgets whose names they are.
  const filters = Object.keys(everything) as (keyof typeof everything & keyof P)[];
  return {
    params,
    setParams,
    page: { query, params, setParams: set },
    search: { value: params.busca, onSearch: (busca: string) => set({ busca }) },
    table: { stale: query.isPlaceholderData, sorting },
    isFiltered: filters.some((name) => params[name] !== everything[name]),
  };
}
