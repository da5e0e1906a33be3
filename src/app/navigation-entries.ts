import type { LucideIcon } from 'lucide-react';
import Bell from 'lucide-react/icons/bell';
import GalleryHorizontal from 'lucide-react/icons/gallery-horizontal-end';
import Handshake from 'lucide-react/icons/handshake';
import House from 'lucide-react/icons/house';
import Package from 'lucide-react/icons/package';
import Tags from 'lucide-react/icons/tags';
import Truck from 'lucide-react/icons/truck';
import Users from 'lucide-react/icons/users';

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
  administrators?: boolean;
};

export const entries: readonly Entry[] = [
  { to: '/dashboard', label: 'Dashboard', icon: House },
  { to: '/produtos', label: 'Produtos', icon: Package },
  { to: '/categorias', label: 'Categorias', icon: Tags },
  { to: '/distribuidores', label: 'Distribuidores', icon: Truck },
  { to: '/parceiros', label: 'Parceiros', icon: Handshake },
  { to: '/usuarios', label: 'Usuários', icon: Users, administrators: true },
  { to: '/notificacoes', label: 'Notificações', icon: Bell, administrators: true },
  { to: '/banners', label: 'Banners', icon: GalleryHorizontal, administrators: true },
];
