import { createRoute, redirect, stripSearchParams } from '@tanstack/react-router';
import type { SearchSchemaInput } from '@tanstack/react-router';
import { parseAtividadeSearch } from '#features/atividade/filters.ts';
import { parseSearchText } from '#crud/list-search.ts';
import { prefetch } from './seed-queries.ts';
import { areaPages, importPages } from './area-routes.ts';
import { help, home, overviews } from '#areas/overviews.ts';
import { requirePermission, requireVisitor } from './guards.ts';
import { homeCode } from './home-code.ts';
import { lazyPage } from './page-part.tsx';
import { panel, root } from './panel-route.tsx';

// The site map: all routes of the panel. area-routes.ts makes the routes of the areas from src/areas/defined.ts.

const visitors = createRoute({
  getParentRoute: () => root,
  id: 'visitors',
  beforeLoad: requireVisitor,
});

const login = createRoute({
  getParentRoute: () => visitors,
  path: '/login',
  staticData: { title: 'Entrar', open: true },
  component: lazyPage(async () => (await import('#features/auth/login.tsx')).Login),
});

const forgotPassword = createRoute({
  getParentRoute: () => visitors,
  path: '/forgot-password',
  staticData: { title: 'Recuperar Senha', open: true },
  component: lazyPage(
    async () => (await import('#features/auth/forgot-password.tsx')).ForgotPassword,
  ),
});

/** The page that a recovery link opens, with or without a session. */
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  staticData: { title: 'Redefinir Senha', open: true },
  component: lazyPage(
    async () => (await import('#features/auth/reset-password.tsx')).ResetPassword,
  ),
});

const start = createRoute({
  getParentRoute: () => panel,
  path: '/',
  beforeLoad() {
    throw redirect({ to: home.path, replace: true });
  },
});

const dashboard = createRoute({
  getParentRoute: () => panel,
  path: home.path,
  staticData: { title: home.title },
  loader: () => prefetch(...homeCode.queries()),
  component: lazyPage(homeCode.page),
});

const perfil = createRoute({
  getParentRoute: () => panel,
  path: '/perfil',
  staticData: { title: 'Editar Perfil', form: true },
  component: lazyPage(async () => (await import('#features/perfil/perfil-form.tsx')).PerfilPage),
});

const skuPictures = createRoute({
  getParentRoute: () => panel,
  path: '/produtos/importar/imagens',
  beforeLoad: requirePermission('update', 'products'),
  staticData: { title: 'Imagens por SKU', form: true, needs: ['update', 'products'] },
  component: lazyPage(
    async () =>
      (await import('#areas/products/sku-pictures/sku-pictures-page.tsx')).SkuPicturesPage,
  ),
});

const lixeira = createRoute({
  getParentRoute: () => panel,
  path: overviews.lixeira.path,
  beforeLoad: requirePermission(...overviews.lixeira.needs),
  staticData: { title: overviews.lixeira.title, needs: overviews.lixeira.needs },
  validateSearch: ({ area, busca }: Record<string, unknown> & SearchSchemaInput) => ({
    area: parseSearchText(area),
    busca: parseSearchText(busca),
  }),
  search: { middlewares: [stripSearchParams({ area: '', busca: '' })] },
  component: lazyPage(async () => (await import('#features/lixeira/lixeira.tsx')).LixeiraPage),
});

const atividade = createRoute({
  getParentRoute: () => panel,
  path: overviews.atividade.path,
  beforeLoad: requirePermission(...overviews.atividade.needs),
  staticData: { title: overviews.atividade.title, needs: overviews.atividade.needs },
  validateSearch: (given: Record<string, unknown> & SearchSchemaInput) =>
    parseAtividadeSearch(given),
  search: { middlewares: [stripSearchParams(parseAtividadeSearch({}))] },
  component: lazyPage(
    async () => (await import('#features/atividade/atividade.tsx')).AtividadePage,
  ),
});

const ajudaPage = lazyPage(async () => (await import('#features/ajuda/ajuda.tsx')).AjudaPage);

const ajuda = createRoute({
  getParentRoute: () => panel,
  path: help.path,
  staticData: { title: help.title },
  component: ajudaPage,
});

const ajudaPagina = createRoute({
  getParentRoute: () => panel,
  path: '/ajuda/$pagina',
  staticData: { title: help.title },
  component: ajudaPage,
});

export const routeTree = root.addChildren([
  visitors.addChildren([login, forgotPassword]),
  resetPassword,
  panel.addChildren([
    start,
    dashboard,
    perfil,
    lixeira,
    atividade,
    ajuda,
    ajudaPagina,
    ...areaPages,
    ...importPages,
    skuPictures,
  ]),
]);
