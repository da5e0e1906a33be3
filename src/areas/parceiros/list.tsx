import { listCommands } from '#crud/list/list-commands.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import { StatusCell } from '#crud/list/row.tsx';
import { recordQueries } from '#crud/record.queries.ts';
import type { ListedOf } from '#crud/rows.queries.ts';
import { useList } from '#crud/list/use-list.ts';
import { cityFilter, statusFilter } from '#areas/company/filters.ts';
import { companyColumns, CompanyRow, InstagramLink } from '#areas/company/row.tsx';
import { Cell } from '#ui/table.tsx';
import { parceiros } from './area.ts';

const { list: query, remove } = recordQueries(parceiros);

/** /parceiros */
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
      >
        {parceiroRow}
      </ListPage>
    </>
  );
}

function parceiroRow(row: ListedOf<typeof query>) {
  return (
    <CompanyRow key={row.id} row={row}>
      <Cell>
        <InstagramLink handle={row.instagram} />
      </Cell>
      <StatusCell>{row.status}</StatusCell>
    </CompanyRow>
  );
}

const columns = {
  ...companyColumns,
  instagram: { width: 'minmax(0,1fr)' },
  status: { width: '5rem' },
};

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
