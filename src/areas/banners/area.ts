import GalleryHorizontal from 'lucide-react/icons/gallery-horizontal-end';
import type { PanelArea } from '#crud/area.ts';

export const banners = {
  table: 'banners',
  path: '/banners',
  add: '/banners/adicionar',
  edit: '/banners/editar/$id',
  title: 'Banners',
  one: 'Banner',
  adding: 'Novo Banner',
  count: ['banner', 'banners'],
  icon: GalleryHorizontal,
  group: 'administration',
  place: 70,
  opens: 'read',
  search: {
    sort: { ordem: 'Ordem', titulo: 'Título', posicao: 'Posição', status: 'Status' },
    filters: { imagem: ['sem'] },
  },
  list: () => import('./list.tsx'),
  form: () => import('./form.tsx'),
  words: () => import('./schema.ts'),
} as const satisfies PanelArea;
