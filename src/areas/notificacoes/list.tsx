import { makeListCommands } from '#crud/list/list-commands.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import { makePeriodStatusColumn } from '#crud/list/period-status-column.tsx';
import { NameCell } from '#crud/list/row.tsx';
import type { ListedRowOf } from '#crud/rows.queries.ts';
import { useList } from '#crud/list/use-list.ts';
import type { ColumnsOf } from '#crud/views/columns.ts';
import { formatDate } from '#lib/date.ts';
import { Cell } from '#ui/table.tsx';
import { notificacoes } from './area.ts';
import { destinatarios, sheetColumns } from './schema.ts';
import * as data from './queries.ts';

/** Renders the page /notificacoes. */
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
      />
    </>
  );
}

const columns: ColumnsOf<typeof notificacoes, ListedRowOf<typeof data.notificacoesList>> = {
  titulo: {
    width: 'minmax(0,3fr)',
    cell: ({ id, titulo }) => <NameCell row={{ id, name: titulo }} />,
  },
  tipo: { width: 'minmax(7rem,1fr)', cell: ({ tipo }) => <Cell place="note">{tipo}</Cell> },
  destinatarios: {
    width: 'minmax(7rem,1fr)',
    cell: (row) => <Cell>{destinatarios[row.destinatarios]}</Cell>,
  },
  status: makePeriodStatusColumn({
    active: 'Ativa',
    words: { scheduled: 'Agendada', running: 'No ar', ended: 'Encerrada' },
  }),
  created_at: {
    width: 'minmax(7.5rem,1fr)',
    cell: ({ created_at }) => <Cell>{formatDate(created_at)}</Cell>,
  },
};

const { Actions, Changes } = makeListCommands(notificacoes, {
  query: () => data.notificacoesList,
  columns: async () => sheetColumns,
  activity: {
    column: 'status',
    active: 'Ativa',
    inactive: 'Inativa',
  },
});
