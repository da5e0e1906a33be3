import { useQuery } from '@tanstack/react-query';
import { makeListCommands } from '#crud/list/list-commands.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import { NameCell, StatusCell } from '#crud/list/row.tsx';
import type { ListedRowOf } from '#crud/rows.queries.ts';
import { useList } from '#crud/list/use-list.ts';
import type { ColumnsOf } from '#crud/views/columns.ts';
import { StoredAvatar } from '#crud/stored-picture.tsx';
import { tableCountQuery } from '#features/dashboard/dashboard.queries.ts';
import { formatCount, truncateText } from '#lib/text.ts';
import { Cell } from '#ui/table.tsx';
import { categories } from './area.ts';
import * as data from './queries.ts';

/** Renders the page /categorias. */
export function Page() {
  const list = useList(categories, data.categoriesList, { remove: data.deleteCategory });
  const all = useQuery(tableCountQuery('categories')).data;
  return (
    <>
      <ListFilters list={list} search="Buscar categoria por nome" />
      <ListPage
        list={list}
        bulk={Changes}
        actions={<Actions list={list} />}
        texts={{
          count: ({ total }) =>
            `Mostrando ${formatCount(total)} de ${formatIfLoaded(all)} no total`,
          failure: (message) =>
            `Falha ao carregar categorias: ${withoutDot(message)}. Por favor, tente novamente.`,
          empty: list.isFiltered
            ? 'Nenhuma categoria encontrada com esse termo.'
            : 'Nenhuma categoria cadastrada.',
          first: {
            about:
              'As categorias agrupam os produtos e serviços. Todo produto pertence a uma delas.',
            action: 'Cadastrar a primeira categoria',
          },
        }}
        columns={columns}
      />
    </>
  );
}

function formatIfLoaded(all: number | undefined): string {
  return all === undefined ? '...' : formatCount(all);
}

// Removes the dot at the end of a message, because the error text adds a dot after the message.
function withoutDot(message: string): string {
  return message.replace(/\.$/, '');
}

const columns: ColumnsOf<typeof categories, ListedRowOf<typeof data.categoriesList>> = {
  name: {
    width: 'minmax(0,1fr)',
    cell: (row) => (
      <NameCell
        row={row}
        picture={<StoredAvatar name={row.name} letters={2} square url={row.image_url} />}
      />
    ),
  },
  description: {
    width: 'minmax(0,2fr)',
    cell: ({ description }) => (
      <Cell place="note">{description ? truncateText(description, 100) : '—'}</Cell>
    ),
  },
  is_active: {
    width: '5rem',
    cell: (row) => <StatusCell>{row.is_active ? 'Ativa' : 'Inativa'}</StatusCell>,
  },
};

const { Actions, Changes } = makeListCommands(categories, {
  query: () => data.categoriesList,
  columns: async () => (await import('./sheet.ts')).sheet.columns,
  imports: true,
  activity: {
    column: 'is_active',
    active: true,
    inactive: false,
  },
});
