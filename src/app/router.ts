import { createRouter } from '@tanstack/react-router';
import type { Command, TableName } from '#data/permissions.ts';
import { ErrorPage, PagePending, UnknownPath } from './no-page.tsx';
import { keepPlaces } from './page-change.ts';
import { routeTree } from './routes.tsx';

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  // How fresh data is, the query client decides.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 200,
  notFoundMode: 'root',
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: UnknownPath,
  defaultPendingComponent: PagePending,
  // Plain addresses: ?busca=123 and not ?busca=%22123%22. Every value arrives as a string.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch,
});

keepPlaces(router);

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
    /** Before ' · Vitrine' in the window's title. */
    title?: string;
    /** May be seen without a session. */
    open?: boolean;
    /** People type here: a session that ends is opened again in place. */
    form?: boolean;
    /** Who may do this enters; everybody without it. */
    needs?: readonly [command: Command, table: TableName];
  }
  interface HistoryState {
    leaving?: number;
    /** The page of the panel that a visitor asked for, as the router wrote its address: never one from outside. */
    wanted?: string;
  }
}
