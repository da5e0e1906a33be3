import { createRouter } from '@tanstack/react-router';
import type { Command, TableName } from '#data/permissions.ts';
import { ErrorPage, PageSpinner, UnknownPathRedirect } from './route-fallbacks.tsx';
import { manageScrollAndFocus } from './scroll-and-focus.ts';
import { routeTree } from './routes.tsx';

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  // Run the loaders at every prefetch: the query client decides whether data is stale.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 200,
  notFoundMode: 'root',
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: UnknownPathRedirect,
  defaultPendingComponent: PageSpinner,
  // Read and write plain query strings: ?busca=123 instead of ?busca=%22123%22. Every value is read as a string.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch,
});

manageScrollAndFocus(router);

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text && `?${text}`;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The title of the page. The window's title contains it before ' · Vitrine'. */
    title?: string;
    /** Whether the page is accessible without a session. */
    open?: boolean;
    /** Whether users enter values on this page. If so, the sign-in dialog opens over the page when the session ends. */
    form?: boolean;
    /** Permission required to open the route; if absent, every signed-in user may. */
    needs?: readonly [command: Command, table: TableName];
  }
  interface HistoryState {
    signOut?: number;
    /** The page that a visitor requested, as a URL of the router: never an external URL. */
    wanted?: string;
  }
}
