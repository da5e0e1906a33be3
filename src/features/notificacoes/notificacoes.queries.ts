import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { fetchPage, ordered } from '#data/fetch-page.ts';
import { listSearch } from '#crud/list-params.ts';
import { saveRecord } from '#crud/save-record.ts';
import type { Saving } from '#crud/save-record.ts';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';
import { searchPattern } from '#lib/text.ts';
import type { NotificacaoRecord } from './notificacao.ts';

const listColumns = 'id, titulo, tipo, destinatarios, status, created_at';
const columns = 'id, titulo, conteudo, tipo, status, destinatarios, visibilidade, version';

/** What the notification list keeps in its address; newest first unless it says otherwise. */
export const notificacoesSearch = listSearch(
  ['titulo', 'tipo', 'destinatarios', 'status', 'created_at'],
  '-created_at',
);

export type NotificacoesSearch = ReturnType<typeof notificacoesSearch>;

/** One page of notifications. */
export function notificacoesList(params: NotificacoesSearch) {
  return queryOptions({
    queryKey: ['notificacoes', 'list', params],
    queryFn: ({ signal }) => readPage(params, signal),
    placeholderData: keepPreviousData,
  });
}

export type ListedNotificacao = Awaited<ReturnType<typeof readPage>>['rows'][number];

async function readPage(params: NotificacoesSearch, signal: AbortSignal) {
  let query = rest.from('notificacoes').select(listColumns, { count: 'exact' });
  if (params.busca) query = query.ilike('search_text', searchPattern(params.busca));
  return fetchPage(ordered(query, params.ordem, '-created_at', '-id').abortSignal(signal), params);
}

/** One notification; null when there is none with this id. */
export function notificacaoDetail(id: string) {
  return queryOptions({
    queryKey: ['notificacoes', 'detail', id],
    queryFn: () => readNotificacao(id),
  });
}

export type Notificacao = NonNullable<Awaited<ReturnType<typeof readNotificacao>>>;

async function readNotificacao(id: string) {
  // The platform would refuse an impossible id; nobody has it either way.
  if (!/^[1-9]\d{0,14}$/.test(id)) return null;
  return unwrap(rest.from('notificacoes').select(columns).eq('id', Number(id)).maybeSingle());
}

type NotificacaoSaving = Saving<NotificacaoRecord, number>;

export const saveNotificacao = mutationOptions({
  mutationFn({ id, values: { version, ...fields } }: NotificacaoSaving) {
    const table = rest.from('notificacoes');
    return saveRecord(
      id === undefined
        ? table.insert(fields).select('id')
        : table.update(fields).match({ id, version }).select('id'),
      () => readNotificacao(String(id)),
      'Notificação não encontrada',
    );
  },
  meta: {
    invalidates: [['notificacoes']],
    failure: (message, _error, { id }: NotificacaoSaving) =>
      `Erro ao ${id === undefined ? 'criar' : 'atualizar'} notificação: ${message}`,
  },
});

/** Deletes a notification. One that is gone already counts as deleted. */
export const deleteNotificacao = mutationOptions({
  async mutationFn(id: number) {
    await unwrap(rest.from('notificacoes').delete().eq('id', id));
  },
  meta: {
    invalidates: [['notificacoes']],
    success: 'Notificação excluída com sucesso!',
    failure: (message) => `Falha ao excluir notificação: ${message}`,
  },
});
