import type { QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { hasPermission } from '#data/has-permission.ts';
import { omitViewParams, parseListSearch } from '#crud/list-search.ts';
import { getCurrentSession } from '#data/session.ts';
import { profileQuery } from '#features/auth/own-profile.queries.ts';
import { areas } from '#areas/index.ts';
import { getAreaQueries } from '#areas/queries.ts';
import { dashboardPageInfo } from '#areas/overviews.ts';
import { dashboardLoaders } from './dashboard-loaders.ts';

/** A query that was sent before the query client has loaded, and its response. */
export type SentQuery = { query: AnyQuery; response: Promise<unknown> };

type AnyQuery = {
  queryKey: QueryKey;
  queryFn(context: Pick<QueryFunctionContext, 'signal'>): Promise<unknown>;
};

/**
 * Requests data and code of the first page of a visit, and returns the sent queries. Neither React nor the query client
 * has loaded at that time: `seedQueries` (seed-queries.ts) passes the responses to the query client later.
 */
export function fetchFirstPage({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): SentQuery[] {
  const session = getCurrentSession();
  if (session.status !== 'signedIn') {
    fetchCode(() => import('#features/auth/login.tsx'));
    return [];
  }
  fetchCode(() => import('./shell.tsx'));
  const queries: unknown[] = [profileQuery(session.userId)];
  if (pathname === dashboardPageInfo.path || pathname === '/') {
    fetchCode(dashboardLoaders.page);
    queries.push(...dashboardLoaders.queries());
  }
  for (const name of Object.keys(areas) as (keyof typeof areas)[]) {
    // The role is not known yet: skip areas that only some roles may open. Their pages request the data later.
    if (!hasPermission(undefined, areas[name].opens, areas[name].table)) continue;
    queries.push(...queriesAt(pathname, search, name));
  }
  return queries.map((query) => sendQuery(query as AnyQuery));
}

/**
 * If the URL is the list or a form of the area, loads the code of this page. Returns the query of the list or of the
 * record; none for other URLs, and none for the form of a new record.
 */
function queriesAt(pathname: string, search: string, name: keyof typeof areas): unknown[] {
  const area = areas[name];
  if (pathname === area.path) {
    fetchCode(area.list);
    const params = omitViewParams(
      parseListSearch(area, Object.fromEntries(new URLSearchParams(search))),
    );
    return [getAreaQueries(name).list(params)];
  }
  if (pathname === area.add) fetchCode(area.form);
  const [before = ''] = area.edit.split('$id');
  if (!pathname.startsWith(before)) return [];
  fetchCode(area.form);
  return [getAreaQueries(name).one(pathname.slice(before.length))];
}

function sendQuery(query: AnyQuery): SentQuery {
  const { signal } = new AbortController();
  // Treat a request that cannot be sent (for example, missing configuration) as a failed response.
  const response = (async () => query.queryFn({ signal }))();
  // The query client handles the failure later; avoid an unhandled rejection.
  response.catch(() => {});
  return { query, response };
}

/** Loads code early. Ignores a failure: the page loads the code again, and shows an error itself. */
function fetchCode(code: () => Promise<unknown>) {
  code().catch(() => {});
}
