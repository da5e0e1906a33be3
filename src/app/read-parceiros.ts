import { queryClient } from '#data/query-client.ts';
import {
  parceiroDetail,
  parceirosList,
  parceirosSearch,
} from '#features/parceiros/parceiros.queries.ts';

export function readParceiros(search: Record<string, unknown>) {
  return queryClient.prefetchQuery(parceirosList(parceirosSearch(search)));
}

export function readParceiro(id: string) {
  return queryClient.prefetchQuery({ ...parceiroDetail(id), staleTime: 10_000 });
}
