import { makeListCommands } from '#crud/list/list-commands.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import { makeRecordQueries } from '#crud/record.queries.ts';
import type { ListedRowOf } from '#crud/rows.queries.ts';
import { useList } from '#crud/list/use-list.ts';
import type { ColumnsOf } from '#crud/views/columns.ts';
import { createCityFilter, companyStatusFilter } from '#areas/company/filters.ts';
import { companyColumns } from '#areas/company/columns.tsx';
import { parceiros } from './area.ts';

const { list: query, remove } = makeRecordQueries(parceiros);

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

const columns: ColumnsOf<typeof parceiros, ListedRowOf<typeof query>> = companyColumns;

const filters = [companyStatusFilter, createCityFilter('parceiros')] as const;

const { Actions, Changes } = makeListCommands(parceiros, {
  query: () => query,
  columns: async () => (await import('./sheet.ts')).sheet.columns,
  imports: true,
  activity: {
    column: 'status',
    active: 'Ativo',
    inactive: 'Inativo',
  },
});
