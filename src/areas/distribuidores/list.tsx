import { makeListCommands } from '#crud/list/list-commands.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import type { ListedRowOf } from '#crud/rows.queries.ts';
import { useList } from '#crud/list/use-list.ts';
import type { ColumnsOf } from '#crud/views/columns.ts';
import { createCityFilter, companyStatusFilter } from '#areas/company/filters.ts';
import { companyColumns } from '#areas/company/columns.tsx';
import { queryClient } from '#data/query-client.ts';
import { Badge } from '#ui/badge.tsx';
import { Cell } from '#ui/table.tsx';
import { distribuidores } from './area.ts';
import { planNames } from './schema.ts';
import * as data from './queries.ts';

/** Renders the page /distribuidores. */
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
      />
    </>
  );
}

const { instagram, status, ...first } = companyColumns;

const columns: ColumnsOf<typeof distribuidores, ListedRowOf<typeof data.distribuidoresList>> = {
  ...first,
  plan_id: {
    width: '4.5rem',
    cell: ({ plans: { name, background_color, text_color } }) => (
      <Cell place="amount">
        <Badge colors={{ background: background_color, text: text_color }}>{name}</Badge>
      </Cell>
    ),
  },
  status,
  instagram,
};

const filters = [
  { name: 'plano', label: distribuidores.labels.plan_id, options: planNames, inHeader: true },
  companyStatusFilter,
  createCityFilter('distribuidores'),
  { name: 'pendente', label: 'Pendente há mais de 7 dias', only: '7' },
] as const;

const plans = () => queryClient.ensureQueryData(data.planOptionsQuery());

const { Actions, Changes } = makeListCommands(distribuidores, {
  query: async () => data.createDistribuidoresRequest(await plans()),
  columns: async () => (await import('./sheet.ts')).createDistribuidorImport(await plans()).columns,
  imports: true,
  activity: {
    column: 'status',
    active: 'Ativo',
    inactive: 'Inativo',
  },
});
