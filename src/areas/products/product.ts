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

/** The columns of its table that `private.listed_products` returns in addition to those with a label. */
export const unlabelledColumns = [
  'id',
  'subtitle',
  'promo_price',
  'promo_starts_at',
  'promo_ends_at',
  'version',
] as const;

export const limits = { subtitle: 30, mini_description: 65 } as const;

/** A category in a list or a choice: products of an inactive one are not on sale. */
export function categoryText(name: string, isActive: boolean): string {
  return isActive ? name : `${name} (inativa)`;
}

/** The discount of a promo price: '−11 %'; empty below half a percent. */
export function discountText(real: number, promo: number): string {
  const percent = Math.round((1 - promo / real) * 100);
  return percent >= 1 ? `−${percent}\u00a0%` : '';
}
