import { valibotResolver } from '@hookform/resolvers/valibot';
import { productSchema } from './product-schema.ts';

/** Checks the typed fields of a product for its form. */
export const checkProduct = valibotResolver(productSchema);
