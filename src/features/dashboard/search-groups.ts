import type { Found } from './search.queries.ts';

/** The kinds of search_everything, in the order of the sidebar. */
export const searchGroups = [
  { kind: 'products', label: 'Produtos', to: '/produtos/editar/$id' },
  { kind: 'categories', label: 'Categorias', to: '/categorias/editar/$id' },
  { kind: 'distribuidores', label: 'Distribuidores', to: '/distribuidores/editar/$id' },
  { kind: 'parceiros', label: 'Parceiros', to: '/parceiros/editar/$id' },
  { kind: 'profiles', label: 'Usuários', to: '/usuarios/editar/$id' },
  { kind: 'notificacoes', label: 'Notificações', to: '/notificacoes/editar/$id' },
  { kind: 'banners', label: 'Banners', to: '/banners/editar/$id' },
] as const;

/** Where a found record is edited; undefined for a kind that a newer schema may add. */
export function recordAddress(found: Found | undefined) {
  const group = searchGroups.find(({ kind }) => kind === found?.kind);
  return found && group && { to: group.to, params: { id: found.id } };
}
