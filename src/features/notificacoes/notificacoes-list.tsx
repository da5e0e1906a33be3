import { areas } from '#app/areas.ts';
import { editAddress } from '#crud/area.ts';
import { FirstRecord } from '#crud/list/add-link.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import { ActionsCell, RowLink, StatusBadge } from '#crud/list/row-actions.tsx';
import { useList } from '#crud/list/use-list.ts';
import { formatDate } from '#lib/date.ts';
import { Cell, HeadCell, Row, SortCell } from '#ui/table.tsx';
import { destinatarios } from './notificacao.ts';
import * as data from './notificacoes.queries.ts';

/** /notificacoes */
export function NotificacoesListPage() {
  const list = useList(areas.notificacoes, data.notificacoesList);
  return (
    <>
      <ListFilters list={list} search="Buscar notificação por título" />
      <ListPage
        list={list}
        failure={() => 'Falha ao carregar notificações. Tente novamente.'}
        empty="Nenhuma notificação encontrada."
        first={<FirstNotificacao />}
        head={<Head />}
      >
        {(row) => <NotificacaoRow key={row.id} {...row} />}
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
  const edit = editAddress(areas.notificacoes, id);
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
    <FirstRecord to={areas.notificacoes.add} action="Escrever a primeira notificação">
      Os avisos escritos aqui aparecem no sino do painel e nos outros sistemas.
    </FirstRecord>
  );
}
