import { areas } from '#app/areas.ts';
import { areaChanges } from '#crud/bulk/area-changes.tsx';
import { ExportMenu } from '#crud/export/export-menu.tsx';
import { ImportAndAdd } from '#crud/import/import-link.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import type { ParamsOf } from '#crud/list/list-search.ts';
import { StatusCell } from '#crud/list/row.tsx';
import { useList } from '#crud/list/use-list.ts';
import { CompanyHead, CompanyRow, InstagramLink } from '#features/company/company-row.tsx';
import { Cell, HeadCell, SortCell } from '#ui/table.tsx';
import * as data from './parceiros.queries.ts';

/** /parceiros */
export function ParceirosListPage() {
  const list = useList(areas.parceiros, data.parceirosList, { remove: data.deleteParceiro });
  return (
    <>
      <ListFilters list={list} search="Buscar parceiro por nome ou e-mail" clearable />
      <ListPage
        list={list}
        bulk={Changes}
        actions={
          <>
            <ExportMenu
              area={areas.parceiros}
              isFiltered={list.isFiltered}
              load={() => exported(list.params)}
            />
            <ImportAndAdd area={areas.parceiros} />
          </>
        }
        texts={{
          failure: () => 'Falha ao carregar parceiros. Tente novamente.',
          empty: 'Nenhum parceiro encontrado.',
          first: {
            about: 'Quem vende pelo menu de parceiros aparece aqui, com contato e endereço.',
            action: 'Cadastrar o primeiro parceiro',
          },
        }}
        columns="3rem minmax(0,1.5fr) minmax(0,1.5fr) 7.5rem minmax(0,1.5fr) minmax(0,1fr) 5rem"
        head={
          <>
            <CompanyHead />
            <HeadCell>Instagram</HeadCell>
            <SortCell column="status" />
          </>
        }
      >
        {(row) => (
          <CompanyRow key={row.id} row={row}>
            <Cell>
              <InstagramLink handle={row.instagram} />
            </Cell>
            <StatusCell>{row.status}</StatusCell>
          </CompanyRow>
        )}
      </ListPage>
    </>
  );
}

async function exported(params: ParamsOf<typeof areas.parceiros>) {
  const [{ listExport }, { parceiroSheet }] = await Promise.all([
    import('#crud/export/list-export.ts'),
    import('./parceiro-sheet.ts'),
  ]);
  return listExport(areas.parceiros, data.parceirosList, parceiroSheet.columns, params);
}

const Changes = areaChanges(areas.parceiros, exported, {
  column: 'status',
  active: 'Ativo',
  inactive: 'Inativo',
});
