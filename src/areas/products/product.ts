export const tipos = ['Produto', 'Serviço'] as const;
export const statuses = ['Ativo', 'Inativo'] as const;
export const visibilities = {
  todos: 'Todos',
  menu_parceiros: 'Menu de Parceiros',
  catalogo_distribuidores: 'Catálogo de Distribuidores',
} as const;

/** The states of a promotion: the value in the URL of the list, with its label. */
export const promoStates = {
  'no-ar': 'No ar',
  agendada: 'Agendada',
  encerrada: 'Encerrada',
  'sem-desconto': 'Sem desconto',
} as const;

/** The columns of products that `private.listed_products` returns, but that have no column of their own in the list. */
export const unlabelledColumns = [
  'id',
  'subtitle',
  'promo_price',
  'promo_starts_at',
  'promo_ends_at',
  'version',
] as const;

export const textLimits = { subtitle: 30, mini_description: 65 } as const;

/**
 * Returns the name of a category for a list or a choice. Adds '(inativa)' if the category is inactive, because readers
 * outside the panel do not see the products of this category.
 */
export function categoryText(name: string, isActive: boolean): string {
  return isActive ? name : `${name} (inativa)`;
}

/** Returns the discount of a promotional price: '−11 %'; empty below half a percent. */
export function discountText(real: number, promo: number): string {
  const percent = Math.round((1 - promo / real) * 100);
  return percent >= 1 ? `−${percent}\u00a0%` : '';
}
