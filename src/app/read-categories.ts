import { queryClient } from '#data/query-client.ts';
import {
  categoriesList,
  categoriesSearch,
  categoryDetail,
} from '#features/categories/categories.queries.ts';
import { tableCount } from '#features/dashboard/dashboard.queries.ts';

export function readCategories(search: Record<string, unknown>) {
  return Promise.all([
    queryClient.prefetchQuery(categoriesList(categoriesSearch(search))),
    queryClient.prefetchQuery(tableCount('categories')),
  ]);
}

export function readCategory(id: string) {
  return queryClient.prefetchQuery({ ...categoryDetail(id), staleTime: 10_000 });
}
