import { formatAmount } from '#lib/money.ts';
import type { ProductValues } from './product.ts';
import type { StoredProduct } from './product.queries.ts';

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

export type ImageRow = { url: string; is_main: boolean };

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
