import * as v from 'valibot';
import type { Tables } from '#data/database.types.ts';
import type { StoredPicture } from '#data/pictures.ts';
import { formatAmount, parseMoney } from '#lib/money.ts';
import { boxOf, moment, withPeriod } from '#lib/period.ts';
import { instantOf } from '#lib/wall-time.ts';
import { isWebAddress } from '#lib/web-address.ts';
import { limits, statuses, tipos } from './product.ts';

/** The validation rules of each field. */
export const productFields = v.object({
  name: text('Informe o nome.', 255),
  subtitle: text('Informe o subtítulo.', limits.subtitle),
  mini_description: text('Informe a mini descrição.', limits.mini_description),
  description: text('Informe a descrição.', 20_000),
  sku: text('Informe o SKU.', 255),
  category_id: v.pipe(v.string(), v.nonEmpty('Selecione uma categoria.')),
  tipo: v.picklist(tipos),
  status: v.picklist(statuses),
  visibility: v.picklist(['todos', 'menu_parceiros', 'catalogo_distribuidores']),
  real_price: v.pipe(v.string(), v.trim(), v.nonEmpty('Informe o preço de venda.'), price()),
  promo_price: v.union([blank(), v.pipe(v.string(), price())]),
  promo_starts_at: moment(),
  promo_ends_at: moment(),
  button_color: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, 'Informe uma cor como #0077cc.')),
  button_link: v.union([blank(), address()]),
  video_embed: v.union([blank(), v.pipe(v.string(), v.transform(videoAddress), address())]),
});

/** The validation rules of the form. */
export const productSchema = withPeriod(productFields, 'promo_starts_at', 'promo_ends_at');

/** The typed values of the form. */
export type ProductValues = v.InferInput<typeof productSchema>;

export const newProduct: ProductValues = {
  name: '',
  subtitle: '',
  mini_description: '',
  description: '',
  sku: '',
  category_id: '',
  tipo: 'Produto',
  status: 'Ativo',
  visibility: 'todos',
  real_price: '',
  promo_price: '',
  promo_starts_at: '',
  promo_ends_at: '',
  button_color: '#0077cc',
  button_link: '',
  video_embed: '',
};

/** The form values of a stored product, with prices in Brazilian notation. */
export function productValues(
  row: Pick<Tables<'products'>, keyof ProductValues> | undefined,
): ProductValues {
  if (!row) return newProduct;
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
    promo_starts_at: boxOf(row.promo_starts_at),
    promo_ends_at: boxOf(row.promo_ends_at),
    button_color: row.button_color,
    button_link: row.button_link ?? '',
    video_embed: row.video_embed ?? '',
  };
}

/**
 * The request of a save; `id` is absent for a new product. An invalid sale price becomes 0; the form's schema prevents
 * that case.
 */
export function productPayload(values: ProductValues, id?: string) {
  const promo_price = parseMoney(values.promo_price) ?? null;
  return {
    ...values,
    ...(id && { id }),
    name: values.name.trim(),
    subtitle: values.subtitle.trim(),
    mini_description: values.mini_description.trim(),
    description: values.description.trim(),
    sku: values.sku.trim(),
    real_price: parseMoney(values.real_price) ?? 0,
    promo_price,
    ...(promo_price === null ? noPeriod : promoPeriod(values)),
    discount_percentage: null,
    button_link: values.button_link.trim() || null,
    video_embed: videoAddress(values.video_embed) || null,
  };
}

const noPeriod = { promo_starts_at: null, promo_ends_at: null };

/** The stored columns of a typed promotion period. */
export function promoPeriod({ promo_starts_at, promo_ends_at }: ProductValues) {
  return {
    promo_starts_at: instantOf(promo_starts_at) ?? null,
    promo_ends_at: instantOf(promo_ends_at) ?? null,
  };
}

export type ImageRow = StoredPicture & { is_main: boolean };

/** The image records of a save: the main image, then the additional ones in their order. */
export function imageRows(
  main: readonly StoredPicture[],
  additional: readonly StoredPicture[],
): ImageRow[] {
  return [
    ...main.map(({ url, alt }) => ({ url, alt, is_main: true })),
    ...additional.map(({ url, alt }) => ({ url, alt, is_main: false })),
  ];
}

/** The image flagged as main (none or one), or the others in their order. */
export function imagesOf(
  images: readonly ImageRow[],
  which: 'main' | 'additional',
): StoredPicture[] {
  const wanted = images.filter(({ is_main }) => is_main === (which === 'main'));
  return wanted.map(({ url, alt }) => ({ url, alt }));
}

/** The URL in pasted embedding code of a video site; other text stays as it is. */
export function videoAddress(typed: string): string {
  return /^\s*<iframe\b[^>]*?\bsrc=["']([^"']+)["']/i.exec(typed)?.[1] ?? typed.trim();
}

function text(missing: string, max: number) {
  return v.pipe(
    v.string(),
    v.check((typed) => typed.trim() !== '', missing),
    v.maxLength(max, `Use no máximo ${max} caracteres.`),
  );
}
function price() {
  return v.pipe(
    v.string(),
    v.check(
      (typed) => parseMoney(typed) !== undefined,
      'Informe um valor como 1.234,56, com até duas casas decimais.',
    ),
    v.check((typed) => (parseMoney(typed) ?? 0) >= 0, 'O preço não pode ser negativo.'),
    v.check((typed) => (parseMoney(typed) ?? 0) < 1e10, 'O preço é alto demais.'),
  );
}

function blank() {
  return v.pipe(v.string(), v.trim(), v.literal(''));
}

/** Only http(s): a URL must not be able to run as a script. */
function address() {
  return v.pipe(
    v.string(),
    v.trim(),
    v.check(isWebAddress, 'Informe um endereço completo, como https://exemplo.com.br.'),
    v.maxLength(2000, 'Use no máximo 2000 caracteres.'),
  );
}
