import { queryClient } from '#data/query-client.ts';
import { productDetail } from '#features/products/product.queries.ts';

export function readProduct(id: string) {
  return queryClient.prefetchQuery({ ...productDetail(id), staleTime: 10_000 });
}
