import { createRoute, redirect, stripSearchParams } from '@tanstack/react-router';
import type { SearchSchemaInput } from '@tanstack/react-router';
import { parseAtividadeSearch } from '#features/atividade/filters.ts';
import { parseSearchText } from '#crud/list-search.ts';
import { prefetchQueries } from './seed-queries.ts';
import { areaPageRoutes, importPageRoutes } from './area-routes.ts';
import { helpPageInfo, dashboardPageInfo, overviews } from '#areas/overviews.ts';
import { requirePermission, requireSignedOut } from './guards.ts';
import { dashboardLoaders } from './dashboard-loaders.ts';
import { createLazyPage } from './lazy-page.tsx';
import { panelRoute, rootRoute } from './panel-route.tsx';

// The site map: all routes of the panel. area-routes.ts makes the routes of the areas from src/areas/defined.ts.

const visitors = createRoute({
  getParentRoute: () => rootRoute,
  id: 'visitors',
  beforeLoad: requireSignedOut,
});

const login = createRoute({
  getParentRoute: () => visitors,
  path: '/login',
  staticData: { title: 'Entrar', open: true },
  component: createLazyPage(async () => (await import('#features/auth/login.tsx')).LoginPage),
});

const forgotPassword = createRoute({
  getParentRoute: () => visitors,
  path: '/forgot-password',
  staticData: { title: 'Recuperar Senha', open: true },
  component: createLazyPage(
    async () => (await import('#features/auth/forgot-password.tsx')).ForgotPasswordPage,
  ),
});

/** The page that a recovery link opens, with or without a session. */
const resetPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  staticData: { title: 'Redefinir Senha', open: true },
  component: createLazyPage(
    async () => (await import('#features/auth/reset-password.tsx')).ResetPasswordPage,
  ),
});

const start = createRoute({
  getParentRoute: () => panelRoute,
  path: '/',
  beforeLoad() {
    throw redirect({ to: dashboardPageInfo.path, replace: true });
  },
});

const dashboard = createRoute({
  getParentRoute: () => panelRoute,
  path: dashboardPageInfo.path,
  staticData: { title: dashboardPageInfo.title },
  loader: () => prefetchQueries(...dashboardLoaders.queries()),
  component: createLazyPage(dashboardLoaders.page),
});

const perfil = createRoute({
  getParentRoute: () => panelRoute,
  path: '/perfil',
  staticData: { title: 'Editar Perfil', form: true },
  component: createLazyPage(
    async () => (await import('#features/perfil/perfil-form.tsx')).PerfilPage,
  ),
});

const skuPictures = createRoute({
  getParentRoute: () => panelRoute,
  path: '/produtos/importar/imagens',
  beforeLoad: requirePermission('update', 'products'),
  staticData: { title: 'Imagens por SKU', form: true, needs: ['update', 'products'] },
  component: createLazyPage(
    async () =>
      (await import('#areas/products/sku-pictures/sku-pictures-page.tsx')).SkuPicturesPage,
  ),
});

const lixeira = createRoute({
  getParentRoute: () => panelRoute,
  path: overviews.lixeira.path,
  beforeLoad: requirePermission(...overviews.lixeira.needs),
  staticData: { title: overviews.lixeira.title, needs: overviews.lixeira.needs },
  validateSearch: ({ area, busca }: Record<string, unknown> & SearchSchemaInput) => ({
    area: parseSearchText(area),
    busca: parseSearchText(busca),
  }),
  search: { middlewares: [stripSearchParams({ area: '', busca: '' })] },
  component: createLazyPage(
    async () => (await import('#features/lixeira/lixeira.tsx')).LixeiraPage,
  ),
});

const atividade = createRoute({
  getParentRoute: () => panelRoute,
  path: overviews.atividade.path,
  beforeLoad: requirePermission(...overviews.atividade.needs),
  staticData: { title: overviews.atividade.title, needs: overviews.atividade.needs },
  validateSearch: (given: Record<string, unknown> & SearchSchemaInput) =>
    parseAtividadeSearch(given),
  search: { middlewares: [stripSearchParams(parseAtividadeSearch({}))] },
  component: createLazyPage(
    async () => (await import('#features/atividade/atividade.tsx')).AtividadePage,
  ),
});

const ajudaPage = createLazyPage(async () => (await import('#features/ajuda/ajuda.tsx')).AjudaPage);

const ajuda = createRoute({
  getParentRoute: () => panelRoute,
  path: helpPageInfo.path,
  staticData: { title: helpPageInfo.title },
  component: ajudaPage,
});

const ajudaPagina = createRoute({
  getParentRoute: () => panelRoute,
  path: '/ajuda/$pagina',
  staticData: { title: helpPageInfo.title },
  component: ajudaPage,
});

export const routeTree = rootRoute.addChildren([
  visitors.addChildren([login, forgotPassword]),
  resetPassword,
  panelRoute.addChildren([
    start,
    dashboard,
    perfil,
    lixeira,
    atividade,
    ajuda,
    ajudaPagina,
    ...areaPageRoutes,
    ...importPageRoutes,
    skuPictures,
  ]),
]);
