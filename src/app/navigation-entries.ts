import type { LucideIcon } from 'lucide-react';
import Bell from 'lucide-react/icons/bell';
import GalleryHorizontal from 'lucide-react/icons/gallery-horizontal-end';
import Handshake from 'lucide-react/icons/handshake';
import House from 'lucide-react/icons/house';
import Package from 'lucide-react/icons/package';
import Tags from 'lucide-react/icons/tags';
import Truck from 'lucide-react/icons/truck';
import Users from 'lucide-react/icons/users';
import type { TableName } from '#data/permissions.ts';
import type { useMay } from '#features/auth/profile.queries.ts';

export type Entry = {
  to:
    | '/dashboard'
    | '/produtos'
    | '/categorias'
    | '/distribuidores'
    | '/parceiros'
    | '/usuarios'
    | '/notificacoes'
    | '/banners';
  label: string;
  icon: LucideIcon;
  /** What the area keeps; nothing on the dashboard. */
  table?: TableName;
};

/**
 * An area is listed for whoever may add to it. For a Colaborador that is less than the table allows: the user list opens
 * by its address, and the bell shows notifications, but the specification lists neither (SHELL-18, ROLE-13).
 */
export function entriesFor(may: ReturnType<typeof useMay>): Entry[] {
  return entries.filter(({ table }) => !table || may('create', table));
}

const entries: readonly Entry[] = [
  { to: '/dashboard', label: 'Dashboard', icon: House },
  { to: '/produtos', label: 'Produtos', icon: Package, table: 'products' },
  { to: '/categorias', label: 'Categorias', icon: Tags, table: 'categories' },
  { to: '/distribuidores', label: 'Distribuidores', icon: Truck, table: 'distribuidores' },
  { to: '/parceiros', label: 'Parceiros', icon: Handshake, table: 'parceiros' },
  { to: '/usuarios', label: 'Usuários', icon: Users, table: 'profiles' },
  { to: '/notificacoes', label: 'Notificações', icon: Bell, table: 'notificacoes' },
  { to: '/banners', label: 'Banners', icon: GalleryHorizontal, table: 'banners' },
];
