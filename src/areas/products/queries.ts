import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { getEditPath } from '#crud/area.ts';
import type { ParamsOf } from '#crud/list-search.ts';
import type { RowId, Selection } from '#crud/selection/selection.ts';
import { createOnce } from '#crud/creation.queries.ts';
import {
  makeCopyUndo,
  makeDeleteMeta,
  deleteOnce,
  moveDeletedRecordPicturesToTrash,
} from '#crud/row-mutations.queries.ts';
import { rowQuery } from '#crud/rows.queries.ts';
import type { RowPage, RowOf, StoredRow } from '#crud/rows.queries.ts';
import type { Json, Tables } from '#data/database.types.ts';
import type { StoredFile } from '#data/pictures.ts';
import { rest } from '#data/rest-client.ts';
import { moveFilesToTrash } from '#data/unused-pictures.ts';
import { unwrapAs } from '#data/unwrap.ts';
import { unionByStatus, isNumber, isText, listOf, objectOf } from '#lib/shape.ts';
import { products } from './area.ts';
import type { unlabelledColumns } from './product.ts';

const columns =
  'id, name, subtitle, mini_description, description, sku, tipo, category_id, status, visibility, real_price, promo_price, promo_starts_at, promo_ends_at, button_color, button_link, video_embed, version, categories(id, name), product_images(id, url, is_main, position, alt)';

type Search = ParamsOf<typeof products>;

/**
 * Returns the query for one page of products with category and main image, sorted by name unless the URL has an order.
 */
export const productsList = Object.assign(
  (params: Search) =>
    queryOptions({
      queryKey: ['products', 'list', params],
      queryFn: ({ signal }) => readProducts(params, signal),
      placeholderData: keepPreviousData,
    }),
  { table: 'products' as const },
);

type ListedColumn =
  | Exclude<keyof typeof products.labels, 'picture' | 'category'>
  | (typeof unlabelledColumns)[number];

/** A row of the list: the columns with a label in `area.ts`, the `unlabelledColumns`, category and main image. */
export type ListedProduct = Pick<Tables<'products'>, ListedColumn> & {
  category: string;
  category_is_active: boolean;
  image_url: string | null;
};

/** Checks some columns of a list row that a function of the schema returned. */
export const isListedProduct = objectOf<ListedProduct>({
  id: isText,
  name: isText,
  real_price: isNumber,
  version: isNumber,
});
const isPage = objectOf<RowPage<ListedProduct>>({ rows: listOf(isListedProduct), total: isNumber });

async function readProducts(params: Search, signal: AbortSignal) {
  const { pagina, por } = params;
  const request = { ...requestOf(params), page: pagina, size: por };
  return unwrapAs(rest.rpc('find_products', request).abortSignal(signal), isPage);
}

type RequestedList = Partial<Search> & Pick<Search, 'ordem'>;

/** Returns the search, the filters and the order of a list as arguments of find_products and export_products. */
function requestOf({ busca = '', ordem, ...params }: RequestedList) {
  const filters = Object.entries({
    status: params.status,
    tipo: params.tipo,
    category_id: params.categoria,
    visibility: params.visibilidade,
    price_from: params.preco_de,
    price_to: params.preco_ate,
    promo: params.promocao && promos[params.promocao],
    image: params.imagem && 'missing',
    category_state: params.categoria_status && 'inactive',
    link: params.link && 'broken',
  });
  return {
    search: busca,
    filters: Object.fromEntries(filters.filter(([, value]) => value)),
    order: ordem,
  };
}

/** The states of a promotion: each value in the URL, with the value that the schema expects. */
const promos = {
  'no-ar': 'running',
  agendada: 'scheduled',
  encerrada: 'ended',
  'sem-desconto': 'no_discount',
};

/** Returns a selection of the list in the format that plan_change expects. */
export function toProductSelection(selection: Selection): Json {
  if ('ids' in selection) return { ids: selection.ids.map(String) };
  // A selection of all matches contains the search and the filters of the list.
  const { search, filters } = requestOf(selection.matching);
  return { search, filters, except: selection.except.map(String) };
}

/** The products of an export: all matches of a list, the matches except some (`except`), or single products (`ids`). */
type Exporting = RequestedList & { ids?: readonly RowId[]; except?: readonly RowId[] };

/**
 * Reads the next products of an export, up to 1,000. Pass `next` of the previous step as `after`. `next` is undefined
 * after the last step.
 */
export async function readExportStep(
  { ids, except, ...params }: Exporting,
  after: Json | undefined,
  signal: AbortSignal,
) {
  const request = {
    ...requestOf(params),
    // A `RowId` can be a number, but the ids of products are uuids.
    ...(ids && { ids: ids.map(String) }),
    ...(except && { except: except.map(String) }),
    ...(after !== undefined && { after }),
  };
  const { rows, next } = await unwrapAs(
    rest.rpc('export_products', request).abortSignal(signal),
    isExportStep,
  );
  return { rows, next: next ?? undefined };
}

const isExportStep = objectOf<{ rows: Record<string, unknown>[]; next: Json }>({
  rows: Array.isArray,
});

/** The query for one product with its category and images. */
export const productDetail = rowQuery('products', (id) =>
  rest
    .from('products')
    .select(columns)
    .eq('id', id)
    .order('position', { referencedTable: 'product_images' })
    .maybeSingle(),
);

/** The product as the functions of the schema return it. */
export type StoredProduct = Omit<RowOf<typeof productDetail>, 'categories'>;

const isCopy = unionByStatus<{ status: 'saved'; listed: ListedProduct } | { status: 'missing' }>({
  saved: { listed: isListedProduct },
  missing: {},
});

export const duplicateProduct = mutationOptions({
  async mutationFn(id: StoredRow['id']) {
    const result = await createOnce(`products/${id}`, (copy_id) =>
      unwrapAs(rest.rpc('duplicate_product', { product_id: String(id), copy_id }), isCopy),
    );
    if (result.status === 'missing') throw new ProductError('Produto não encontrado');
    return result.listed;
  },
  meta: {
    invalidates: [['products']],
    success: 'Produto duplicado com sucesso!',
    undo: makeCopyUndo('products'),
    offer: {
      label: 'Abrir a cópia',
      address: ({ id }: ListedProduct) => getEditPath(products, id),
    },
    failure: (message, error) =>
      error instanceof ProductError
        ? message
        : 'Falha ao duplicar produto. Por favor, tente novamente.',
  },
});

const isDeletion = unionByStatus<
  { status: 'deleted'; removed_files: StoredFile[] } | { status: 'missing' }
>({ deleted: { removed_files: Array.isArray }, missing: {} });

/**
 * Deletes a product and its image records, then moves its unused files to the trash. A missing product is not an error.
 */
export const deleteProduct = mutationOptions({
  async mutationFn(id: StoredRow['id']) {
    const end = await deleteOnce('products', id, async () => {
      const deletion = rest.rpc('delete_product', { product_id: String(id) });
      const result = await unwrapAs(deletion, isDeletion);
      if (result.status === 'deleted') moveFilesToTrash(result.removed_files);
      return result.status;
    });
    if (end !== 'deleted') await moveDeletedRecordPicturesToTrash('products', id);
    return end;
  },
  meta: makeDeleteMeta('products', {
    question: 'Tem certeza que deseja excluir este produto?',
    success: 'Produto excluído com sucesso!',
    many: 'produtos excluídos',
    failure: () => 'Falha ao excluir produto. Por favor, tente novamente.',
  }),
});

/** An error whose message is a text for users: the panel shows the message unchanged. */
export class ProductError extends Error {}
