import Tags from 'lucide-react/icons/tags';
import type { Area } from '#crud/area.ts';
import { listSearch } from '#crud/list-search.ts';

export const categories = {
  table: 'categories',
  path: '/categorias',
  add: '/categorias/nova',
  edit: '/categorias/editar/$id',
  title: 'Categorias',
  one: 'Categoria',
  adding: 'Nova Categoria',
  count: ['categoria', 'categorias'],
  icon: Tags,
  group: 'catalogue',
  opens: 'read',
  search: listSearch({ sort: { name: 'Nome', is_active: 'Status' } }),
} as const satisfies Area;
