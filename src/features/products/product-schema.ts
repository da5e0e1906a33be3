import * as v from 'valibot';
import { parseMoney } from '#lib/money.ts';
import { isWebAddress, limits, statuses, tipos, videoAddress } from './product.ts';
import type { ProductValues, Visibility } from './product.ts';

/** The rules of what is typed. */
export const productSchema = v.object({
  name: text('Informe o nome.', 255),
  subtitle: text('Informe o subtítulo.', limits.subtitle),
  mini_description: text('Informe a mini descrição.', limits.mini_description),
  description: text('Informe a descrição.', 20_000),
  sku: text('Informe o SKU.', 255),
  category_id: v.pipe(v.string(), v.nonEmpty('Selecione uma categoria.')),
  tipo: v.picklist(tipos),
  status: v.picklist(statuses),
  visibility: v.picklist([
    'todos',
    'menu_parceiros',
    'catalogo_distribuidores',
  ] satisfies Visibility[]),
  real_price: v.pipe(v.string(), v.trim(), v.nonEmpty('Informe o preço de venda.'), price()),
  promo_price: v.union([blank(), v.pipe(v.string(), price())]),
  button_color: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, 'Informe uma cor como #0077cc.')),
  button_link: v.union([blank(), address()]),
  video_embed: v.union([blank(), v.pipe(v.string(), v.transform(videoAddress), address())]),
  version: v.nullable(v.number()),
}) satisfies v.GenericSchema<ProductValues, unknown>;

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

/** Only http(s): whatever is made of the address later, it can't run as a script. */
function address() {
  return v.pipe(
    v.string(),
    v.trim(),
    v.check(isWebAddress, 'Informe um endereço completo, como https://exemplo.com.br.'),
  );
}
