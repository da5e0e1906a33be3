import { useQueryClient } from '@tanstack/react-query';
import { AddLink } from '#crud/add-link.tsx';
import { countText } from '#lib/count-text.ts';
import { ListFilters } from '#crud/list-filters.tsx';
import { ListPage } from '#crud/list-page.tsx';
import { EmptyList } from '#ui/empty-list.tsx';
import { DeleteRecord, EditLink, RowActions, RowLink } from '#crud/row-actions.tsx';
import { StatusBadge } from '#crud/status-badge.tsx';
import { useList } from '#crud/use-list.ts';
import { formatDate } from '#lib/date.ts';
import { Cell, HeadCell, Row, SortCell, Table } from '#ui/table.tsx';
import { destinatarios } from './notificacao.ts';
import {
  deleteNotificacao,
  notificacaoDetail,
  notificacoesList,
  notificacoesSearch,
} from './notificacoes.queries.ts';
import type { ListedNotificacao } from './notificacoes.queries.ts';

/** /notificacoes */
export function NotificacoesListPage() {
  const { params, search, page, table, sorting } = useList(notificacoesSearch, notificacoesList);
  return (
    <>
      <ListFilters search="Buscar notificação por título" {...search} />
      <ListPage
        title="Notificações"
        actions={<AddLink to="/notificacoes/adicionar" />}
        {...page}
        failure={() => 'Falha ao carregar notificações. Tente novamente.'}
        count={({ rows, total }) =>
          countText(rows.length, total, params, ['notificação', 'notificações'])
        }
      >
        {(rows) =>
          rows.length > 0 ? (
            <Table caption="Notificações" {...table} head={<Head {...sorting} />}>
              {rows.map((row) => (
                <NotificacaoRow key={row.id} row={row} />
              ))}
            </Table>
          ) : (
            <EmptyList
              text="Nenhuma notificação encontrada."
              first={!params.busca && <FirstNotificacao />}
            />
          )
        }
      </ListPage>
    </>
  );
}

function Head(sorting: { sort: string; onSort: (sort: string) => void }) {
  return (
    <>
      <SortCell column="titulo" {...sorting}>
        Título
      </SortCell>
      <SortCell column="tipo" {...sorting}>
        Tipo
      </SortCell>
      <SortCell column="destinatarios" {...sorting}>
        Destinatários
      </SortCell>
      <SortCell column="status" {...sorting}>
        Status
      </SortCell>
      <SortCell column="created_at" {...sorting}>
        Data de Criação
      </SortCell>
      <HeadCell className="text-right">Ações</HeadCell>
    </>
  );
}

function NotificacaoRow({ row }: { row: ListedNotificacao }) {
  const queryClient = useQueryClient();
  const edit = {
    to: `/notificacoes/editar/${row.id}`,
    name: row.titulo,
    onIntent: () =>
      void queryClient.prefetchQuery({ ...notificacaoDetail(String(row.id)), staleTime: 10_000 }),
  };
  return (
    <Row>
      <Cell place="main" className="min-w-52">
        <RowLink {...edit} />
      </Cell>
      <Cell label="Tipo">{row.tipo}</Cell>
      <Cell label="Destinatários">{destinatarios[row.destinatarios]}</Cell>
      <Cell label="Status">
        <StatusBadge>{row.status}</StatusBadge>
      </Cell>
      <Cell label="Data de Criação">{formatDate(row.created_at)}</Cell>
      <Cell place="actions">
        <RowActions>
          <EditLink {...edit} />
          <DeleteRecord
            id={row.id}
            name={row.titulo}
            question="Tem certeza que deseja excluir esta notificação?"
            mutation={deleteNotificacao}
          />
        </RowActions>
      </Cell>
    </Row>
  );
}

function FirstNotificacao() {
  return (
    <>
      <p className="mb-4 max-w-sm text-muted">
        Os avisos escritos aqui aparecem no sino do painel e nos outros sistemas.
      </p>
      <AddLink to="/notificacoes/adicionar">Escrever a primeira notificação</AddLink>
    </>
  );
}
