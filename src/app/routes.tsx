import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { requireAdministrator, requireSession, visitorsOnly } from './guards.ts';
import { listSearch } from './list-search.ts';
import { Root } from './root.tsx';

const root = createRootRoute({ component: Root });

// For everyone

const visitors = createRoute({
  getParentRoute: () => root,
  id: 'visitors',
  beforeLoad: visitorsOnly,
});

const login = createRoute({
  getParentRoute: () => visitors,
  path: '/login',
  staticData: { title: 'Entrar', open: true },
  component: lazyRouteComponent(() => import('#features/auth/login.tsx'), 'Login'),
});

const forgotPassword = createRoute({
  getParentRoute: () => visitors,
  path: '/forgot-password',
  staticData: { title: 'Recuperar Senha', open: true },
  component: lazyRouteComponent(
    () => import('#features/auth/forgot-password.tsx'),
    'ForgotPassword',
  ),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  staticData: { title: 'Redefinir Senha', open: true },
  component: lazyRouteComponent(() => import('#features/auth/reset-password.tsx'), 'ResetPassword'),
});

// For who is signed in

const panel = createRoute({
  getParentRoute: () => root,
  id: 'panel',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
});

const home = createRoute({
  getParentRoute: () => panel,
  path: '/',
  beforeLoad() {
    throw redirect({ to: '/dashboard', replace: true });
  },
});

const dashboard = createRoute({
  getParentRoute: () => panel,
  path: '/dashboard',
  staticData: { title: 'Dashboard' },
  loader: () => ahead(import('./read-dashboard.ts').then((page) => page.readDashboard())),
  component: lazyRouteComponent(() => import('#features/dashboard/dashboard.tsx'), 'Dashboard'),
});

const produtos = createRoute({
  getParentRoute: () => panel,
  path: '/produtos',
  staticData: { title: 'Produtos' },
  validateSearch: listSearch<'status' | 'tipo' | 'categoria'>,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => ahead(import('./read-products.ts').then((page) => page.readProducts(deps))),
  component: lazyRouteComponent(
    () => import('#features/products/products-list.tsx'),
    'ProductsListPage',
  ),
});

const productForm = lazyRouteComponent(
  () => import('#features/products/product-form.tsx'),
  'ProductFormPage',
);

const produtoNovo = createRoute({
  getParentRoute: () => panel,
  path: '/produtos/adicionar',
  staticData: { title: 'Novo Produto ou Serviço', form: true },
  component: productForm,
});

const produtoEditar = createRoute({
  getParentRoute: () => panel,
  path: '/produtos/editar/$id',
  staticData: { title: 'Editar Produto', form: true },
  loader: ({ params }) =>
    ahead(import('./read-products.ts').then((page) => page.readProduct(params.id))),
  component: productForm,
});

const soon = lazyRouteComponent(() => import('./coming-soon.tsx'), 'ComingSoon');

const perfil = createRoute({
  getParentRoute: () => panel,
  path: '/perfil',
  staticData: { title: 'Editar Perfil', form: true },
  component: lazyRouteComponent(() => import('#features/perfil/perfil-form.tsx'), 'PerfilPage'),
});

const categorias = createRoute({
  getParentRoute: () => panel,
  path: '/categorias',
  staticData: { title: 'Categorias' },
  validateSearch: listSearch<never>,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    ahead(import('./read-categories.ts').then((page) => page.readCategories(deps))),
  component: lazyRouteComponent(
    () => import('#features/categories/categories-list.tsx'),
    'CategoriesListPage',
  ),
});

const categoryForm = lazyRouteComponent(
  () => import('#features/categories/category-form.tsx'),
  'CategoryFormPage',
);

const categoriaNova = createRoute({
  getParentRoute: () => panel,
  path: '/categorias/nova',
  staticData: { title: 'Nova Categoria', form: true },
  component: categoryForm,
});

const categoriaEditar = createRoute({
  getParentRoute: () => panel,
  path: '/categorias/editar/$id',
  staticData: { title: 'Editar Categoria', form: true },
  loader: ({ params }) =>
    ahead(import('./read-categories.ts').then((page) => page.readCategory(params.id))),
  component: categoryForm,
});

const distribuidores = createRoute({
  getParentRoute: () => panel,
  path: '/distribuidores',
  staticData: { title: 'Distribuidores' },
  validateSearch: listSearch<'plano'>,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => ahead(import('./read-distribuidores.ts').then((page) => page.readDistribuidores(deps))),
  component: lazyRouteComponent(
    () => import('#features/distribuidores/distribuidores-list.tsx'),
    'DistribuidoresListPage',
  ),
});

const distribuidorForm = lazyRouteComponent(
  () => import('#features/distribuidores/distribuidor-form.tsx'),
  'DistribuidorFormPage',
);

const distribuidorNovo = createRoute({
  getParentRoute: () => panel,
  path: '/distribuidores/adicionar',
  staticData: { title: 'Novo Distribuidor', form: true },
  component: distribuidorForm,
});

const distribuidorEditar = createRoute({
  getParentRoute: () => panel,
  path: '/distribuidores/editar/$id',
  staticData: { title: 'Editar Distribuidor', form: true },
  loader: ({ params }) =>
    ahead(import('./read-distribuidores.ts').then((page) => page.readDistribuidor(params.id))),
  component: distribuidorForm,
});

const parceiros = createRoute({
  getParentRoute: () => panel,
  path: '/parceiros',
  staticData: { title: 'Parceiros' },
  component: soon,
});

const parceiroNovo = createRoute({
  getParentRoute: () => panel,
  path: '/parceiros/adicionar',
  staticData: { title: 'Novo Parceiro' },
  component: soon,
});

const parceiroEditar = createRoute({
  getParentRoute: () => panel,
  path: '/parceiros/editar/$id',
  staticData: { title: 'Editar Parceiro' },
  component: soon,
});

const usuarios = createRoute({
  getParentRoute: () => panel,
  path: '/usuarios',
  staticData: { title: 'Usuários' },
  validateSearch: listSearch<'cargo'>,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    ahead(import('./read-usuarios.ts').then((page) => page.readUsuarios(deps))),
  component: lazyRouteComponent(
    () => import('#features/usuarios/usuarios-list.tsx'),
    'UsuariosListPage',
  ),
});

const usuarioForm = lazyRouteComponent(
  () => import('#features/usuarios/usuario-form.tsx'),
  'UsuarioFormPage',
);

// For administrators

const administrators = createRoute({
  getParentRoute: () => panel,
  id: 'administrators',
  beforeLoad: requireAdministrator,
});

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

export const routeTree = root.addChildren([
  visitors.addChildren([login, forgotPassword]),
  resetPassword,
  panel.addChildren([
    home,
    dashboard,
    produtos,
    produtoNovo,
    produtoEditar,
    perfil,
    categorias,
    categoriaNova,
    categoriaEditar,
    distribuidores,
    distribuidorNovo,
    distribuidorEditar,
    parceiros,
    parceiroNovo,
    parceiroEditar,
    usuarios,
    administrators.addChildren([
      usuarioNovo,
      usuarioEditar,
      notificacoes,
      notificacaoNova,
      notificacaoEditar,
      banners,
      bannerNovo,
      bannerEditar,
    ]),
  ]),
]);

/**
 * A page's data, begun as soon as a link to it is hovered or focused. Nobody waits for it: the page asks
 * for the same and finds it there or on its way, and shows failures itself.
 */
function ahead(reading: Promise<unknown>): void {
  reading.catch(() => {});
}
