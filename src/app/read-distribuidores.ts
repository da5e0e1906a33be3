import { queryClient } from '#data/query-client.ts';
import {
  distribuidorDetail,
  distribuidoresList,
  distribuidoresSearch,
} from '#features/distribuidores/distribuidores.queries.ts';

export function readDistribuidores(search: Record<string, unknown>) {
  return queryClient.prefetchQuery(distribuidoresList(distribuidoresSearch(search)));
}

export function readDistribuidor(id: string) {
  return queryClient.prefetchQuery({ ...distribuidorDetail(id), staleTime: 10_000 });
}
