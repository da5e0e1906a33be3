import { createRoute, stripSearchParams } from '@tanstack/react-router';
import type { SearchSchemaInput } from '@tanstack/react-router';
import { createElement } from 'react';
import type { ComponentType } from 'react';
import { getEditTitle } from '#crud/area.ts';
import type { Area } from '#crud/area.ts';
import type { AreaImport } from '#crud/import/import-area.ts';
import { omitViewParams, parseListSearch } from '#crud/list-search.ts';
import { runWhenIdle } from '#lib/lazy.ts';
import { areas } from '#areas/index.ts';
import { getAreaQueries } from '#areas/queries.ts';
import type { AreaQueries } from '#areas/queries.ts';
import { requirePermission } from './guards.ts';
import { createLazyPage } from './lazy-page.tsx';
import { panelRoute } from './panel-route.tsx';
import { prefetchQueries } from './seed-queries.ts';

/** The functions that load the list page and the form page of an area. */
type Pages = Record<'list' | 'form', () => Promise<{ Page: ComponentType }>>;
type Imports = { imports: () => Promise<{ Page: ComponentType } | { sheet: AreaImport }> };

/**
 * Returns the routes of an area: its list, the empty form, and the form of a record. Only the list's route validates
 * search parameters.
 */
function areaRoutes<const A extends Area & Pages>(area: A, queries: AreaQueries) {
  type Search = ReturnType<typeof parseListSearch<A>>;
  const { table } = area;
  const component = createLazyPage(async () => (await area.form()).Page);
  const guard = requirePermission(area.opens, table, ['create', 'update', 'delete']);
  return [
    createRoute({
      getParentRoute: () => panelRoute,
      path: area.path,
      // Prefetch in `beforeLoad`, not in a loader. A loader would depend on the search parameters, so each change of
      // them would be a new match of the route. On a slow computer, the router would then show a spinner instead of the
      // list.
      beforeLoad({ search }) {
        const read = () => prefetchQueries(queries.list(omitViewParams(search)));
        return guard()?.then(read) ?? read();
      },
      staticData: { title: area.title, needs: [area.opens, table] },
      // SearchSchemaInput makes all parameters optional in links.
      validateSearch: (given: Record<string, unknown> & SearchSchemaInput) =>
        parseListSearch(area, given),
      // Default values are left out of the URL.
      search: {
        // Cast the defaults: TypeScript does not resolve their type for a generic area.
        middlewares: [
          (context) => stripSearchParams<Search>(parseListSearch(area, {}) as never)(context),
        ],
      },
      component: createLazyPage(async () => (await area.list()).Page),
      // Prefetch the code of the form page: users of a list usually open a record.
      onEnter: () => runWhenIdle(() => void component.preload()),
    }),
    createRoute({
      getParentRoute: () => panelRoute,
      path: area.add,
      beforeLoad: requirePermission('create', table),
      staticData: { title: area.adding, form: true, needs: ['create', table] },
      component,
    }),
    createRoute({
      getParentRoute: () => panelRoute,
      path: area.edit,
      beforeLoad: requirePermission('update', table),
      staticData: { title: getEditTitle(area), form: true, needs: ['update', table] },
      loader: ({ params }: { params: { id: string } }) =>
        // Do not request data again that was prefetched on hover in the last 10 seconds.
        prefetchQueries({ staleTime: 10_000, ...queries.one(params.id) }),
      component,
    }),
  ] as const;
}

type Areas = typeof areas;

/** The routes of all areas. Each route keeps its own type, so that TypeScript checks the links to its path. */
// `flatMap` loses these types: cast the array to them.
export const areaPageRoutes = Object.entries(areas).flatMap(([name, area]) =>
  areaRoutes<Area & Pages>(area, getAreaQueries(name as keyof Areas)),
) as unknown as {
  [Name in keyof Areas]: ReturnType<typeof areaRoutes<Areas[Name]>>[number];
}[keyof Areas][];

type Importing = {
  [Name in keyof Areas]: Areas[Name] extends { imports: unknown } ? Name : never;
}[keyof Areas];

/** The routes of the import pages, for the areas that have an import page. */
export const importPageRoutes = Object.values(areas).flatMap((area) =>
  'imports' in area ? [importRoute<Area & Imports>(area)] : [],
) as unknown as {
  [Name in Importing]: ReturnType<typeof importRoute<Areas[Name]>>;
}[Importing][];

function importRoute<const A extends Area & Imports>(area: A) {
  return createRoute({
    getParentRoute: () => panelRoute,
    path: `${area.path as A['path']}/importar` as const,
    beforeLoad: requirePermission('create', area.table),
    staticData: { title: `Importar ${area.title}`, form: true, needs: ['create', area.table] },
    component: createLazyPage(() => importPage(area)),
  });
}

/** Loads the import page of an area: its own page, or the generic `ImportPage` with the columns of its spreadsheet. */
async function importPage({ imports }: Imports): Promise<ComponentType> {
  const [{ ImportPage }, own] = await Promise.all([
    import('#crud/import/import-page.tsx'),
    imports(),
  ]);
  if ('Page' in own) return own.Page;
  return () => createElement(ImportPage, { importing: own.sheet });
}
