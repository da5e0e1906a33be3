import { formatAmount, parseMoney } from '#lib/money.ts';
import { videoAddress } from './product.ts';
import type { ProductValues } from './product.ts';
import type { StoredProduct } from './products.queries.ts';

/** The form's fields for a stored product. */
export function productValues(row: StoredProduct): ProductValues {
  return {
    name: row.name,
    subtitle: row.subtitle,
    mini_description: row.mini_description,
    description: row.description,
    sku: row.sku,
    category_id: row.category_id,
    tipo: row.tipo,
    status: row.status,
    visibility: row.visibility,
    real_price: formatAmount(row.real_price),
    promo_price: row.promo_price === null ? '' : formatAmount(row.promo_price),
    button_color: row.button_color,
    button_link: row.button_link ?? '',
    video_embed: row.video_embed ?? '',
    version: row.version,
  };
}

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

type ImageRow = { url: string; is_main: boolean };

/** The address of the image flagged main. */
export function mainImageUrl(images: readonly ImageRow[]): string | undefined {
  return images.find((image) => image.is_main)?.url;
}

/** The same for a field of pictures: none or one. */
export function mainImageUrls(images: readonly ImageRow[]): string[] {
  return images.filter((image) => image.is_main).map((image) => image.url);
}

/** The addresses of the other images, in order. */
export function additionalImageUrls(images: readonly ImageRow[]): string[] {
  return images.filter((image) => !image.is_main).map((image) => image.url);
}

/** The image records of a save: the main image, then the additional ones in their order. */
export function imageRows(main: readonly string[], additional: readonly string[]): ImageRow[] {
  return [
    ...main.map((url) => ({ url, is_main: true })),
    ...additional.map((url) => ({ url, is_main: false })),
  ];
}
