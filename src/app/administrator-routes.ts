import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ahead } from './ahead.ts';
import { requireAdministrator } from './guards.ts';
import { listSearch } from './list-search.ts';
import { panel } from './panel-route.ts';

const administrators = createRoute({
  getParentRoute: () => panel,
  id: 'administrators',
  beforeLoad: requireAdministrator,
});

const usuarioForm = lazyRouteComponent(
  () => import('#features/usuarios/usuario-form.tsx'),
  'UsuarioFormPage',
);

const usuarioNovo = createRoute({
  getParentRoute: () => administrators,
  path: '/usuarios/adicionar',
  staticData: { title: 'Novo Usuário', form: true },
  component: usuarioForm,
});

const usuarioEditar = createRoute({
  getParentRoute: () => administrators,
  path: '/usuarios/editar/$id',
  staticData: { title: 'Editar Usuário', form: true },
  loader: ({ params }) =>
    ahead(import('./read-usuarios.ts').then((page) => page.readUsuario(params.id))),
  component: usuarioForm,
});

const notificacoes = createRoute({
  getParentRoute: () => administrators,
  path: '/notificacoes',
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
  getParentRoute: () => administrators,
  path: '/notificacoes/adicionar',
  staticData: { title: 'Nova Notificação', form: true },
  component: notificacaoForm,
});

const notificacaoEditar = createRoute({
  getParentRoute: () => administrators,
  path: '/notificacoes/editar/$id',
  staticData: { title: 'Editar Notificação', form: true },
  loader: ({ params }) =>
    ahead(import('./read-notificacoes.ts').then((page) => page.readNotificacao(params.id))),
  component: notificacaoForm,
});

const banners = createRoute({
  getParentRoute: () => administrators,
  path: '/banners',
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
  getParentRoute: () => administrators,
  path: '/banners/adicionar',
  staticData: { title: 'Novo Banner', form: true },
  component: bannerForm,
});

const bannerEditar = createRoute({
  getParentRoute: () => administrators,
  path: '/banners/editar/$id',
  staticData: { title: 'Editar Banner', form: true },
  loader: ({ params }) =>
    ahead(import('./read-banners.ts').then((page) => page.readBanner(params.id))),
  component: bannerForm,
});

export const administratorRoutes = administrators.addChildren([
  usuarioNovo,
  usuarioEditar,
  notificacoes,
  notificacaoNova,
  notificacaoEditar,
  banners,
  bannerNovo,
  bannerEditar,
]);
