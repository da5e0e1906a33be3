import { queryClient } from '#data/query-client.ts';
import { productsSearch } from '#features/products/products-search.ts';
import { productsList } from '#features/products/products.queries.ts';

export function readProducts(search: Record<string, unknown>) {
  return queryClient.prefetchQuery(productsList(productsSearch(search)));
}
