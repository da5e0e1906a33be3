import { queryClient } from '#data/query-client.ts';
import { productsSearch } from '#features/products/products-search.ts';
import { productDetail, productsList } from '#features/products/products.queries.ts';

export function readProducts(search: Record<string, unknown>) {
  return queryClient.prefetchQuery(productsList(productsSearch(search)));
}

export function readProduct(id: string) {
  return queryClient.prefetchQuery({ ...productDetail(id), staleTime: 10_000 });
}
