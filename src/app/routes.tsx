import { createRoute, redirect } from '@tanstack/react-router';
import { ahead, areaRoutes } from './area-routes.ts';
import { areas } from './areas.ts';
import { visitorsOnly } from './guards.ts';
import { pagePart } from './page-part.tsx';
import { panel, root } from './panel-route.ts';

// The site map. What an area is called and where it lies, say the areas; here is its code.

const visitors = createRoute({
  getParentRoute: () => root,
  id: 'visitors',
  beforeLoad: visitorsOnly,
});

const login = createRoute({
  getParentRoute: () => visitors,
  path: '/login',
  staticData: { title: 'Entrar', open: true },
  component: pagePart(() => import('#features/auth/login.tsx'), 'Login'),
});

const forgotPassword = createRoute({
  getParentRoute: () => visitors,
  path: '/forgot-password',
  staticData: { title: 'Recuperar Senha', open: true },
  component: pagePart(() => import('#features/auth/forgot-password.tsx'), 'ForgotPassword'),
});

/** For everyone: a recovery link signs in. */
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  staticData: { title: 'Redefinir Senha', open: true },
  component: pagePart(() => import('#features/auth/reset-password.tsx'), 'ResetPassword'),
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
  loader: () =>
    ahead(async () => {
      const queries = await import('#features/dashboard/dashboard.queries.ts');
      return queries.countedTables.map((table) => queries.tableCount(table));
    }),
  component: pagePart(() => import('#features/dashboard/dashboard.tsx'), 'Dashboard'),
});

const perfil = createRoute({
  getParentRoute: () => panel,
  path: '/perfil',
  staticData: { title: 'Editar Perfil', form: true },
  component: pagePart(() => import('#features/perfil/perfil-form.tsx'), 'PerfilPage'),
});

const produtos = areaRoutes(areas.products, {
  list: pagePart(() => import('#features/products/products-list.tsx'), 'ProductsListPage'),
  form: pagePart(() => import('#features/products/product-form.tsx'), 'ProductFormPage'),
  async queries() {
    const queries = await import('#features/products/products.queries.ts');
    return { list: queries.productsList, one: queries.productDetail };
  },
});

const categorias = areaRoutes(areas.categories, {
  list: pagePart(() => import('#features/categories/categories-list.tsx'), 'CategoriesListPage'),
  form: pagePart(() => import('#features/categories/category-form.tsx'), 'CategoryFormPage'),
  async queries() {
    const queries = await import('#features/categories/categories.queries.ts');
    return { list: queries.categoriesList, one: queries.categoryDetail };
  },
});

const distribuidores = areaRoutes(areas.distribuidores, {
  list: pagePart(
    () => import('#features/distribuidores/distribuidores-list.tsx'),
    'DistribuidoresListPage',
  ),
  form: pagePart(
    () => import('#features/distribuidores/distribuidor-form.tsx'),
    'DistribuidorFormPage',
  ),
  async queries() {
    const queries = await import('#features/distribuidores/distribuidores.queries.ts');
    return { list: queries.distribuidoresList, one: queries.distribuidorDetail };
  },
});

const parceiros = areaRoutes(areas.parceiros, {
  list: pagePart(() => import('#features/parceiros/parceiros-list.tsx'), 'ParceirosListPage'),
  form: pagePart(() => import('#features/parceiros/parceiro-form.tsx'), 'ParceiroFormPage'),
  async queries() {
    const queries = await import('#features/parceiros/parceiros.queries.ts');
    return { list: queries.parceirosList, one: queries.parceiroDetail };
  },
});

const usuarios = areaRoutes(areas.usuarios, {
  list: pagePart(() => import('#features/usuarios/usuarios-list.tsx'), 'UsuariosListPage'),
  form: pagePart(() => import('#features/usuarios/usuario-form.tsx'), 'UsuarioFormPage'),
  async queries() {
    const queries = await import('#features/usuarios/usuarios.queries.ts');
    return { list: queries.usuariosList, one: queries.usuarioDetail };
  },
});

const notificacoes = areaRoutes(areas.notificacoes, {
  list: pagePart(
    () => import('#features/notificacoes/notificacoes-list.tsx'),
    'NotificacoesListPage',
  ),
  form: pagePart(
    () => import('#features/notificacoes/notificacao-form.tsx'),
    'NotificacaoFormPage',
  ),
  async queries() {
    const queries = await import('#features/notificacoes/notificacoes.queries.ts');
    return { list: queries.notificacoesList, one: queries.notificacaoDetail };
  },
});

const banners = areaRoutes(areas.banners, {
  list: pagePart(() => import('#features/banners/banners-list.tsx'), 'BannersListPage'),
  form: pagePart(() => import('#features/banners/banner-form.tsx'), 'BannerFormPage'),
  async queries() {
    const queries = await import('#features/banners/banners.queries.ts');
    return { list: queries.bannersList, one: queries.bannerDetail };
  },
});

export const routeTree = root.addChildren([
  visitors.addChildren([login, forgotPassword]),
  resetPassword,
  panel.addChildren([
    home,
    dashboard,
    perfil,
    ...produtos,
    ...categorias,
    ...distribuidores,
    ...parceiros,
    ...usuarios,
    ...notificacoes,
    ...banners,
  ]),
]);
