import Bell from 'lucide-react/icons/bell';
import GalleryHorizontal from 'lucide-react/icons/gallery-horizontal-end';
import Handshake from 'lucide-react/icons/handshake';
import House from 'lucide-react/icons/house';
import Package from 'lucide-react/icons/package';
import Tags from 'lucide-react/icons/tags';
import Truck from 'lucide-react/icons/truck';
import Users from 'lucide-react/icons/users';
import type { Area } from '#crud/area.ts';
import { listSearch } from '#crud/list/list-search.ts';
import type { Command, TableName } from '#data/permissions.ts';
import { oneOf, typedText, uuidText } from '#lib/address-values.ts';

/**
 * The areas of the panel in the order of the sidebar: the only list of them. Routes, navigation, quick
 * actions, the command menu, search results and the loops of the tests read it; `Area` says what the
 * entries mean.
 */
export const areas = {
  products: {
    table: 'products',
    path: '/produtos',
    add: '/produtos/adicionar',
    edit: '/produtos/editar/$id',
    title: 'Produtos',
    one: 'Produto',
    adding: 'Novo Produto ou Serviço',
    count: ['produto', 'produtos'],
    icon: Package,
    group: 'catalogue',
    opens: 'read',
    search: listSearch({
      sort: ['name', 'sku', 'tipo', 'real_price', 'status', 'created_at'],
      fromEnd: true,
      filters: {
        status: (given: unknown) => oneOf(['Ativo', 'Inativo'], capitalised(given)),
        tipo: (given: unknown) => oneOf(['Produto', 'Serviço'], given),
        categoria: uuidText,
      },
    }),
  },
  categories: {
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
    search: listSearch({ sort: ['name', 'is_active'] }),
  },
  distribuidores: {
    table: 'distribuidores',
    path: '/distribuidores',
    add: '/distribuidores/adicionar',
    edit: '/distribuidores/editar/$id',
    title: 'Distribuidores',
    one: 'Distribuidor',
    adding: 'Novo Distribuidor',
    count: ['distribuidor', 'distribuidores'],
    icon: Truck,
    group: 'catalogue',
    opens: 'read',
    search: listSearch({ sort: ['name', 'email', 'status'], filters: { plano: typedText } }),
  },
  parceiros: {
    table: 'parceiros',
    path: '/parceiros',
    add: '/parceiros/adicionar',
    edit: '/parceiros/editar/$id',
    title: 'Parceiros',
    one: 'Parceiro',
    adding: 'Novo Parceiro',
    count: ['parceiro', 'parceiros'],
    icon: Handshake,
    group: 'catalogue',
    opens: 'read',
    search: listSearch({ sort: ['name', 'email', 'status'] }),
  },
  usuarios: {
    table: 'profiles',
    path: '/usuarios',
    add: '/usuarios/adicionar',
    edit: '/usuarios/editar/$id',
    title: 'Usuários',
    one: 'Usuário',
    adding: 'Novo Usuário',
    count: ['usuário', 'usuários'],
    icon: Users,
    group: 'administration',
    opens: 'read',
    search: listSearch({
      sort: ['name', 'email', 'company', 'role'],
      filters: { cargo: (given: unknown) => oneOf(['Administrador', 'Colaborador'], given) },
    }),
  },
  notificacoes: {
    table: 'notificacoes',
    path: '/notificacoes',
    add: '/notificacoes/adicionar',
    edit: '/notificacoes/editar/$id',
    title: 'Notificações',
    one: 'Notificação',
    adding: 'Nova Notificação',
    count: ['notificação', 'notificações'],
    icon: Bell,
    group: 'administration',
    // A Colaborador reads those of the bell; the list is for whoever changes them (ROLE-07).
    opens: 'update',
    search: listSearch({
      sort: ['titulo', 'tipo', 'destinatarios', 'status', 'created_at'],
      first: '-created_at',
    }),
  },
  banners: {
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
    search: listSearch({ sort: ['ordem', 'titulo', 'posicao', 'status'] }),
  },
} as const satisfies Record<string, Area>;

/** The page that everything begins at; no area, since nothing is kept there. */
export const home = { path: '/dashboard', title: 'Dashboard', icon: House } as const;

/** The same one after the other. */
export const allAreas = Object.values(areas);

/**
 * An area is listed for whoever may add to it. For a Colaborador that is less than the table allows: the
 * user list opens by its address, and the bell shows notifications, but the specification lists neither
 * (SHELL-18, ROLE-13).
 */
export function areasToAddTo(may: (command: Command, table: TableName) => boolean) {
  return allAreas.filter(({ table }) => may('create', table));
}

function capitalised(given: unknown): unknown {
  return typeof given === 'string'
    ? given.charAt(0).toUpperCase() + given.slice(1).toLowerCase()
    : given;
}
