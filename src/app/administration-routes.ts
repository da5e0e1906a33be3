import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ahead } from './ahead.ts';
import { requirePermission } from './guards.ts';
import { listSearch } from './list-search.ts';
import { panel } from './panel-route.ts';

const usuarios = createRoute({
  getParentRoute: () => panel,
  path: '/usuarios',
  beforeLoad: requirePermission('read', 'profiles'),
  staticData: { title: 'Usuários' },
  validateSearch: listSearch<'cargo'>,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => ahead(import('./read-usuarios.ts').then((page) => page.readUsuarios(deps))),
  component: lazyRouteComponent(
    () => import('#features/usuarios/usuarios-list.tsx'),
    'UsuariosListPage',
  ),
});

const usuarioForm = lazyRouteComponent(
  () => import('#features/usuarios/usuario-form.tsx'),
  'UsuarioFormPage',
);

const usuarioNovo = createRoute({
  getParentRoute: () => panel,
  path: '/usuarios/adicionar',
  beforeLoad: requirePermission('create', 'profiles'),
  staticData: { title: 'Novo Usuário', form: true },
  component: usuarioForm,
});

const usuarioEditar = createRoute({
  getParentRoute: () => panel,
  path: '/usuarios/editar/$id',
  beforeLoad: requirePermission('update', 'profiles'),
  staticData: { title: 'Editar Usuário', form: true },
  loader: ({ params }) =>
    ahead(import('./read-usuarios.ts').then((page) => page.readUsuario(params.id))),
  component: usuarioForm,
});

const notificacoes = createRoute({
  getParentRoute: () => panel,
  path: '/notificacoes',
  // A Colaborador reads those of the bell; the list is for whoever changes them (ROLE-07).
  beforeLoad: requirePermission('update', 'notificacoes'),
  staticData: { title: 'Notificações' },
  validateSearch: listSearch<never>,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    ahead(import('./read-notificacoes.ts').then((page) => page.readNotificacoes(deps))),
  component: lazyRouteComponent(
    () => import('#features/notificacoes/notificacoes-list.tsx'),
    'NotificacoesListPage',
  ),
});

const notificacaoForm = lazyRouteComponent(
  () => import('#features/notificacoes/notificacao-form.tsx'),
  'NotificacaoFormPage',
);

const notificacaoNova = createRoute({
  getParentRoute: () => panel,
  path: '/notificacoes/adicionar',
  beforeLoad: requirePermission('create', 'notificacoes'),
  staticData: { title: 'Nova Notificação', form: true },
  component: notificacaoForm,
});

const notificacaoEditar = createRoute({
  getParentRoute: () => panel,
  path: '/notificacoes/editar/$id',
  beforeLoad: requirePermission('update', 'notificacoes'),
  staticData: { title: 'Editar Notificação', form: true },
  loader: ({ params }) =>
    ahead(import('./read-notificacoes.ts').then((page) => page.readNotificacao(params.id))),
  component: notificacaoForm,
});

const banners = createRoute({
  getParentRoute: () => panel,
  path: '/banners',
  beforeLoad: requirePermission('read', 'banners'),
  staticData: { title: 'Banners' },
  validateSearch: listSearch<never>,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => ahead(import('./read-banners.ts').then((page) => page.readBanners(deps))),
  component: lazyRouteComponent(
    () => import('#features/banners/banners-list.tsx'),
    'BannersListPage',
  ),
});

const bannerForm = lazyRouteComponent(
  () => import('#features/banners/banner-form.tsx'),
  'BannerFormPage',
);

const bannerNovo = createRoute({
  getParentRoute: () => panel,
  path: '/banners/adicionar',
  beforeLoad: requirePermission('create', 'banners'),
  staticData: { title: 'Novo Banner', form: true },
  component: bannerForm,
});

const bannerEditar = createRoute({
  getParentRoute: () => panel,
  path: '/banners/editar/$id',
  beforeLoad: requirePermission('update', 'banners'),
  staticData: { title: 'Editar Banner', form: true },
  loader: ({ params }) =>
    ahead(import('./read-banners.ts').then((page) => page.readBanner(params.id))),
  component: bannerForm,
});

/** Users, notifications and banners: what the specification keeps for who administrates. */
export const administrationRoutes = [
  usuarios,
  usuarioNovo,
  usuarioEditar,
  notificacoes,
  notificacaoNova,
  notificacaoEditar,
  banners,
  bannerNovo,
  bannerEditar,
] as const;
