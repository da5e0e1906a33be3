import * as v from 'valibot';
import { parseMoney } from '#lib/money.ts';

export const tipos = ['Produto', 'Serviço'] as const;
export const statuses = ['Ativo', 'Inativo'] as const;
export const visibilities = {
  todos: 'Todos',
  menu_parceiros: 'Menu de Parceiros',
  catalogo_distribuidores: 'Catálogo de Distribuidores',
} as const;
export type Visibility = keyof typeof visibilities;

export const limits = { subtitle: 30, mini_description: 65 } as const;

/** The fields as they are typed. `version` is the one that was read; null for a new product. */
export const productSchema = v.object({
  name: text('Informe o nome.', 255),
  subtitle: text('Informe o subtítulo.', limits.subtitle),
  mini_description: text('Informe a mini descrição.', limits.mini_description),
  description: text('Informe a descrição.', 20_000),
  sku: text('Informe o SKU.', 255),
  category_id: v.pipe(v.string(), v.nonEmpty('Selecione uma categoria.')),
  tipo: v.picklist(tipos),
  status: v.picklist(statuses),
  visibility: v.picklist(['todos', 'menu_parceiros', 'catalogo_distribuidores'] satisfies Visibility[]),
  real_price: v.pipe(v.string(), v.trim(), v.nonEmpty('Informe o preço de venda.'), price()),
  promo_price: v.union([blank(), v.pipe(v.string(), price())]),
  button_color: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, 'Informe uma cor como #0077cc.')),
  button_link: v.union([blank(), address()]),
  video_embed: v.union([blank(), v.pipe(v.string(), v.transform(videoAddress), address())]),
  version: v.nullable(v.number()),
});

export type ProductValues = v.InferInput<typeof productSchema>;

export const productLabels = {
  name: 'Nome',
  subtitle: 'Subtítulo',
  mini_description: 'Mini descrição',
  description: 'Descrição',
  sku: 'SKU',
  category_id: 'Categoria',
  tipo: 'Tipo',
  status: 'Status',
  visibility: 'Visibilidade',
  real_price: 'Preço de venda',
  promo_price: 'Preço promocional',
  button_color: 'Cor do botão',
  button_link: 'Link do botão',
  video_embed: 'Vídeo',
} as const satisfies Partial<Record<keyof ProductValues, string>>;

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
  button_color: '#0077cc',
  button_link: '',
  video_embed: '',
  version: null,
};

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
    v.check((typed) => parseMoney(typed) !== undefined, 'Informe um valor como 1.234,56, com até duas casas decimais.'),
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

export function isWebAddress(typed: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(typed) && !/\s/.test(typed) && URL.canParse(typed);
}

/** People paste the embedding code that video sites offer; the address in it is what is kept. */
export function videoAddress(typed: string): string {
  return /^\s*<iframe\b[^>]*?\bsrc=["']([^"']+)["']/i.exec(typed)?.[1] ?? typed.trim();
}
