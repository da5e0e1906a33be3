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
import { queryClient } from '#data/query-client.ts';
import { Badge } from '#ui/badge.tsx';
import { FilterSelect } from '#ui/filter-select.tsx';
import { Cell, HeadCell, SortCell } from '#ui/table.tsx';
import { planNames } from './distribuidor.ts';
import * as data from './distribuidores.queries.ts';

/** /distribuidores */
export function DistribuidoresListPage() {
  const commands = { remove: data.deleteDistribuidor };
  const list = useList(areas.distribuidores, data.distribuidoresList, commands);
  return (
    <>
      <ListFilters list={list} search="Buscar distribuidor por nome ou e-mail" clearable>
        <FilterSelect
          label="Plano"
          options={planNames}
          value={list.params.plano}
          onChange={(plano) => list.setParams({ plano })}
        />
      </ListFilters>
      <ListPage
        list={list}
        bulk={Changes}
        actions={
          <>
            <ExportMenu
              area={areas.distribuidores}
              isFiltered={list.isFiltered}
              load={() => exported(list.params)}
            />
            <ImportAndAdd area={areas.distribuidores} />
          </>
        }
        texts={{
          failure: () => 'Falha ao carregar distribuidores. Tente novamente.',
          empty: 'Nenhum distribuidor encontrado.',
          first: {
            about:
              'Quem revende pelo catálogo de distribuidores aparece aqui, cada um com o seu plano.',
            action: 'Cadastrar o primeiro distribuidor',
          },
        }}
        columns="3rem minmax(0,1.5fr) minmax(0,1.5fr) 7.5rem minmax(0,1.5fr) 5rem 5rem minmax(0,1fr)"
        head={
          <>
            <CompanyHead />
            <HeadCell>Plano</HeadCell>
            <SortCell column="status" />
            <HeadCell>Instagram</HeadCell>
          </>
        }
      >
        {({ plans, ...row }) => (
          <CompanyRow key={row.id} row={row}>
            <Cell place="amount">
              <Badge colors={{ background: plans.background_color, text: plans.text_color }}>
                {plans.name}
              </Badge>
            </Cell>
            <StatusCell>{row.status}</StatusCell>
            <Cell>
              <InstagramLink handle={row.instagram} />
            </Cell>
          </CompanyRow>
        )}
      </ListPage>
    </>
  );
}

async function exported(params: ParamsOf<typeof areas.distribuidores>) {
  const [plans, { listExport }, { distribuidorSheet }] = await Promise.all([
    queryClient.ensureQueryData(data.planOptions()),
    import('#crud/export/list-export.ts'),
    import('./distribuidor-sheet.ts'),
  ]);
  const { columns } = distribuidorSheet(plans);
  return listExport(areas.distribuidores, data.distribuidoresAsked(plans), columns, params);
}

const Changes = areaChanges(areas.distribuidores, exported, {
  column: 'status',
  active: 'Ativo',
  inactive: 'Inativo',
});
