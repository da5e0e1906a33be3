import { listCommands } from '#crud/list/list-commands.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import { AirStatus } from '#crud/status-badge.tsx';
import { Row } from '#crud/list/row.tsx';
import type { ListedOf } from '#crud/rows.queries.ts';
import { useList } from '#crud/list/use-list.ts';
import { formatDate } from '#lib/date.ts';
import { Cell } from '#ui/table.tsx';
import { notificacoes } from './area.ts';
import { destinatarios, sheetColumns } from './schema.ts';
import * as data from './queries.ts';

/** /notificacoes */
export function Page() {
  const commands = { remove: data.deleteNotificacao };
  const list = useList(notificacoes, data.notificacoesList, commands);
  return (
    <>
      <ListFilters list={list} search="Buscar notificação por título" />
      <ListPage
        list={list}
        bulk={Changes}
        actions={<Actions list={list} />}
        texts={{
          first: {
            about:
              'Os avisos escritos aqui aparecem no sino do painel, no menu de parceiros ou no catálogo de distribuidores, conforme a visibilidade de cada um.',
            action: 'Escrever a primeira notificação',
          },
        }}
        columns={columns}
      >
        {notificacaoRow}
      </ListPage>
    </>
  );
}

function notificacaoRow({ id, titulo, ...row }: ListedOf<typeof data.notificacoesList>) {
  return (
    <Row key={id} id={id} name={titulo}>
      <Cell place="note">{row.tipo}</Cell>
      <Cell>{destinatarios[row.destinatarios]}</Cell>
      <Cell place="status" className="with-period">
        <AirStatus
          status={row.status}
          isActive={row.status === 'Ativa'}
          starts={row.starts_at}
          ends={row.ends_at}
          words={airWords}
        />
      </Cell>
      <Cell>{formatDate(row.created_at)}</Cell>
    </Row>
  );
}

const columns = {
  titulo: { width: 'minmax(0,3fr)' },
  tipo: { width: 'minmax(7rem,1fr)' },
  destinatarios: { width: 'minmax(7rem,1fr)' },
  // The width of 'Ativa' and 'Encerrada, fora do ar'.
  status: { width: '13rem' },
  created_at: { width: 'minmax(7.5rem,1fr)' },
};

const airWords = { scheduled: 'Agendada', running: 'No ar', ended: 'Encerrada' };

const { Actions, Changes } = listCommands(notificacoes, {
  query: () => data.notificacoesList,
  columns: async () => sheetColumns,
  activity: {
    column: 'status',
    active: 'Ativa',
    inactive: 'Inativa',
  },
});
