import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { fetchPage, ordered } from '#data/fetch-page.ts';
import type { Page } from '#data/fetch-page.ts';
import { listSearch } from '#crud/list-params.ts';
import { saveRecord } from '#crud/save-record.ts';
import type { Saving } from '#crud/save-record.ts';
import { queryClient } from '#data/query-client.ts';
import { rest } from '#data/rest-client.ts';
import { removeUnusedPictures } from '#data/unused-pictures.ts';
import { unwrap } from '#data/unwrap.ts';
import { searchPattern } from '#lib/text.ts';
import type { BannerRecord } from './banner.ts';

const listColumns = 'id, titulo, imagem_url, posicao, status, ordem';
const columns =
  'id, titulo, descricao, cta_texto, cta_link, imagem_url, status, posicao, tipo, ordem, version';

/** What the banner list keeps in its address; in the order of display unless it says otherwise. */
export const bannersSearch = listSearch(['ordem', 'titulo', 'posicao', 'status']);

export type BannersSearch = ReturnType<typeof bannersSearch>;

/** One page of banners. */
export function bannersList(params: BannersSearch) {
  return queryOptions({
    queryKey: ['banners', 'list', params],
    queryFn: ({ signal }) => readPage(params, signal),
    placeholderData: keepPreviousData,
  });
}

export type ListedBanner = Awaited<ReturnType<typeof readPage>>['rows'][number];

async function readPage(params: BannersSearch, signal: AbortSignal) {
  let query = rest.from('banners').select(listColumns, { count: 'exact' });
  if (params.busca) query = query.ilike('search_text', searchPattern(params.busca));
  return fetchPage(ordered(query, params.ordem, 'ordem', 'id').abortSignal(signal), params);
}

/** One banner; null when there is none with this id. */
export function bannerDetail(id: string) {
  return queryOptions({
    queryKey: ['banners', 'detail', id],
    queryFn: () => readBanner(id),
  });
}

export type Banner = NonNullable<Awaited<ReturnType<typeof readBanner>>>;

async function readBanner(id: string) {
  // The platform would refuse an impossible id; nobody has it either way.
  if (!/^[1-9]\d{0,14}$/.test(id)) return null;
  return unwrap(rest.from('banners').select(columns).eq('id', Number(id)).maybeSingle());
}

export const saveBanner = mutationOptions({
  mutationFn({ id, values, picture }: Saving<BannerRecord, number>) {
    const { version, ...fields } = { ...values, imagem_url: picture };
    const table = rest.from('banners');
    return saveRecord(
      id === undefined
        ? table.insert(fields).select('id')
        : table.update(fields).match({ id, version }).select('id'),
      () => readBanner(String(id)),
      'Banner não encontrado',
    );
  },
  meta: {
    invalidates: [['banners']],
    failure: (message) => `Erro ao salvar banner: ${message}`,
  },
});

/** Deletes a banner, then its picture unless a copy still shows it. One that is gone counts as deleted. */
export const deleteBanner = mutationOptions({
  async mutationFn(id: number) {
    const gone = await unwrap(rest.from('banners').delete().eq('id', id).select('imagem_url'));
    removeUnusedPictures(gone.map(({ imagem_url }) => imagem_url));
  },
  meta: {
    invalidates: [['banners']],
    success: 'Banner excluído com sucesso!',
    failure: (message) => `Falha ao excluir banner: ${message}`,
  },
});

/** Duplicates a banner. The list shows the copy last until it is loaded again. */
export const duplicateListedBanner = mutationOptions({
  async mutationFn(id: number) {
    const copy = await duplicateBanner(id);
    if (!copy.success) throw new Error('Banner não encontrado');
    showLast(copy.data);
  },
  meta: {
    success: 'Banner duplicado com sucesso!',
    failure: (message) => `Falha ao duplicar banner: ${message}`,
  },
});

type Duplicated = { success: true; data: ListedBanner } | { success: false; data: null };

/** Copies a banner, with ' (Cópia)' after its title; no success when there is none with this id. */
export async function duplicateBanner(id: number): Promise<Duplicated> {
  // The function's return type is jsonb; see duplicate_banner in the schema.
  const result = (await unwrap(rest.rpc('duplicate_banner', { banner_id: id }))) as
    | { status: 'saved'; banner: Banner }
    | { status: 'missing' };
  return result.status === 'saved'
    ? { success: true, data: result.banner }
    : { success: false, data: null };
}

function showLast(copy: ListedBanner) {
  queryClient.setQueriesData<Page<ListedBanner>>(
    { queryKey: ['banners', 'list'], type: 'active' },
    (page) => page && { rows: [...page.rows, copy], total: page.total + 1 },
  );
  void queryClient.invalidateQueries({ queryKey: ['banners'], refetchType: 'none' });
}
