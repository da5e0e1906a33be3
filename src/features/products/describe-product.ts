import type { Described } from '#ui/conflict-dialog.tsx';
import { parseMoney, formatMoney } from '#lib/money.ts';
import { countOf } from '#lib/text.ts';
import { productLabels, visibilities } from './product.ts';
import type { ProductValues } from './product.ts';

type Images = readonly { url: string; is_main: boolean }[];
type Category = { id: string; name: string };

/** A product as its readers see it, field by field; the images are compared with those that were loaded. */
export function describeProduct(
  values: ProductValues,
  images: Images,
  context: { loaded: Images; categories: readonly Category[] },
): Described {
  const described: Described = {};
  for (const [field, label] of Object.entries(productLabels)) {
    // Object.entries widens the keys to string; they are those of productLabels.
    described[label] = shown(field as keyof typeof productLabels, values, context.categories);
  }
  const same = fingerprint(images) === fingerprint(context.loaded);
  described['Imagens'] =
    `${countOf(images.length, 'imagem', 'imagens')}${same ? '' : ' (alteradas)'}`;
  return described;
}

function shown(
  field: keyof typeof productLabels,
  values: ProductValues,
  categories: readonly Category[],
): string {
  if (field === 'category_id')
    return categories.find(({ id }) => id === values.category_id)?.name ?? '';
  if (field === 'visibility') return visibilities[values.visibility];
  if (field === 'real_price' || field === 'promo_price') {
    const price = parseMoney(values[field]);
    return price === undefined ? '' : formatMoney(price);
  }
  return values[field].trim();
}

function fingerprint(images: Images): string {
  return images.map(({ url, is_main }) => `${is_main} ${url}`).join('\n');
}
