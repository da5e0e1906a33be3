import type { QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { may } from '#data/may.ts';
import { askedOf, listAddress } from '#crud/views/list-address.ts';
import { currentSession } from '#data/session.ts';
import { profileQuery } from '#features/auth/profile-query.ts';
import { areaCode, homeCode } from './area-code.ts';
import type { AreaCode } from './area-code.ts';
import { areas, home } from './areas.ts';

/** A query that nothing has cached yet, and its answer. */
export type Asked = { query: AnyQuery; answer: Promise<unknown> };

type AnyQuery = {
  queryKey: QueryKey;
  queryFn(context: Pick<QueryFunctionContext, 'signal'>): Promise<unknown>;
};

/**
 * Begins to fetch data and code of the page that a visit begins at. What draws pages, and what keeps
 * answers, is still on its way: see `takeIn` (ahead.ts).
 */
export function fetchFirstPage({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): Asked[] {
  const session = currentSession();
  if (session.status !== 'signedIn') {
    fetchCode(() => import('#features/auth/login.tsx'));
    return [];
  }
  fetchCode(() => import('./shell.tsx'));
  const queries: unknown[] = [profileQuery(session.userId)];
  if (pathname === home.path || pathname === '/') {
    fetchCode(homeCode.page);
    queries.push(...homeCode.queries());
  }
  for (const name of Object.keys(areas) as (keyof typeof areas)[]) {
    // A list that not everybody may open is asked for when the role is known.
    if (!may(undefined, areas[name].opens, areas[name].table)) continue;
    // What one area is to its code, every area is to its own.
    const code = areaCode[name] as AreaCode<unknown>;
    queries.push(...queriesAt(pathname, search, areas[name], code));
  }
  return queries.map((query) => asked(query as AnyQuery));
}

/** The queries of an area's page at this address, whose code begins to come. */
function queriesAt(
  pathname: string,
  search: string,
  area: (typeof areas)[keyof typeof areas],
  { list, form, queries }: AreaCode<unknown>,
): unknown[] {
  if (pathname === area.path) {
    fetchCode(list);
    const params = askedOf(listAddress(area, Object.fromEntries(new URLSearchParams(search))));
    return [queries.list(params)];
  }
  if (pathname === area.add) fetchCode(form);
  const [before = ''] = area.edit.split('$id');
  if (!pathname.startsWith(before)) return [];
  fetchCode(form);
  return [queries.one(pathname.slice(before.length))];
}

function asked(query: AnyQuery): Asked {
  const { signal } = new AbortController();
  // What can not even be asked, as where the installation is incomplete, is a failed answer too.
  const answer = (async () => query.queryFn({ signal }))();
  // Who takes it in hears of a failure.
  answer.catch(() => {});
  return { query, answer };
}

/** The page asks for it again, and says what is wrong. */
function fetchCode(code: () => Promise<unknown>) {
  code().catch(() => {});
}
