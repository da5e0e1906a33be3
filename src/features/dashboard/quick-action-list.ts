/** What staff begin most often, and the table that it adds to. */
export const quickActions = [
  { to: '/produtos/adicionar', label: 'Adicionar Produto', table: 'products' },
  { to: '/categorias/nova', label: 'Adicionar Categoria', table: 'categories' },
  { to: '/distribuidores/adicionar', label: 'Adicionar Distribuidor', table: 'distribuidores' },
  { to: '/parceiros/adicionar', label: 'Adicionar Parceiro', table: 'parceiros' },
  { to: '/usuarios/adicionar', label: 'Adicionar Usuário', table: 'profiles' },
  { to: '/notificacoes/adicionar', label: 'Adicionar Notificação', table: 'notificacoes' },
  { to: '/banners/adicionar', label: 'Adicionar Banner', table: 'banners' },
] as const;
