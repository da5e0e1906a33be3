import { queryOptions } from '@tanstack/react-query';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';
import { isUuid } from '#lib/uuid.ts';

const columns =
  'id, name, subtitle, mini_description, description, sku, tipo, category_id, status, visibility, real_price, promo_price, button_color, button_link, video_embed, version, categories(id, name), product_images(id, url, is_main, position)';

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
