import { listSearch } from '#crud/list-params.ts';
import { oneOf } from '#lib/address-values.ts';
import { isUuid } from '#lib/uuid.ts';
import { statuses, tipos } from './product.ts';

/** What the product list keeps in its address. */
export function productsSearch(search: Record<string, unknown>) {
  return {
    ...ofEveryList(search),
    status: oneOf(statuses, capitalised(search.status)),
    tipo: oneOf(tipos, search.tipo),
    categoria: isUuid(search.categoria) ? search.categoria : '',
  };
}

export type ProductsSearch = ReturnType<typeof productsSearch>;

const ofEveryList = listSearch(['name', 'sku', 'tipo', 'real_price', 'status']);

function capitalised(given: unknown): unknown {
  return typeof given === 'string'
    ? given.charAt(0).toUpperCase() + given.slice(1).toLowerCase()
    : given;
}
