import { queryClient } from '#data/query-client.ts';
import {
  notificacaoDetail,
  notificacoesList,
  notificacoesSearch,
} from '#features/notificacoes/notificacoes.queries.ts';

export function readNotificacoes(search: Record<string, unknown>) {
  return queryClient.prefetchQuery(notificacoesList(notificacoesSearch(search)));
}

export function readNotificacao(id: string) {
  return queryClient.prefetchQuery({ ...notificacaoDetail(id), staleTime: 10_000 });
}
