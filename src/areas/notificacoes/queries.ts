import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { InferOutput } from 'valibot';
import type { ParamsOf } from '#crud/list-search.ts';
import {
  deletedTogether,
  deletedUndo,
  deleteRow,
  listQuery,
  rowQuery,
  savedRow,
  savedUndo,
  saveRow,
} from '#crud/rows.queries.ts';
import type { RowOf, Saving } from '#crud/rows.queries.ts';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';
import type { notificacoes } from './area.ts';
import type { notificacaoSchema } from './schema.ts';

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

type NotificacaoSaving = Saving<InferOutput<typeof notificacaoSchema>>;

export const saveNotificacao = mutationOptions({
  mutationFn: (saving: NotificacaoSaving) =>
    saveRow(notificacoesList, saving, notificacaoDetail.now, 'Notificação não encontrada'),
  meta: {
    invalidates: [['notificacoes']],
    listed: savedRow(notificacoesList),
    undo: savedUndo('notificacoes'),
    failure: (message, _error, { stored }: NotificacaoSaving) =>
      `Erro ao ${stored ? 'atualizar' : 'criar'} notificação: ${message}`,
  },
});

/** Deletes a notification. A missing one counts as deleted. */
export const deleteNotificacao = mutationOptions({
  mutationFn: (id: number) => deleteRow('notificacoes', id),
  meta: {
    question: 'Tem certeza que deseja excluir esta notificação?',
    invalidates: [['notificacoes']],
    success: 'Notificação excluída com sucesso!',
    undo: deletedUndo('notificacoes'),
    together: deletedTogether('notificações excluídas'),
    failure: (message) => `Falha ao excluir notificação: ${message}`,
  },
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
