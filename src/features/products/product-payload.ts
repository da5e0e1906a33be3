import { parseMoney } from '#lib/money.ts';
import { videoAddress } from './product.ts';
import type { ProductValues } from './product.ts';
import type { ImageRow } from './product-values.ts';

/**
 * What is sent for the typed fields; `id` is absent for a new product. A sale price that is no number
 * becomes 0, as a last resort that the form's schema never lets happen.
 */
export function productPayload({ version: _read, ...values }: ProductValues, id?: string) {
  return {
    ...values,
    ...(id && { id }),
    name: values.name.trim(),
    subtitle: values.subtitle.trim(),
    mini_description: values.mini_description.trim(),
    description: values.description.trim(),
    sku: values.sku.trim(),
    real_price: parseMoney(values.real_price) ?? 0,
    promo_price: parseMoney(values.promo_price) ?? null,
    discount_percentage: null,
    button_link: values.button_link.trim() || null,
    video_embed: videoAddress(values.video_embed) || null,
  };
}

export type ProductPayload = ReturnType<typeof productPayload>;

/** The image records of a save: the main image, then the additional ones in their order. */
export function imageRows(main: readonly string[], additional: readonly string[]): ImageRow[] {
  return [
    ...main.map((url) => ({ url, is_main: true })),
    ...additional.map((url) => ({ url, is_main: false })),
  ];
}
