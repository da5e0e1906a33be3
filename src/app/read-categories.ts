import { parse } from 'valibot';
import { queryClient } from '#data/query-client.ts';
import {
  categoriesList,
  categoriesSearch,
  categoryDetail,
} from '#features/categories/categories.queries.ts';

export function readCategories(search: Record<string, unknown>) {
  return queryClient.prefetchQuery(categoriesList(parse(categoriesSearch, search)));
}

export function readCategory(id: string) {
  return queryClient.prefetchQuery({ ...categoryDetail(id), staleTime: 10_000 });
}
