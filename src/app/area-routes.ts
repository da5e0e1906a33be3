import { createRoute } from '@tanstack/react-router';
import type { SearchSchemaInput } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { editTitle } from '#crud/area.ts';
import type { Area } from '#crud/area.ts';
import type { ListSearch, ParamsOf } from '#crud/list-search.ts';
import { askedOf, listAddress } from '#crud/views/list-address.ts';
import { whenIdle } from '#lib/later.ts';
import { ahead, freshRecord } from './ahead.ts';
import type { AreaCode } from './area-code.ts';
import { requirePermission } from './guards.ts';
import { pagePart } from './page-part.tsx';
import { panel } from './panel-route.tsx';

/** List, empty form and form of a record. Parameters of the list's address are checked here, and nowhere else. */
export function areaRoutes<const A extends Area>(
  area: A,
  { list, form, queries }: AreaCode<ParamsOf<A>>,
) {
  const { table } = area;
  const component = pagePart(form);
  // What the type of an area says of any, an area says of its own.
  const addressed = { table, search: area.search as ListSearch<ParamsOf<A>> };
  return [
    createRoute({
      getParentRoute: () => panel,
      path: area.path,
      beforeLoad: requirePermission(area.opens, table),
      staticData: { title: area.title, needs: [area.opens, table] },
      // With the marker of the router, links may leave every parameter out.
      validateSearch: (given: Record<string, unknown> & SearchSchemaInput) =>
        listAddress(addressed, given),
      // What goes without saying does not stand in the address.
      search: {
        middlewares: [({ search, next }) => differing(next(search), listAddress(addressed, {}))],
      },
      loaderDeps: ({ search }) => askedOf(search),
      loader: ({ deps }) => ahead(queries.list(deps as ParamsOf<A>)),
      component: pagePart(list),
      // Whoever looks at a list is going to open one of its records.
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

/** What is not as it would be anyway. */
function differing<Search extends object>(search: Search, usual: object): Search {
  const given = Object.entries(search).filter(
    ([name, value]) => value !== (usual as Record<string, unknown>)[name],
  );
  // What falls away here comes back when the address is read.
  return Object.fromEntries(given) as Search;
}

/** The page that takes in a spreadsheet of an area. */
export function importRoute<const A extends Area>(area: A, page: () => Promise<ComponentType>) {
  return createRoute({
    getParentRoute: () => panel,
    path: `${area.path as A['path']}/importar` as const,
    beforeLoad: requirePermission('create', area.table),
    staticData: { title: `Importar ${area.title}`, form: true, needs: ['create', area.table] },
    component: pagePart(page),
  });
}
