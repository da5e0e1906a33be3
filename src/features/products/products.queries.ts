import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { fetchPage } from '#data/fetch-page.ts';
import type { StoredFile } from '#data/pictures.ts';
import { rest } from '#data/rest-client.ts';
import { removeFiles } from '#data/unused-pictures.ts';
import { unwrap } from '#data/unwrap.ts';
import { searchPattern } from '#lib/text.ts';
import { ProductError } from './product-error.ts';
import type { ProductsSearch } from './products-search.ts';

const listColumns =
  'id, name, subtitle, sku, tipo, visibility, real_price, promo_price, status, categories(id, name), product_images(url, is_main)';

/** One page of products with category and main image, by name unless the address says otherwise. */
export function productsList(params: ProductsSearch) {
  return queryOptions({
    queryKey: ['products', 'list', params],
    queryFn: ({ signal }) => readPage(params, signal),
    placeholderData: keepPreviousData,
  });
}

export type ListedProduct = Awaited<ReturnType<typeof readPage>>['rows'][number];

async function readPage(params: ProductsSearch, signal: AbortSignal) {
  let query = rest
    .from('products')
    .select(listColumns, { count: 'exact' })
    .eq('product_images.is_main', true);
  if (params.busca) query = query.ilike('search_text', searchPattern(params.busca));
  if (params.status) query = query.eq('status', params.status);
  if (params.tipo) query = query.eq('tipo', params.tipo);
  if (params.categoria) query = query.eq('category_id', params.categoria);
  const column = params.ordem.replace('-', '');
  query = query.order(column, { ascending: column === params.ordem });
  if (column !== 'name') query = query.order('name');
  return fetchPage(query.order('id').abortSignal(signal), params);
}

export const duplicateProduct = mutationOptions({
  async mutationFn(id: string) {
    // The function's return type is jsonb; see duplicate_product in the schema.
    const result = (await unwrap(rest.rpc('duplicate_product', { product_id: id }))) as {
      status: 'saved' | 'missing';
    };
    if (result.status === 'missing') throw new ProductError('Produto não encontrado');
  },
  meta: {
    invalidates: [['products']],
    success: 'Produto duplicado com sucesso!',
    failure: (message, error) =>
      error instanceof ProductError
        ? message
        : 'Falha ao duplicar produto. Por favor, tente novamente.',
  },
});

/** Deletes a product, its images first. One that is gone already counts as deleted. */
export const deleteProduct = mutationOptions({
  async mutationFn(id: string) {
    // The function's return type is jsonb; see delete_product in the schema.
    const result = (await unwrap(rest.rpc('delete_product', { product_id: id }))) as {
      removed_files?: StoredFile[];
    };
    removeFiles(result.removed_files ?? []);
  },
  meta: {
    invalidates: [['products']],
    success: 'Produto excluído com sucesso!',
    failure: () => 'Falha ao excluir produto. Por favor, tente novamente.',
  },
});
