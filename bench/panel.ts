import type { Target } from './load.ts';

/** The URL of the backend, and the headers of a signed-in user, which every request of the panel has. */
export type SignedInBackend = { url: string; headers: Record<string, string> };

/** The arguments of find_products; see src/areas/products/queries.ts. */
export type ListRequest = {
  search?: string;
  filters?: Record<string, string>;
  order?: string;
  page?: number;
};

/** Number of rows on a page of the list, the same as in bench/floor. */
export const PAGE_SIZE = 50;

const COLUMNS =
  'id,name,subtitle,mini_description,description,sku,tipo,category_id,status,visibility,real_price,promo_price,' +
  'button_color,button_link,video_embed,version,categories(id,name),product_images(id,url,is_main,position)';

/** Returns the request that loads a page of the product list. */
export function createListTarget(panel: SignedInBackend, request: ListRequest = {}): Target {
  return createCallTarget(panel, 'find_products', {
    search: '',
    filters: {},
    order: 'name',
    page: 1,
    size: PAGE_SIZE,
    ...request,
  });
}

/** Returns the request that loads a product for its form. */
export function createProductTarget({ url, headers }: SignedInBackend, id: string): Target {
  const query = `select=${COLUMNS}&id=eq.${id}&product_images.order=position.asc`;
  return { url: `${url}/rest/v1/products?${query}`, headers };
}

/** Returns the request that counts the rows of a table. */
export function createCountTarget({ url, headers }: SignedInBackend, table: string): Target {
  return { url: `${url}/rest/v1/rpc/count_rows?of_table=${table}`, headers };
}

/** Returns the request that calls a function of the schema with named arguments. */
export function createCallTarget(
  { url, headers }: SignedInBackend,
  name: string,
  values: object,
): Target {
  return {
    url: `${url}/rest/v1/rpc/${name}`,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(values)),
  };
}
