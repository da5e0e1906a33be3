import { queryOptions } from '@tanstack/react-query';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';

/** What the bell may list: active notifications meant for the panel, newest first, read again every two minutes. */
export function panelNotificacoes() {
  return queryOptions({
    queryKey: ['notificacoes', 'panel'],
    queryFn: readPanelNotificacoes,
    refetchInterval: 120_000,
  });
}

export type PanelNotificacao = Awaited<ReturnType<typeof readPanelNotificacoes>>[number];

function readPanelNotificacoes() {
  return unwrap(
    rest
      .from('notificacoes')
      .select('id, titulo, conteudo, tipo, created_at')
      .eq('status', 'Ativa')
      .in('visibilidade', ['todos', 'painel'])
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(100),
  );
}
