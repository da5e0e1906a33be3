import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { administratorRoutes } from './administrator-routes.ts';
import { ahead } from './ahead.ts';
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
  staticData: { title: 'Novo Parceiro', form: true },
  component: parceiroForm,
});

const parceiroEditar = createRoute({
  getParentRoute: () => panel,
  path: '/parceiros/editar/$id',
  staticData: { title: 'Editar Parceiro', form: true },
  loader: ({ params }) =>
    ahead(import('./read-parceiros.ts').then((page) => page.readParceiro(params.id))),
  component: parceiroForm,
});

const usuarios = createRoute({
  getParentRoute: () => panel,
  path: '/usuarios',
  staticData: { title: 'Usuários' },
  validateSearch: listSearch<'cargo'>,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => ahead(import('./read-usuarios.ts').then((page) => page.readUsuarios(deps))),
  component: lazyRouteComponent(
    () => import('#features/usuarios/usuarios-list.tsx'),
    'UsuariosListPage',
  ),
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
    usuarios,
    administratorRoutes,
  ]),
]);
