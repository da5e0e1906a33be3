import type { FetchQueryOptions } from '@tanstack/react-query';
import { may } from '#data/may.ts';
import { askedOf, listAddress } from '#crud/views/list-address.ts';
import { queryClient } from '#data/query-client.ts';
import { currentSession } from '#data/session.ts';
import { readRole } from '#features/auth/profile.queries.ts';
import { areaCode, homeCode } from './area-code.ts';
import type { AreaCode } from './area-code.ts';
import { areas, home } from './areas.ts';

/** Any query; what it answers is for the page that asks for it again. */
type AnyQuery = FetchQueryOptions<never, Error, never>;

/**
 * A page's data, begun as soon as a link to it is hovered or focused. Nobody waits for it: the page asks
 * for the same and finds it there or on its way, and shows failures itself.
 */
export function ahead(...queries: unknown[]): void {
  for (const query of queries) void queryClient.prefetchQuery(query as AnyQuery);
}

/** What the hover of a link has read a moment ago is what the form of a record shows. */
export function freshRecord(query: unknown): AnyQuery {
  return { ...(query as AnyQuery), staleTime: 10_000 };
}

/**
 * Begins to fetch data and code of the page that a visit begins at, while the code that draws pages is
 * still on its way.
 */
export function fetchFirstPage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const session = currentSession();
  if (session.status !== 'signedIn') return fetchCode(() => import('#features/auth/login.tsx'));
  const { userId } = session;
  fetchCode(() => import('./shell.tsx'));
  fetchCode(() => readRole(userId));
  if (pathname === home.path || pathname === '/') {
    fetchCode(homeCode.page);
    ahead(...homeCode.queries());
  }
  for (const name of Object.keys(areas) as (keyof typeof areas)[]) {
    // A list that not everybody may open is asked for when the role is known.
    if (!may(undefined, areas[name].opens, areas[name].table)) continue;
    // What one area is to its code, every area is to its own.
    fetchArea(areas[name], areaCode[name] as AreaCode<unknown>, pathname, search);
  }
}

function fetchArea(
  area: (typeof areas)[keyof typeof areas],
  { list, form, queries }: AreaCode<unknown>,
  pathname: string,
  search: string,
) {
  if (pathname === area.path) {
    const params = askedOf(listAddress(area, Object.fromEntries(new URLSearchParams(search))));
    fetchCode(list);
    ahead(queries.list(params));
  }
  if (pathname === area.add) fetchCode(form);
  const [before = ''] = area.edit.split('$id');
  if (!pathname.startsWith(before)) return;
  fetchCode(form);
  ahead(freshRecord(queries.one(pathname.slice(before.length))));
}

/** The page asks for it again, and says what is wrong. */
function fetchCode(code: () => Promise<unknown>) {
  code().catch(() => {});
}
