export const tipos = ['Produto', 'Serviço'] as const;
export const statuses = ['Ativo', 'Inativo'] as const;
export const visibilities = {
  todos: 'Todos',
  menu_parceiros: 'Menu de Parceiros',
  catalogo_distribuidores: 'Catálogo de Distribuidores',
} as const;
export type Visibility = keyof typeof visibilities;

export const limits = { subtitle: 30, mini_description: 65 } as const;

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
} as const;

/** The fields as they are typed. `version` is the one that was read; null for a new product. */
export type ProductValues = Record<keyof typeof productLabels, string> & {
  tipo: (typeof tipos)[number];
  status: (typeof statuses)[number];
  visibility: Visibility;
  version: number | null;
};

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

export function isWebAddress(typed: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(typed) && !/\s/.test(typed) && URL.canParse(typed);
}

/** People paste the embedding code that video sites offer; the address in it is what is kept. */
export function videoAddress(typed: string): string {
  return /^\s*<iframe\b[^>]*?\bsrc=["']([^"']+)["']/i.exec(typed)?.[1] ?? typed.trim();
}
