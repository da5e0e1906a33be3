import { formatMoney, parseMoney } from '#lib/money.ts';

export const tipos = ['Produto', 'Serviço'] as const;
export const statuses = ['Ativo', 'Inativo'] as const;
export const visibilities = {
  todos: 'Todos',
  menu_parceiros: 'Menu de Parceiros',
  catalogo_distribuidores: 'Catálogo de Distribuidores',
} as const;

/** The states of a promotion in the URL of the list. */
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

/** The labels of the columns of public.price_guard. */
export const guardLabels = {
  enforced: 'Confirmação de todos',
  up_limit: 'Limite de alta (%)',
  down_limit: 'Limite de queda (%)',
};

/** A category in a list or a choice: products of an inactive one are not on sale. */
export function categoryText(name: string, isActive: boolean): string {
  return isActive ? name : `${name} (inativa)`;
}

/** The discount of a promo price: '−11 %'; empty below half a percent. */
export function discountText(real: number, promo: number): string {
  const percent = Math.round((1 - promo / real) * 100);
  return percent >= 1 ? `−${percent}\u00a0%` : '';
}

/** A typed price for display; invalid text is unchanged. */
export function priceText(typed: string): string {
  const reais = parseMoney(typed);
  return reais === undefined ? typed : formatMoney(reais);
}
