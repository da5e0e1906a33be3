import Tags from 'lucide-react/icons/tags';
import type { PanelArea } from '#crud/area.ts';

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
  place: 20,
  opens: 'read',
  labels: { name: 'Nome', description: 'Descrição', is_active: 'Status' },
  search: { sort: ['name', 'is_active'] },
  list: () => import('./list.tsx'),
  form: () => import('./form.tsx'),
  imports: () => import('./sheet.ts'),
  words: () => import('./schema.ts'),
} as const satisfies PanelArea;
