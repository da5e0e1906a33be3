import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { administrationRoutes } from './administration-routes.ts';
import { ahead } from './ahead.ts';
import { requirePermission } from './guards.ts';
import { listSearch } from './list-search.ts';
import { panel, root } from './panel-route.ts';
import { resetPassword, visitorRoutes } from './visitor-routes.ts';

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
  beforeLoad: requirePermission('read', 'products'),
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
  beforeLoad: requirePermission('create', 'products'),
  staticData: { title: 'Novo Produto ou Serviço', form: true },
  component: productForm,
});

const produtoEditar = createRoute({
  getParentRoute: () => panel,
  path: '/produtos/editar/$id',
  beforeLoad: requirePermission('update', 'products'),
  staticData: { title: 'Editar Produto', form: true },
  loader: ({ params }) =>
    ahead(import('./read-product.ts').then((page) => page.readProduct(params.id))),
  component: productForm,
});

const perfil = createRoute({
  getParentRoute: () => panel,
  path: '/perfil',
  staticData: { title: 'Editar Perfil', form: true },
  component: lazyRouteComponent(() => import('#features/perfil/perfil-form.tsx'), 'PerfilPage'),
});

const categorias = createRoute({
  getParentRoute: () => panel,
  path: '/categorias',
  beforeLoad: requirePermission('read', 'categories'),
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
  beforeLoad: requirePermission('create', 'categories'),
  staticData: { title: 'Nova Categoria', form: true },
  component: categoryForm,
});

const categoriaEditar = createRoute({
  getParentRoute: () => panel,
  path: '/categorias/editar/$id',
  beforeLoad: requirePermission('update', 'categories'),
  staticData: { title: 'Editar Categoria', form: true },
  loader: ({ params }) =>
    ahead(import('./read-categories.ts').then((page) => page.readCategory(params.id))),
  component: categoryForm,
});

const distribuidores = createRoute({
  getParentRoute: () => panel,
  path: '/distribuidores',
  beforeLoad: requirePermission('read', 'distribuidores'),
  staticData: { title: 'Distribuidores' },
  validateSearch: listSearch<'plano'>,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    ahead(import('./read-distribuidores.ts').then((page) => page.readDistribuidores(deps))),
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
  beforeLoad: requirePermission('create', 'distribuidores'),
  staticData: { title: 'Novo Distribuidor', form: true },
  component: distribuidorForm,
});

const distribuidorEditar = createRoute({
  getParentRoute: () => panel,
  path: '/distribuidores/editar/$id',
  beforeLoad: requirePermission('update', 'distribuidores'),
  staticData: { title: 'Editar Distribuidor', form: true },
  loader: ({ params }) =>
    ahead(import('./read-distribuidores.ts').then((page) => page.readDistribuidor(params.id))),
  component: distribuidorForm,
});

const parceiros = createRoute({
  getParentRoute: () => panel,
  path: '/parceiros',
  beforeLoad: requirePermission('read', 'parceiros'),
  staticData: { title: 'Parceiros' },
  validateSearch: listSearch<never>,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    ahead(import('./read-parceiros.ts').then((page) => page.readParceiros(deps))),
  component: lazyRouteComponent(
    () => import('#features/parceiros/parceiros-list.tsx'),
    'ParceirosListPage',
  ),
});

const parceiroForm = lazyRouteComponent(
  () => import('#features/parceiros/parceiro-form.tsx'),
  'ParceiroFormPage',
);

const parceiroNovo = createRoute({
  getParentRoute: () => panel,
  path: '/parceiros/adicionar',
  beforeLoad: requirePermission('create', 'parceiros'),
  staticData: { title: 'Novo Parceiro', form: true },
  component: parceiroForm,
});

const parceiroEditar = createRoute({
  getParentRoute: () => panel,
  path: '/parceiros/editar/$id',
  beforeLoad: requirePermission('update', 'parceiros'),
  staticData: { title: 'Editar Parceiro', form: true },
  loader: ({ params }) =>
    ahead(import('./read-parceiros.ts').then((page) => page.readParceiro(params.id))),
  component: parceiroForm,
});

export const routeTree = root.addChildren([
  visitorRoutes,
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
    ...administrationRoutes,
  ]),
]);
