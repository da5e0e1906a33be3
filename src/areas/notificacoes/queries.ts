import { queryOptions } from '@tanstack/react-query';
import type { ParamsOf } from '#crud/list-search.ts';
import { deleteMutation, saveMutation } from '#crud/row-mutations.queries.ts';
import { listQuery, rowQuery } from '#crud/rows.queries.ts';
import type { Saving } from '#crud/row-mutations.queries.ts';
import type { RowOf } from '#crud/rows.queries.ts';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';
import type { notificacoes } from './area.ts';

const listColumns =
  'id, titulo, tipo, destinatarios, status, starts_at, ends_at, created_at, version';
const columns =
  'id, titulo, conteudo, tipo, status, destinatarios, visibilidade, starts_at, ends_at, version';

/** One page of notifications, newest first unless the URL has another order. */
export const notificacoesList = listQuery(
  'notificacoes',
  listColumns,
  ['-created_at', '-id'],
  (_params: ParamsOf<typeof notificacoes>) =>
    rest.from('notificacoes').select(listColumns, { count: 'exact' }),
);

export const notificacaoDetail = rowQuery('notificacoes', (id) =>
  rest.from('notificacoes').select(columns).eq('id', Number(id)).maybeSingle(),
);

export type Notificacao = RowOf<typeof notificacaoDetail>;

export const saveNotificacao = saveMutation(notificacoesList, notificacaoDetail, {
  missing: 'Notificação não encontrada',
  failure: (message, _error, { stored }: Saving<unknown>) =>
    `Erro ao ${stored ? 'atualizar' : 'criar'} notificação: ${message}`,
});

export const deleteNotificacao = deleteMutation('notificacoes', {
  question: 'Tem certeza que deseja excluir esta notificação?',
  success: 'Notificação excluída com sucesso!',
  many: 'notificações excluídas',
  failure: (message) => `Falha ao excluir notificação: ${message}`,
});

/** The notifications of the bell: active and meant for the panel, newest first, refetched every two minutes. */
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
      // `now` is the server's time.
      .or('starts_at.is.null,starts_at.lte.now')
      .or('ends_at.is.null,ends_at.gt.now')
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(100),
  );
}
