import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { fetchPage } from '#data/fetch-page.ts';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';
import { searchPattern } from '#lib/text.ts';
import { isUuid } from '#lib/uuid.ts';
import { ProductError, productError } from './product-error.ts';
import type { ProductPayload } from './product-payload.ts';
import type { ProductsSearch } from './products-search.ts';

const listColumns =
  'id, name, subtitle, sku, tipo, visibility, real_price, promo_price, status, categories(id, name), product_images(url, is_main)';
const columns =
  'id, name, subtitle, mini_description, description, sku, tipo, category_id, status, visibility, real_price, promo_price, button_color, button_link, video_embed, version, categories(id, name), product_images(id, url, is_main, position)';

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

/** One product with its category and images; null when there is none with this id. */
export function productDetail(id: string) {
  return queryOptions({
    queryKey: ['products', 'detail', id],
    queryFn: ({ signal }) => readProduct(id, signal),
  });
}

export type Product = NonNullable<Awaited<ReturnType<typeof readProduct>>>;

async function readProduct(id: string, signal: AbortSignal) {
  // The platform would refuse an impossible id; nobody has it either way.
  if (!isUuid(id)) return null;
  const query = rest.from('products').select(columns).eq('id', id);
  return unwrap(
    query
      .order('position', { referencedTable: 'product_images' })
      .abortSignal(signal)
      .maybeSingle(),
  );
}

/** As the functions of the schema return it. */
export type StoredProduct = Omit<Product, 'categories'>;

export type ProductSave = {
  product: ProductPayload;
  images: { url: string; is_main: boolean }[];
  expected_version: number | null;
};

/** What save_product answers; see its definition in the schema. */
type SaveResult =
  | { status: 'saved'; product: StoredProduct; removed_urls: string[] }
  | { status: 'conflict'; product: StoredProduct }
  | { status: 'missing' };

/** Saves a product and its images in one transaction, then deletes the files that nothing points to. */
export const saveProduct = mutationOptions({
  async mutationFn({ product, images, expected_version }: ProductSave) {
    const answer = await unwrap(
      rest.rpc('save_product', {
        product,
        images,
        expected_version: expected_version ?? undefined,
      }),
    ).catch((error: unknown) => {
      throw productError(error, product.sku);
    });
    // The function's return type is jsonb.
    const result = answer as SaveResult | null;
    if (!result) throw new ProductError('Produto não foi criado retornou null.');
    if (result.status === 'missing') throw new ProductError('Produto não encontrado.');
    if (result.status === 'saved') deleteFiles(result.removed_urls);
    return result;
  },
  meta: {
    invalidates: [['products']],
    success: ({ status }: SaveResult, { product }: ProductSave) =>
      status === 'saved'
        ? `Produto ${product.id ? 'atualizado' : 'criado'} com sucesso!`
        : undefined,
    failure: (message) => `Falha ao salvar o produto: ${message || 'Erro desconhecido'}`,
  },
});

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
      removed_urls?: string[];
    };
    deleteFiles(result.removed_urls ?? []);
  },
  meta: {
    invalidates: [['products']],
    success: 'Produto excluído com sucesso!',
    failure: () => 'Falha ao excluir produto. Por favor, tente novamente.',
  },
});

// Nobody waits for it: the records are right already.
function deleteFiles(urls: readonly string[]) {
  if (urls.length > 0)
    void import('#data/upload.ts').then(({ removePictures }) => removePictures(urls));
}
