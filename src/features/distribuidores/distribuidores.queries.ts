import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type * as v from 'valibot';
import { fetchPage, ordered } from '#data/fetch-page.ts';
import { listSearch } from '#crud/list-params.ts';
import { typedText } from '#lib/address-values.ts';
import { savedText, saveRecord } from '#crud/save-record.ts';
import type { Saving } from '#crud/save-record.ts';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';
import { removeUnusedPictures } from '#data/unused-pictures.ts';
import { searchPattern } from '#lib/text.ts';
import { isUuid } from '#lib/uuid.ts';
import type { distribuidorSchema } from './distribuidor.ts';

/** What the list keeps in its address. */
export function distribuidoresSearch(search: Record<string, unknown>) {
  return { ...ofEveryList(search), plano: typedText(search.plano) };
}

type Search = ReturnType<typeof distribuidoresSearch>;

const ofEveryList = listSearch(['name', 'email', 'status']);

/** One page of distribuidores with their plans, by name unless the address says otherwise. */
export function distribuidoresList(params: Search) {
  return queryOptions({
    queryKey: ['distribuidores', 'list', params],
    queryFn: ({ signal, client }) => readPage(params, signal, client),
    placeholderData: keepPreviousData,
  });
}

export type ListedDistribuidor = Awaited<ReturnType<typeof readPage>>['rows'][number];

async function readPage(params: Search, signal: AbortSignal, client: QueryClient) {
  const columns =
    'id, name, email, phone, address, cidade, estado, status, instagram, logo_url, plans(name, background_color, text_color)';
  let query = rest.from('distribuidores').select(columns, { count: 'exact' });
  if (params.busca) query = query.ilike('search_text', searchPattern(params.busca));
  if (params.plano) {
    const plans = await client.ensureQueryData(planOptions());
    const plan = plans.find(({ name }) => name === params.plano);
    if (!plan) return { rows: [], total: 0 };
    query = query.eq('plan_id', plan.id);
  }
  return fetchPage(ordered(query, params.ordem, 'name', 'id').abortSignal(signal), params);
}

/** The plans as choices, by name. */
export function planOptions() {
  return queryOptions({
    queryKey: ['plans', 'options'],
    queryFn: ({ signal }) =>
      unwrap(rest.from('plans').select('id, name').order('name').abortSignal(signal)),
    staleTime: 60_000,
  });
}

/** One distribuidor; null when there is none with this id. */
export function distribuidorDetail(id: string) {
  return queryOptions({
    queryKey: ['distribuidores', 'detail', id],
    queryFn: () => readDistribuidor(id),
  });
}

async function readDistribuidor(id: string) {
  // The platform would refuse an impossible id; nobody has it either way.
  if (!isUuid(id)) return null;
  const columns =
    'id, name, email, phone, address, cep, logradouro, numero, complemento, bairro, cidade, estado, plan_id, status, instagram, logo_url, version';
  return unwrap(rest.from('distribuidores').select(columns).eq('id', id).maybeSingle());
}

export type Distribuidor = NonNullable<Awaited<ReturnType<typeof readDistribuidor>>>;

export const saveDistribuidor = mutationOptions({
  mutationFn({
    id,
    values: { version, ...values },
    picture,
  }: Saving<v.InferOutput<typeof distribuidorSchema>>) {
    const row = { ...values, logo_url: picture };
    const table = rest.from('distribuidores');
    return saveRecord(
      id ? table.update(row).match({ id, version }).select('id') : table.insert(row).select('id'),
      () => readDistribuidor(id ?? ''),
      'Distribuidor não encontrado.',
    );
  },
  meta: {
    invalidates: [['distribuidores']],
    success: savedText('Distribuidor criado com sucesso!', 'Distribuidor atualizado com sucesso!'),
    failure: (message) => `Falha ao salvar distribuidor: ${message}`,
  },
});

/** Deletes a distribuidor and its logo. One that is gone already counts as deleted. */
export const deleteDistribuidor = mutationOptions({
  async mutationFn(id: string) {
    const gone = await unwrap(rest.from('distribuidores').delete().eq('id', id).select('logo_url'));
    removeUnusedPictures(gone.map(({ logo_url }) => logo_url));
  },
  meta: {
    invalidates: [['distribuidores']],
    success: 'Distribuidor excluído com sucesso!',
    failure: (message) => `Falha ao excluir distribuidor: ${message}`,
  },
});
