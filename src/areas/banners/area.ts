import GalleryHorizontal from 'lucide-react/icons/gallery-horizontal-end';
import type { Area } from '#crud/area.ts';
import { listSearch } from '#crud/list-search.ts';

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
  opens: 'read',
  search: listSearch({
    sort: { ordem: 'Ordem', titulo: 'Título', posicao: 'Posição', status: 'Status' },
    filters: { imagem: ['sem'] },
  }),
} as const satisfies Area;
