import { createRoute, stripSearchParams } from '@tanstack/react-router';
import type { RouteComponent, SearchSchemaInput } from '@tanstack/react-router';
import type { FetchQueryOptions } from '@tanstack/react-query';
import { editTitle } from '#crud/area.ts';
import type { Area } from '#crud/area.ts';
import type { ListSearch, ParamsOf } from '#crud/list/list-search.ts';
import { requirePermission } from './guards.ts';
import { panel } from './panel-route.ts';

/** Any query; what it answers is for the page that asks for it again. */
type AnyQuery = FetchQueryOptions<never, Error, never>;

/** The code of an area, each part fetched when a link to it is hovered or followed. */
export type AreaCode<P> = {
  list: RouteComponent;
  form: RouteComponent;
  /** Its queries: of the list, and of one record by its id. */
  queries: () => Promise<{ list: (params: P) => unknown; one: (id: string) => unknown }>;
};

/** List, empty form and form of a record. Parameters of the list's address are checked here, and nowhere else. */
export function areaRoutes<const A extends Area>(
  area: A,
  { list, form, queries }: AreaCode<ParamsOf<A>>,
) {
  const { table } = area;
  // What the type of an area says of any, an area says of its own.
  const search = area.search as ListSearch<ParamsOf<A>>;
  return [
    createRoute({
      getParentRoute: () => panel,
      path: area.path,
      beforeLoad: requirePermission(area.opens, table),
      staticData: { title: area.title, needs: [area.opens, table] },
      // With the marker of the router, links may leave every parameter out.
      validateSearch: (given: Record<string, unknown> & SearchSchemaInput) => search(given),
      // What goes without saying does not stand in the address.
      search: { middlewares: [stripSearchParams(search({}) as never)] },
      loaderDeps: ({ search: params }) => params,
      loader: ({ deps }) => ahead(async () => [(await queries()).list(deps as ParamsOf<A>)]),
      component: list,
    }),
    createRoute({
      getParentRoute: () => panel,
      path: area.add,
      beforeLoad: requirePermission('create', table),
      staticData: { title: area.adding, form: true, needs: ['create', table] },
      component: form,
    }),
    createRoute({
      getParentRoute: () => panel,
      path: area.edit,
      beforeLoad: requirePermission('update', table),
      staticData: { title: editTitle(area), form: true, needs: ['update', table] },
      loader: ({ params }: { params: { id: string } }) =>
        ahead(async () => {
          // What the hover of a link has read a moment ago is what its form shows.
          return [{ ...((await queries()).one(params.id) as AnyQuery), staleTime: 10_000 }];
        }),
      component: form,
    }),
  ] as const;
}

/**
 * A page's data, begun as soon as a link to it is hovered or focused. Nobody waits for it: the page asks
 * for the same and finds it there or on its way, and shows failures itself.
 */
export function ahead(queries: () => Promise<readonly unknown[]>): void {
  // Imported late: the sign-in page has no use for the data layer.
  const reading = Promise.all([import('#data/query-client.ts'), queries()]);
  reading.then(
    ([{ queryClient }, all]) => all.map((query) => queryClient.prefetchQuery(query as AnyQuery)),
    () => {},
  );
}
