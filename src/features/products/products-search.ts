import * as v from 'valibot';
import { listSearch } from '#crud/list-params.ts';

/** What the product list keeps in its address. */
export const productsSearch = v.object({
  ...listSearch(['name', 'sku', 'tipo', 'real_price', 'status']),
  status: filter(v.pipe(v.string(), v.transform(capitalised), v.picklist(['Ativo', 'Inativo']))),
  tipo: filter(v.picklist(['Produto', 'Serviço'])),
  categoria: filter(v.pipe(v.string(), v.uuid())),
});

export type ProductsSearch = v.InferOutput<typeof productsSearch>;

// A filter is one of its values, or the empty text for no filter.
function filter<S extends v.GenericSchema<unknown, string>>(schema: S) {
  return v.fallback(v.union([schema, v.literal('')]), '');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}
