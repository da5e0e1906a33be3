import { formatMoney, parseMoney } from '#lib/money.ts';

export const tipos = ['Produto', 'Serviço'] as const;
export const statuses = ['Ativo', 'Inativo'] as const;
export const visibilities = {
  todos: 'Todos',
  menu_parceiros: 'Menu de Parceiros',
  catalogo_distribuidores: 'Catálogo de Distribuidores',
} as const;

/** What a promotion can be at this moment, as the list's address says it. */
export const promoStates = {
  'no-ar': 'No ar',
  agendada: 'Agendada',
  encerrada: 'Encerrada',
  'sem-desconto': 'Sem desconto',
} as const;

export const limits = { subtitle: 30, mini_description: 65 } as const;

export const labels = {
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
  promo_starts_at: 'Início da promoção',
  promo_ends_at: 'Fim da promoção',
  button_color: 'Cor do botão',
  button_link: 'Link do botão',
  video_embed: 'Vídeo',
} as const;

/** What the columns of public.price_guard are called. */
export const guardLabels = {
  enforced: 'Confirmação de todos',
  up_limit: 'Limite de alta (%)',
  down_limit: 'Limite de queda (%)',
};

/** A category as a list or a choice shows it: products of an inactive one are not on sale. */
export function categoryText(name: string, isActive: boolean): string {
  return isActive ? name : `${name} (inativa)`;
}

/** '−11 %': what a promo price takes off the price; empty where it takes off nothing that shows. */
export function discountText(real: number, promo: number): string {
  const percent = Math.round((1 - promo / real) * 100);
  return percent >= 1 ? `−${percent}\u00a0%` : '';
}

/** A typed price as people read it; as it was typed where it is none. */
export function priceText(typed: string): string {
  const reais = parseMoney(typed);
  return reais === undefined ? typed : formatMoney(reais);
}
