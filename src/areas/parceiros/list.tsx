import { listCommands } from '#crud/list/list-commands.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import { recordQueries } from '#crud/record.queries.ts';
import type { ListedOf } from '#crud/rows.queries.ts';
import { useList } from '#crud/list/use-list.ts';
import type { ColumnsOf } from '#crud/views/columns.ts';
import { cityFilter, statusFilter } from '#areas/company/filters.ts';
import { companyColumns } from '#areas/company/columns.tsx';
import { parceiros } from './area.ts';

const { list: query, remove } = recordQueries(parceiros);

/** Renders the page /parceiros. */
export function Page() {
  const list = useList(parceiros, query, { remove }, filters);
  return (
    <>
      <ListFilters list={list} search="Buscar parceiro por nome ou e-mail" clearable />
      <ListPage
        list={list}
        bulk={Changes}
        actions={<Actions list={list} />}
        texts={{
          first: {
            about: 'Quem vende pelo menu de parceiros aparece aqui, com contato e endereço.',
            action: 'Cadastrar o primeiro parceiro',
          },
        }}
        columns={columns}
      />
    </>
  );
}

const columns: ColumnsOf<typeof parceiros, ListedOf<typeof query>> = companyColumns;

const filters = [statusFilter, cityFilter('parceiros')] as const;

const { Actions, Changes } = listCommands(parceiros, {
  query: () => query,
  columns: async () => (await import('./sheet.ts')).sheet.columns,
  imports: true,
  activity: {
    column: 'status',
    active: 'Ativo',
    inactive: 'Inativo',
  },
});
