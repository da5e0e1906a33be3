import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { InferOutput } from 'valibot';
import { fetchPage, ordered } from '#data/fetch-page.ts';
import { listSearch } from '#crud/list-params.ts';
import { savedText, saveRecord } from '#crud/save-record.ts';
import type { Saving } from '#crud/save-record.ts';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';
import { removeUnusedPictures } from '#data/unused-pictures.ts';
import { searchPattern } from '#lib/text.ts';
import { isUuid } from '#lib/uuid.ts';
import type { parceiroSchema } from './parceiro.ts';

/** What the list keeps in its address. */
export const parceirosSearch = listSearch(['name', 'email', 'status']);

type Search = ReturnType<typeof parceirosSearch>;

/** One page of parceiros, by name unless the address says otherwise. */
export function parceirosList(params: Search) {
  return queryOptions({
    queryKey: ['parceiros', 'list', params],
    queryFn: ({ signal }) => readPage(params, signal),
    placeholderData: keepPreviousData,
  });
}

export type ListedParceiro = Awaited<ReturnType<typeof readPage>>['rows'][number];

function readPage(params: Search, signal: AbortSignal) {
  const columns = 'id, name, email, phone, address, cidade, estado, status, instagram, logo_url';
  let query = rest.from('parceiros').select(columns, { count: 'exact' });
  if (params.busca) query = query.ilike('search_text', searchPattern(params.busca));
  return fetchPage(ordered(query, params.ordem, 'name', 'id').abortSignal(signal), params);
}

/** One parceiro; null when there is none with this id. */
export function parceiroDetail(id: string) {
  return queryOptions({
    queryKey: ['parceiros', 'detail', id],
    queryFn: () => readParceiro(id),
  });
}

async function readParceiro(id: string) {
  // The platform would refuse an impossible id; nobody has it either way.
  if (!isUuid(id)) return null;
  const columns =
    'id, name, email, phone, address, cep, logradouro, numero, complemento, bairro, cidade, estado, status, instagram, logo_url, version';
  return unwrap(rest.from('parceiros').select(columns).eq('id', id).maybeSingle());
}

export type Parceiro = NonNullable<Awaited<ReturnType<typeof readParceiro>>>;

type ParceiroSaving = Saving<InferOutput<typeof parceiroSchema>>;

export const saveParceiro = mutationOptions({
  mutationFn({ id, values: { version, ...values }, picture }: ParceiroSaving) {
    const row = { ...values, logo_url: picture };
    const table = rest.from('parceiros');
    return saveRecord(
      id ? table.update(row).match({ id, version }).select('id') : table.insert(row).select('id'),
      () => readParceiro(id ?? ''),
      'Parceiro não encontrado.',
    );
  },
  meta: {
    invalidates: [['parceiros']],
    success: savedText('Parceiro criado com sucesso!', 'Parceiro atualizado com sucesso!'),
    failure: (message) => `Falha ao salvar parceiro: ${message}`,
  },
});

/** Deletes a parceiro and its logo. One that is gone already counts as deleted. */
export const deleteParceiro = mutationOptions({
  async mutationFn(id: string) {
    const gone = await unwrap(rest.from('parceiros').delete().eq('id', id).select('logo_url'));
    removeUnusedPictures(gone.map(({ logo_url }) => logo_url));
  },
  meta: {
    invalidates: [['parceiros']],
    success: 'Parceiro excluído com sucesso!',
    failure: (message) => `Falha ao excluir parceiro: ${message}`,
  },
});
