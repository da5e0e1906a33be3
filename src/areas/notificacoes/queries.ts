import { queryOptions } from '@tanstack/react-query';
import { makeRecordQueries } from '#crud/record.queries.ts';
import type { SaveVariables } from '#crud/row-mutations.queries.ts';
import type { RowOf } from '#crud/rows.queries.ts';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';
import { notificacoes } from './area.ts';

export const {
  list: notificacoesList,
  one: notificacaoDetail,
  save: saveNotificacao,
  remove: deleteNotificacao,
} = makeRecordQueries(
  {
    ...notificacoes,
    columns: 'titulo, conteudo, tipo, status, destinatarios, visibilidade, starts_at, ends_at',
    listed: 'titulo, tipo, destinatarios, status, starts_at, ends_at, created_at',
  },
  {
    save: {
      missing: 'Notificação não encontrada',
      created: '',
      updated: '',
      failure: (message, _error, { stored }: SaveVariables<unknown>) =>
        `Erro ao ${stored ? 'atualizar' : 'criar'} notificação: ${message}`,
    },
  },
);

export type Notificacao = RowOf<typeof notificacaoDetail>;

/**
 * Returns the query for the notifications in the bell: the hundred newest that are on air and visible in the panel. The
 * notification that was published last comes first. The query is refetched every two minutes.
 */
export function panelNotificacoesQuery() {
  return queryOptions({
    queryKey: ['notificacoes', 'panel'],
    queryFn: readPanelNotificacoes,
    refetchInterval: 120_000,
  });
}

export type PanelNotificacao = Awaited<ReturnType<typeof readPanelNotificacoes>>[number];

async function readPanelNotificacoes() {
  const rows = await unwrap(
    rest
      .from('notificacoes')
      .select('id, titulo, conteudo, tipo, created_at, starts_at')
      .eq('status', 'Ativa')
      .in('visibilidade', ['todos', 'painel'])
      // PostgreSQL reads the text `now` as the current time of the server.
      .or('starts_at.is.null,starts_at.lte.now')
      .or('ends_at.is.null,ends_at.gt.now')
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(100),
  );
  return rows
    .map(({ starts_at, ...row }) => ({ ...row, published_at: later(row.created_at, starts_at) }))
    .toSorted((one, other) => Date.parse(other.published_at) - Date.parse(one.published_at));
}

/** Returns the later of two instants. */
function later(one: string, other: string | null): string {
  return other && Date.parse(other) > Date.parse(one) ? other : one;
}
