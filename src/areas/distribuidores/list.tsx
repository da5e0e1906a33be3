import { listCommands } from '#crud/list/list-commands.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import { StatusCell } from '#crud/list/row.tsx';
import type { ListedOf } from '#crud/rows.queries.ts';
import { useList } from '#crud/list/use-list.ts';
import { cityFilter, statusFilter } from '#areas/company/filters.ts';
import { companyColumns, CompanyRow, InstagramLink } from '#areas/company/row.tsx';
import { queryClient } from '#data/query-client.ts';
import { Badge } from '#ui/badge.tsx';
import { Cell } from '#ui/table.tsx';
import { distribuidores } from './area.ts';
import { planNames } from './schema.ts';
import * as data from './queries.ts';

/** /distribuidores */
export function Page() {
  const commands = { remove: data.deleteDistribuidor };
  const list = useList(distribuidores, data.distribuidoresList, commands, filters);
  return (
    <>
      <ListFilters list={list} search="Buscar distribuidor por nome ou e-mail" clearable />
      <ListPage
        list={list}
        bulk={Changes}
        actions={<Actions list={list} />}
        texts={{
          first: {
            about:
              'Quem revende pelo catálogo de distribuidores aparece aqui, cada um com o seu plano.',
            action: 'Cadastrar o primeiro distribuidor',
          },
        }}
        columns={columns}
      >
        {distribuidorRow}
      </ListPage>
    </>
  );
}

function distribuidorRow({ plans, ...row }: ListedOf<typeof data.distribuidoresList>) {
  return (
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
  );
}

const columns = {
  ...companyColumns,
  plan_id: { width: '4.5rem' },
  status: { width: '5rem' },
  instagram: { width: 'minmax(0,1fr)' },
};

const filters = [
  { name: 'plano', label: distribuidores.labels.plan_id, options: planNames, inHeader: true },
  statusFilter,
  cityFilter('distribuidores'),
  { name: 'pendente', label: 'Pendente há mais de 7 dias', only: '7' },
] as const;

const plans = () => queryClient.ensureQueryData(data.planOptions());

const { Actions, Changes } = listCommands(distribuidores, {
  query: async () => data.distribuidoresRequest(await plans()),
  columns: async () => (await import('./sheet.ts')).distribuidorSheet(await plans()).columns,
  imports: true,
  activity: {
    column: 'status',
    active: 'Ativo',
    inactive: 'Inativo',
  },
});
