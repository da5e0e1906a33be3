import { createRoute } from '@tanstack/react-router';
import type { SearchSchemaInput } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { editTitle } from '#crud/area.ts';
import type { Area } from '#crud/area.ts';
import type { ListParams, ListSearch, ParamsOf } from '#crud/list-search.ts';
import { askedOf, listAddress } from '#crud/views/list-address.ts';
import { whenIdle } from '#lib/lazy.ts';
import { ahead, freshRecord } from './seed-queries.ts';
import { areaCode, importCode } from '#areas/code.ts';
import type { AreaCode } from '#areas/code.ts';
import { areas } from '#areas/index.ts';
import { requirePermission } from './guards.ts';
import { pagePart } from './page-part.tsx';
import { panel } from './panel-route.tsx';

/**
 * The routes of an area: list, empty form and form of a record. The list's search parameters are validated only here.
 */
function areaRoutes<const A extends Area>(area: A, { list, form, queries }: AreaCode<ParamsOf<A>>) {
  const { table } = area;
  const component = pagePart(form);
  // The specific type of the area is narrower than the generic one.
  const addressed = { table, search: area.search as ListSearch<ParamsOf<A>> };
  return [
    createRoute({
      getParentRoute: () => panel,
      path: area.path,
      beforeLoad: requirePermission(area.opens, table),
      staticData: { title: area.title, needs: [area.opens, table] },
      // SearchSchemaInput makes all parameters optional in links.
      validateSearch: (given: Record<string, unknown> & SearchSchemaInput) =>
        listAddress(addressed, given),
      // Default values are left out of the URL.
      search: {
        middlewares: [({ search, next }) => differing(next(search), listAddress(addressed, {}))],
      },
      loaderDeps: ({ search }) => askedOf(search),
      loader: ({ deps }) => ahead(queries.list(deps as ParamsOf<A>)),
      component: pagePart(list),
      // Prefetch the form: users of a list usually open a record.
      onEnter: () => whenIdle(() => void component.preload()),
    }),
    createRoute({
      getParentRoute: () => panel,
      path: area.add,
      beforeLoad: requirePermission('create', table),
      staticData: { title: area.adding, form: true, needs: ['create', table] },
      component,
    }),
    createRoute({
      getParentRoute: () => panel,
      path: area.edit,
      beforeLoad: requirePermission('update', table),
      staticData: { title: editTitle(area), form: true, needs: ['update', table] },
      loader: ({ params }: { params: { id: string } }) =>
        ahead(freshRecord(queries.one(params.id))),
      component,
    }),
  ] as const;
}

type Areas = typeof areas;

/** The routes of all areas. Each route keeps its own type: links to its path are checked with it. */
// TypeScript can only cast the array as a whole to its mapped type.
export const areaPages = Object.entries(areas).flatMap(([name, area]) =>
  areaRoutes<Area>(area, areaCode[name as keyof Areas] as AreaCode<ListParams>),
) as unknown as {
  [Name in keyof Areas]: ReturnType<typeof areaRoutes<Areas[Name]>>[number];
}[keyof Areas][];

type Importing = keyof typeof importCode;

/** The import pages of the areas that have one. */
export const importPages = Object.entries(importCode).map(([name, page]) =>
  importRoute<Area>(areas[name as Importing], page),
) as unknown as {
  [Name in Importing]: ReturnType<typeof importRoute<Areas[Name]>>;
}[Importing][];

/** The parameters that differ from their defaults. */
function differing<Search extends object>(search: Search, usual: object): Search {
  const given = Object.entries(search).filter(
    ([name, value]) => value !== (usual as Record<string, unknown>)[name],
  );
  // The parser of the URL restores the omitted defaults.
  return Object.fromEntries(given) as Search;
}

/** The route of an area's import page. */
function importRoute<const A extends Area>(area: A, page: () => Promise<ComponentType>) {
  return createRoute({
    getParentRoute: () => panel,
    path: `${area.path as A['path']}/importar` as const,
    beforeLoad: requirePermission('create', area.table),
    staticData: { title: `Importar ${area.title}`, form: true, needs: ['create', area.table] },
    component: pagePart(page),
  });
}
