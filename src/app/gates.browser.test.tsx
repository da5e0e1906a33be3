import '../styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  isRedirect,
  RouterProvider,
} from '@tanstack/react-router';
import type { AnyRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { permissions } from '#data/permissions.ts';
import type { Command, Role, TableName } from '#data/permissions.ts';
import { queryClient } from '#data/query-client.ts';
import { getCurrentSession, useSession } from '#data/session.ts';
import { QuickActions } from '#features/dashboard/quick-actions.tsx';
import { BellPanel } from '#areas/notificacoes/bell-panel.tsx';
import { Page as UsuariosListPage } from '#areas/usuarios/list.tsx';
import { usuariosList } from '#areas/usuarios/queries.ts';
import { allAreas, areas } from '#areas/index.ts';
import { parseListParams } from '#crud/list-search.ts';
import { overviews } from '#areas/overviews.ts';
import { CommandMenu } from './command-menu.tsx';
import { RoleLoadError } from './guards.ts';
import { Navigation } from './navigation.tsx';
import { panelRoute } from './panel-route.tsx';
import { routeTree } from './routes.tsx';

vi.mock('#data/session.ts', { spy: true });

type Need = [command: Command, table: TableName];

/** The permission that each page requires, keyed by path; undefined for pages that are open to all signed-in users. */
const PAGES: Record<string, Need | undefined> = {
  '/': undefined,
  '/dashboard': undefined,
  '/perfil': undefined,
  '/ajuda': undefined,
  '/ajuda/$pagina': undefined,
  ...Object.fromEntries(
    Object.values(overviews).map(({ path, needs: [command, table] }) => [
      path,
      [command, table] as Need,
    ]),
  ),
  ...Object.fromEntries(
    allAreas.flatMap(({ path, add, edit, opens, table }) => [
      [path, [opens, table] as Need],
      [add, ['create', table] as Need],
      [edit, ['update', table] as Need],
    ]),
  ),
  '/produtos/importar': ['create', 'products'],
  '/produtos/importar/imagens': ['update', 'products'],
  '/categorias/importar': ['create', 'categories'],
  '/distribuidores/importar': ['create', 'distribuidores'],
  '/parceiros/importar': ['create', 'parceiros'],
};

/** The parts of the panel that contain links and commands, keyed by the name in the test titles. */
const PARTS = {
  'The sidebar': () => <Navigation />,
  'The dashboard': QuickActions,
  'The bell': () => <BellPanel shown={[]} failed={false} onRetry={() => {}} />,
  'The user list': UsuariosListPage,
  'The command menu': () => (
    <CommandMenu isEntered={false} text="" onType={() => {}} onClose={() => {}} />
  ),
};

/** Links and buttons in `PARTS`: the part, the accessible name, and the permission that the link or button requires. */
const OFFERS: [part: keyof typeof PARTS, name: string, ...Need][] = [
  ['The command menu', 'Usuários', 'create', 'profiles'],
  ['The command menu', 'Banners', 'create', 'banners'],
  ['The command menu', 'Lixeira', 'delete', 'products'],
  ['The command menu', 'Atividade', 'update', 'profiles'],
  ['The command menu', 'Adicionar Produto', 'create', 'products'],
  ['The command menu', 'Adicionar Notificação', 'create', 'notificacoes'],
  ...allAreas.flatMap(({ title, one, table }): [keyof typeof PARTS, string, ...Need][] => [
    ['The sidebar', title, 'create', table],
    ['The dashboard', `Adicionar ${one}`, 'create', table],
  ]),
  ['The bell', 'Ver todas as notificações', 'update', 'notificacoes'],
  ['The user list', 'Adicionar', 'create', 'profiles'],
  ['The user list', 'Dora', 'update', 'profiles'],
  ['The user list', 'Editar Dora', 'update', 'profiles'],
  ['The user list', 'Excluir Dora', 'delete', 'profiles'],
];

const COMMANDS = ['read', 'create', 'update', 'delete'] as const;
const ROLES = Object.keys(permissions) as Role[]; // the record's keys are roles
const TABLES = Object.keys(permissions.Administrador) as TableName[]; // the record's keys are tables
const router = createRouter({ routeTree });
const asGenerated = structuredClone(permissions);

beforeEach(() => {
  const session = { status: 'signedIn', userId: 'somebody', email: 'a@vitrine.exemplo' } as const;
  vi.mocked(getCurrentSession).mockReturnValue(session);
  vi.mocked(useSession).mockReturnValue(session);
  const rows = [{ id: 'dora', name: 'Dora', email: 'dora@vitrine.exemplo', role: 'Colaborador' }];
  queryClient.setQueryData(usuariosList(parseListParams(areas.usuarios)).queryKey, {
    rows,
    total: 1,
  } as never); // the test needs no other properties
});
afterEach(() => {
  Object.assign(permissions, structuredClone(asGenerated));
  queryClient.clear();
});

describe('with the actual permissions', () => {
  it('a Colaborador is redirected from nine pages and no other [ROLE-04] [ROLE-05] [ROLE-06] [ROLE-07] [ROLE-08] [ROLE-09] [ROLE-10] [ROLE-11] [ROLE-12] [ROLE-13]', async () => {
    signInAs('Colaborador');
    expect(await closedPages()).toEqual([
      '/atividade',
      '/usuarios/adicionar',
      '/usuarios/editar/$id',
      '/notificacoes',
      '/notificacoes/adicionar',
      '/notificacoes/editar/$id',
      '/banners',
      '/banners/adicionar',
      '/banners/editar/$id',
    ]);
  });

  it('an Administrador is redirected from no page', async () => {
    signInAs('Administrador');
    expect(await closedPages()).toEqual([]);
  });

  it.each(ROLES)(
    'no link leads a user with the role %s to a closed page [HEAD-36] [DASH-25]',
    async (role) => {
      signInAs(role);
      const closed = await closedPages();
      for (const part of Object.values(PARTS)) {
        const { container, unmount } = await renderAlone(part);
        const links = [...container.querySelectorAll('a')].map((link) => link.pathname);
        const patterns = links.map((path) => path.replace(/\/editar\/.+/, '/editar/$id'));
        expect(patterns.filter((path) => closed.includes(path))).toEqual([]);
        await unmount();
      }
    },
  );

  // The lists of these tables show every button without a check of permissions. Add the check before removing one of
  // these permissions.
  it.each(['products', 'product_images', 'categories', 'distribuidores', 'parceiros'] as const)(
    'all staff may do everything with %s [ROLE-04]',
    (table) => {
      for (const role of ROLES) expect(permissions[role][table]).toEqual(COMMANDS);
    },
  );
});

describe('with any permissions', () => {
  it('this test lists every page of the panel', () => {
    const pages = panelPages().map(({ fullPath }) => fullPath);
    expect(new Set(pages)).toEqual(new Set(Object.keys(PAGES)));
  });

  it.each(
    Object.entries(PAGES).flatMap(([path, need]) => (need ? [[path, ...need] as const] : [])),
  )('%s opens only for users who may %s %s', async (path, ...need) => {
    giveOnlyToColaborador(need);
    signInAs('Colaborador');
    expect(await closedPages()).not.toContain(path);
    signInAs('Administrador');
    expect(await closedPages()).toContain(path);
  });

  it('the only form that opens for users who may only read is that of their own profile', async () => {
    for (const role of ROLES) give(role, (command) => command === 'read');
    signInAs('Administrador');
    const forms = panelPages().filter((route) => route.options.staticData?.form);
    const addresses = forms.map(({ fullPath }) => fullPath);
    expect(addresses).toEqual(
      expect.arrayContaining(allAreas.flatMap(({ add, edit }) => [add, edit])),
    );
    const closed = await closedPages();
    const open = forms.filter(({ fullPath }) => !closed.includes(fullPath));
    expect(open.map(({ fullPath }) => fullPath)).toEqual(['/perfil']);
  });

  it.each(OFFERS)('%s offers %s only to users who may %s %s', async (part, name, ...need) => {
    giveOnlyToColaborador(need);
    const offered = () =>
      page
        .getByRole('link', { name, exact: true })
        .or(page.getByRole('option', { name, exact: true }))
        .or(page.getByRole('button', { name, exact: true }));
    signInAs('Colaborador');
    const { unmount } = await renderAlone(PARTS[part]);
    await expect.element(offered()).toBeVisible();
    await unmount();
    signInAs('Administrador');
    const { container } = await renderAlone(PARTS[part]);
    await expect.poll(() => container.textContent).not.toBe('');
    expect(offered().query()).toBeNull();
  });

  it('no user is redirected because the profile could not be read', async () => {
    // The profile cannot be read: it is not cached, and no platform responds.
    expect(await closedPages()).toEqual([]);
  });

  it('an unknown role is offered the actions that all staff may do', async () => {
    queryClient.setQueryData(['profiles', 'current', 'somebody'], null);
    await renderAlone(QuickActions);
    await expect.element(page.getByRole('link', { name: 'Adicionar Parceiro' })).toBeVisible();
    expect(page.getByRole('link', { name: 'Adicionar Banner' }).query()).toBeNull();
    expect(await closedPages()).toContain('/banners');
  });
});

function signInAs(role: Role) {
  queryClient.setQueryData(['profiles', 'current', 'somebody'], { role });
}

/**
 * Gives a Colaborador only this permission, and an Administrador all other permissions. Code that checks the name of
 * the role instead of the permission then fails the test.
 */
function giveOnlyToColaborador([command, table]: Need) {
  const isIt = (...[some, other]: Need) => some === command && other === table;
  give('Colaborador', isIt);
  give('Administrador', (...need) => !isIt(...need));
}

function give(role: Role, has: (...need: Need) => boolean) {
  for (const table of TABLES) {
    permissions[role][table] = COMMANDS.filter((command) => has(command, table));
  }
}

/** Returns the paths of the pages from which the signed-in user is redirected to the dashboard. */
async function closedPages() {
  const pages = await Promise.all(
    panelPages().map(async (route) => ((await isSentAway(route)) ? [route.fullPath] : [])),
  );
  return pages.flat();
}

function panelPages() {
  // The cast is safe: each route has its own type, which extends AnyRoute.
  const routes = Object.values(router.routesById) as AnyRoute[];
  return routes.filter((route) => route.parentRoute?.id === panelRoute.id);
}

async function isSentAway({ fullPath, options }: AnyRoute) {
  // The guards of these pages read only `search`. '/' has no guard: it always redirects to the dashboard.
  const guard = options.beforeLoad as ((given: { search: unknown }) => unknown) | undefined;
  const parse = options.validateSearch as ((given: object) => unknown) | undefined;
  if (fullPath === '/') return false;
  try {
    await guard?.({ search: parse?.({}) });
    return false;
  } catch (error) {
    if (error instanceof RoleLoadError) return false;
    if (!isRedirect(error)) throw error;
    expect(error.options).toMatchObject({ to: '/dashboard', replace: true });
    return true;
  }
}

/** Renders a part of the panel on an otherwise empty page. */
function renderAlone(Part: () => ReactNode) {
  const validateSearch = (given: Record<string, unknown>) => parseListParams(areas.usuarios, given);
  const routes = createRootRoute({ component: Part, validateSearch });
  const alone = createRouter({ routeTree: routes, history: createMemoryHistory() });
  return render(
    <QueryClientProvider client={queryClient}>
      {/* The cast is needed because `RouterProvider` accepts only the type of the panel's router. */}
      <RouterProvider router={alone as never} />
    </QueryClientProvider>,
  );
}
