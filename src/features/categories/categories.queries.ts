import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { InferOutput } from 'valibot';
import { listSearch } from '#crud/list-params.ts';
import { saveRecord, savedText } from '#crud/save-record.ts';
import type { Saving } from '#crud/save-record.ts';
import { fetchPage, ordered } from '#data/fetch-page.ts';
import { rest } from '#data/rest-client.ts';
import { removeUnusedPictures } from '#data/unused-pictures.ts';
import { PlatformError, unwrap } from '#data/unwrap.ts';
import { countOf, searchPattern } from '#lib/text.ts';
import { isUuid } from '#lib/uuid.ts';
import type { categorySchema } from './category.ts';

const listColumns = 'id, name, description, image_url, is_active';
const columns = `${listColumns}, version` as const;

/** What the category list keeps in its address. */
export const categoriesSearch = listSearch(['name', 'is_active']);

type Search = ReturnType<typeof categoriesSearch>;

/** One page of categories, by name unless the address says otherwise. */
export function categoriesList(params: Search) {
  return queryOptions({
    queryKey: ['categories', 'list', params],
    queryFn: ({ signal }) => readPage(params, signal),
    placeholderData: keepPreviousData,
  });
}

export type ListedCategory = Awaited<ReturnType<typeof readPage>>['rows'][number];

async function readPage(params: Search, signal: AbortSignal) {
  let query = rest.from('categories').select(listColumns, { count: 'exact' });
  if (params.busca) query = query.ilike('search_text', searchPattern(params.busca));
  return fetchPage(ordered(query, params.ordem, 'name', 'id').abortSignal(signal), params);
}

/** One category; null when there is none with this id. */
export function categoryDetail(id: string) {
  return queryOptions({
    queryKey: ['categories', 'detail', id],
    queryFn: () => readCategory(id),
  });
}

export type Category = NonNullable<Awaited<ReturnType<typeof readCategory>>>;

async function readCategory(id: string) {
  // The platform would refuse an impossible id; nobody has it either way.
  if (!isUuid(id)) return null;
  return unwrap(rest.from('categories').select(columns).eq('id', id).maybeSingle());
}

export const saveCategory = mutationOptions({
  mutationFn({
    id,
    values: { version, ...values },
    picture,
  }: Saving<InferOutput<typeof categorySchema>>) {
    const row = { ...values, image_url: picture };
    const table = rest.from('categories');
    return saveRecord(
      id ? table.update(row).match({ id, version }).select('id') : table.insert(row).select('id'),
      () => readCategory(id ?? ''),
      'Categoria não encontrada.',
    );
  },
  meta: {
    // Products show the name of their category.
    invalidates: [['categories'], ['products']],
    success: savedText('Categoria criada com sucesso!', 'Categoria atualizada com sucesso!'),
    failure: (message) => `Falha ao salvar a categoria: ${message}`,
  },
});

/** Deletes a category, then its picture. One that is gone already counts as deleted. */
export const deleteCategory = mutationOptions({
  async mutationFn(id: string) {
    const gone = await unwrap(rest.from('categories').delete().eq('id', id).select('image_url'));
    removeUnusedPictures(gone.map(({ image_url }) => image_url));
  },
  meta: {
    invalidates: [['categories']],
    success: 'Categoria excluída com sucesso!',
    failure: (_message, error) =>
      `Falha ao excluir categoria. Por favor, tente novamente.${productsInTheWay(error)}`,
  },
});

/** ' 2 produtos usam esta categoria.', as the schema's refuse_category_in_use counted them. */
function productsInTheWay(error: Error): string {
  if (!(error instanceof PlatformError) || error.hint !== 'category_in_use') return '';
  return ` ${countOf(Number(error.details), 'produto usa', 'produtos usam')} esta categoria.`;
}
