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
  labels: {
    picture: 'Banner',
    titulo: 'Título',
    posicao: 'Posição',
    status: 'Status',
    ordem: 'Ordem',
  },
  search: {
    sort: ['ordem', 'titulo', 'posicao', 'status'],
    filters: { imagem: ['sem'] },
  },
  list: () => import('./list.tsx'),
  form: () => import('./form.tsx'),
  words: () => import('./schema.ts'),
} as const satisfies PanelArea;
