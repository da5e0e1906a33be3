import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { ParamsOf } from '#crud/list-search.ts';
import { makeRecordMutations } from '#crud/record.queries.ts';
import { fetchRowPage, rowQuery } from '#crud/rows.queries.ts';
import type { RowOf } from '#crud/rows.queries.ts';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';
import { distribuidores } from './area.ts';

const listColumns =
  'id, name, email, phone, address, cidade, estado, status, instagram, logo_url, version, plans(name, background_color, text_color)';
const columns =
  'id, name, email, phone, address, cep, logradouro, numero, complemento, bairro, cidade, estado, plan_id, status, instagram, logo_url, version';

type Search = ParamsOf<typeof distribuidores>;

/** Returns the query for one page of distribuidores with their plans, sorted by name unless the URL has an order. */
export const distribuidoresList = Object.assign(
  (params: Search) =>
    queryOptions({
      queryKey: ['distribuidores', 'list', params],
      queryFn: ({ signal, client }) => readDistribuidores(params, signal, client),
      placeholderData: keepPreviousData,
    }),
  { table: 'distribuidores' as const, columns: listColumns },
);

async function readDistribuidores(params: Search, signal: AbortSignal, client: QueryClient) {
  const plans = params.plano ? await client.ensureQueryData(planOptionsQuery()) : [];
  const { select, last } = createDistribuidoresRequest(plans);
  return fetchRowPage(select(params), params, last, signal);
}

/**
 * Returns the request of the list: `select` applies the filters, and `last` lists the tiebreaker columns of each order.
 * Pass the `plans` for the filter by plan: the URL has the name of a plan, but the table has the id.
 */
export function createDistribuidoresRequest(plans: readonly { id: string; name: string }[]) {
  return {
    select({ plano, status, cidade, pendente }: Search) {
      let query = rest.from('distribuidores').select(listColumns, { count: 'exact' });
      if (status) query = query.eq('status', status);
      if (cidade) query = query.eq('cidade', cidade);
      if (pendente) query = query.eq('status', 'Pendente').lt('created_at', daysAgo(pendente));
      if (!plano) return query;
      // If the plan is unknown, use an id that no plan has: the list is then empty.
      const plan = plans.find(({ name }) => name === plano)?.id ?? unusedPlanId;
      return query.eq('plan_id', plan);
    },
    last: ['name', 'id'],
  };
}

const unusedPlanId = '00000000-0000-0000-0000-000000000000';

function daysAgo(days: string): string {
  return new Date(Date.now() - Number(days) * 86_400_000).toISOString();
}

/** Returns the query for the plans as choices, sorted by name. */
export function planOptionsQuery() {
  return queryOptions({
    queryKey: ['plans', 'options'],
    queryFn: ({ signal }) =>
      unwrap(rest.from('plans').select('id, name').order('name').abortSignal(signal)),
    staleTime: 60_000,
  });
}

export const distribuidorDetail = rowQuery('distribuidores', (id) =>
  rest.from('distribuidores').select(columns).eq('id', id).maybeSingle(),
);

export type Distribuidor = RowOf<typeof distribuidorDetail>;

export const { save: saveDistribuidor, remove: deleteDistribuidor } = makeRecordMutations(
  distribuidores,
  distribuidoresList,
  distribuidorDetail,
);
