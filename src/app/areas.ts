import Bell from 'lucide-react/icons/bell';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import GalleryHorizontal from 'lucide-react/icons/gallery-horizontal-end';
import Handshake from 'lucide-react/icons/handshake';
import History from 'lucide-react/icons/history';
import House from 'lucide-react/icons/house';
import Package from 'lucide-react/icons/package';
import Tags from 'lucide-react/icons/tags';
import Trash2 from 'lucide-react/icons/trash-2';
import Truck from 'lucide-react/icons/truck';
import Users from 'lucide-react/icons/users';
import type { Area } from '#crud/area.ts';
import { listSearch } from '#crud/list-search.ts';
import type { Command, TableName } from '#data/permissions.ts';
import { amountText, oneOf, typedText, uuidText } from '#lib/address-values.ts';

/**
 * The areas of the panel in the order of the sidebar: the only list of them. Routes, navigation, quick actions, the
 * command menu, search results and the loops of the tests read it; `Area` documents the properties.
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
      sort: { name: 'Produto', sku: 'SKU', tipo: 'Tipo', real_price: 'Preço', status: 'Status' },
      also: { '-created_at': 'Mais recentes', relevance: 'Relevância' },
      fromEnd: true,
      filters: {
        status: (given: unknown) => oneOf(['Ativo', 'Inativo'], capitalised(given)),
        tipo: (given: unknown) => oneOf(['Produto', 'Serviço'], given),
        categoria: uuidText,
        visibilidade: (given: unknown) =>
          oneOf(['todos', 'menu_parceiros', 'catalogo_distribuidores'], given),
        preco_de: amountText,
        preco_ate: amountText,
        promocao: (given: unknown) =>
          oneOf(['no-ar', 'agendada', 'encerrada', 'sem-desconto'], given),
        imagem: (given: unknown) => oneOf(['sem'], given),
        categoria_status: (given: unknown) => oneOf(['inativa'], given),
        link: (given: unknown) => oneOf(['quebrado'], given),
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
    search: listSearch({ sort: { name: 'Nome', is_active: 'Status' } }),
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
    search: listSearch({
      sort: { name: 'Nome', email: 'Email', status: 'Status' },
      filters: {
        plano: typedText,
        status: companyStatus,
        cidade: typedText,
        pendente: (given: unknown) => oneOf(['7'], given),
      },
    }),
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
    search: listSearch({
      sort: { name: 'Nome', email: 'Email', status: 'Status' },
      filters: { status: companyStatus, cidade: typedText },
    }),
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
      sort: { name: 'Nome', email: 'Email', company: 'Empresa', role: 'Cargo' },
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
    // Colaboradores read notifications in the bell; only users who may change them can open the list (ROLE-07).
    opens: 'update',
    search: listSearch({
      sort: {
        titulo: 'Título',
        tipo: 'Tipo',
        destinatarios: 'Destinatários',
        status: 'Status',
        created_at: 'Data de Criação',
      },
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
    search: listSearch({
      sort: { ordem: 'Ordem', titulo: 'Título', posicao: 'Posição', status: 'Status' },
      filters: { imagem: (given: unknown) => oneOf(['sem'], given) },
    }),
  },
} as const satisfies Record<string, Area>;

/** The dashboard; no area, because it has no records. */
export const home = { path: '/dashboard', title: 'Dashboard', icon: House } as const;

/** The manual, for all signed-in users. */
export const help = { path: '/ajuda', title: 'Ajuda', icon: CircleQuestionMark } as const;

/** A page over all areas, with the permission required to open it. */
type Overview = Pick<Area, 'path' | 'title' | 'icon'> & { needs: readonly [Command, TableName] };

/** In the trash, users see the records that they may delete. */
export const overviews = {
  lixeira: { path: '/lixeira', title: 'Lixeira', icon: Trash2, needs: ['delete', 'products'] },
  // Users who may manage profiles can see the activity of all users.
  atividade: {
    path: '/atividade',
    title: 'Atividade',
    icon: History,
    needs: ['update', 'profiles'],
  },
} as const satisfies Record<string, Overview>;

export function overviewsFor(may: (command: Command, table: TableName) => boolean): Overview[] {
  return Object.values(overviews).filter(({ needs: [command, table] }) => may(command, table));
}

/** All areas as an array. */
export const allAreas = Object.values(areas);

/**
 * Areas that the navigation lists: those in which the user may add records. For a Colaborador that is less than the
 * permission table allows: the user list can be opened by URL, and the bell shows notifications, but the specification
 * lists neither (SHELL-18, ROLE-13).
 */
export function areasToAddTo(may: (command: Command, table: TableName) => boolean) {
  return allAreas.filter(({ table }) => may('create', table));
}

function companyStatus(given: unknown) {
  return oneOf(['Pendente', 'Ativo', 'Inativo'], given);
}

function capitalised(given: unknown): unknown {
  return typeof given === 'string'
    ? given.charAt(0).toUpperCase() + given.slice(1).toLowerCase()
    : given;
}
