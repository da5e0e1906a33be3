import { AddLink, FirstRecord } from '#crud/add-link.tsx';
import { ListFilters } from '#crud/list-filters.tsx';
import { ListPage } from '#crud/list-page.tsx';
import { ActionsCell, RowLink } from '#crud/row-actions.tsx';
import { StatusBadge } from '#crud/status-badge.tsx';
import { useList } from '#crud/use-list.ts';
import { formatDate } from '#lib/date.ts';
import { EmptyList } from '#ui/empty-list.tsx';
import { Cell, HeadCell, Row, SortCell, Table } from '#ui/table.tsx';
import { destinatarios } from './notificacao.ts';
import * as data from './notificacoes.queries.ts';

/** /notificacoes */
export function NotificacoesListPage() {
  const list = useList(data.notificacoesSearch, data.notificacoesList);
  return (
    <>
      <ListFilters search="Buscar notificação por título" {...list.search} />
      <ListPage
        title="Notificações"
        count={['notificação', 'notificações']}
        actions={<AddLink to="/notificacoes/adicionar" />}
        failure={() => 'Falha ao carregar notificações. Tente novamente.'}
        empty={
          <EmptyList
            text="Nenhuma notificação encontrada."
            first={!list.isFiltered && <FirstNotificacao />}
          />
        }
        {...list.page}
      >
        {(rows) => (
          <Table caption="Notificações" head={<Head />} {...list.table}>
            {rows.map((row) => (
              <NotificacaoRow key={row.id} {...row} />
            ))}
          </Table>
        )}
      </ListPage>
    </>
  );
}

function Head() {
  return (
    <>
      <SortCell column="titulo">Título</SortCell>
      <SortCell column="tipo">Tipo</SortCell>
      <SortCell column="destinatarios">Destinatários</SortCell>
      <SortCell column="status">Status</SortCell>
      <SortCell column="created_at">Data de Criação</SortCell>
      <HeadCell className="text-right">Ações</HeadCell>
    </>
  );
}

function NotificacaoRow({ id, titulo, ...row }: data.ListedNotificacao) {
  const edit = `/notificacoes/editar/${id}`;
  return (
    <Row>
      <Cell place="main" className="min-w-52">
        <RowLink to={edit} name={titulo} />
      </Cell>
      <Cell place="half" label="Tipo">
        {row.tipo}
      </Cell>
      <Cell place="half" label="Destinatários">
        {destinatarios[row.destinatarios]}
      </Cell>
      <Cell place="half" label="Status">
        <StatusBadge>{row.status}</StatusBadge>
      </Cell>
      <Cell place="half" label="Data de Criação">
        {formatDate(row.created_at)}
      </Cell>
      <ActionsCell
        id={id}
        name={titulo}
        edit={edit}
        question="Tem certeza que deseja excluir esta notificação?"
        mutation={data.deleteNotificacao}
      />
    </Row>
  );
}

function FirstNotificacao() {
  return (
    <FirstRecord to="/notificacoes/adicionar" action="Escrever a primeira notificação">
      Os avisos escritos aqui aparecem no sino do painel e nos outros sistemas.
    </FirstRecord>
  );
}
